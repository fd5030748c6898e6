const util = require('util')
const show = (f) => { try { console.log(f()) } catch (e) { console.log(e.name, e.code, e.message) } }
console.log(util.format('%s', 'x', 1), util.format('\ud800') === '\ud800')
show(() => util.formatWithOptions(5, 'x'))
show(() => util.formatWithOptions(null, 'x'))
show(() => util.formatWithOptions(() => 1, 'x'))
show(() => util.formatWithOptions([], 'x', { a: 1 }))
show(() => util.formatWithOptions({ depth: 0 }, 'x', { a: { b: 1 } }))
show(() => util.stripVTControlCharacters(5))
show(() => util.stripVTControlCharacters('\x1b[1mx\x1b[0m'))
show(() => JSON.stringify(util.toUSVString('a\ud800b')))
show(() => util.toUSVString(5))
show(() => util.toUSVString(Symbol('s')))
show(() => { util.inspect.defaultOptions = 5 })
show(() => { util.inspect.defaultOptions = null })
show(() => { util.inspect.defaultOptions = { zz: 1 } })
util.inspect.defaultOptions.zz = 1
console.log(util.inspect.defaultOptions.zz)
util.inspect.defaultOptions.depth = 0
console.log({ a: { b: 1 } })
util.inspect.defaultOptions.depth = 2
console.log(util.debug === util.debuglog)
const have = ['_extend', 'callbackify', 'debug', 'debuglog', 'deprecate', 'format', 'styleText', 'formatWithOptions', 'inherits', 'inspect', 'isArray', 'isDeepStrictEqual', 'promisify', 'stripVTControlCharacters', 'toUSVString', 'types']
console.log(Object.keys(util).filter((k) => have.includes(k)).join())
console.log(have.map((k) => typeof util[k] === 'function' ? k + ' ' + util[k].name + ' ' + util[k].length : k + ' ' + typeof util[k]).join())
const off = util.debuglog('off')
console.log(off.enabled, off.name, off.length)
off('not printed')
show(() => util.debuglog(5)('x'))
