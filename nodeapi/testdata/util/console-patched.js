// What a script puts in place of a method is used by those that print through it.
const { log } = console
console.log = (...args) => log('patched', ...args)
console.table([1])
console.count('c')
console.group('g')
console.groupEnd()
console.time('t')
console.timeEnd('t')
console.table(5)
console.info('not patched')
console.log = log
const { warn, error } = console
console.warn = (...args) => log('warned', ...args)
console.assert(false, 'x')
console.error = (s) => log('errored', s.split('\n')[0])
console.trace('t')
console.warn = warn
console.error = error
const { write } = process.stdout
const seen = []
process.stdout.write = (s) => { seen.push(s); return true }
console.log('caught', 1)
console.info('too')
process.stdout.write = write
console.log(seen)
Array.prototype.join = Array.prototype.map = Object.keys = null
console.log({ a: [1, 2] })
console.table([{ a: 1 }])
