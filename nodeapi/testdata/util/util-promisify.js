const util = require('util')
const show = (f) => { try { console.log(f()) } catch (e) { console.log(e.name, e.code, e.message) } }
function foo(a, b, cb) { cb(null, a, b) }
foo.extra = 1
const p = util.promisify(foo)
console.log(p.name, p.length, p.extra, p[util.promisify.custom] === p, util.promisify(p) === p, Object.getPrototypeOf(p) === Function.prototype)
console.log(util.promisify.custom === Symbol.for('nodejs.util.promisify.custom'))
show(() => util.promisify(5))
show(() => util.promisify())
show(() => util.promisify(Object.assign(() => {}, { [util.promisify.custom]: 5 })))
const custom = () => Promise.resolve('custom')
console.log(util.promisify(Object.assign(() => {}, { [util.promisify.custom]: custom })) === custom)
const o = { v: 7, m(cb) { cb(null, this.v) } }
o.p = util.promisify(o.m)
;(async () => {
  console.log(await p(1, 2))
  console.log(await o.p())
  console.log(await util.promisify((cb) => cb(new Error('failed')))().catch((e) => e.message))
  console.log(await util.promisify((cb) => { throw new Error('thrown') })().catch((e) => e.message))
  console.log(await util.promisify((cb) => cb(undefined, 'ok'))())
  console.log(await util.promisify((cb) => cb())())
  console.log(await util.promisify(async (cb) => { cb(null, 'both') })())
})()
