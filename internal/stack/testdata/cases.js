// What is printed is compared with Node. frames() shows the frames of this file as name:line, without
// the parts of names that the engine does not know.
const frames = (e) => e.stack.split('\n').filter((l) => l.includes('/app/cases.js')).map((l) => {
  const m = /at (?:(.*) \()?\/app\/cases\.js:(\d+):\d+\)?$/.exec(l)
  const name = (m[1] || '').replace(/^(async|new|get) /, '').replace(/^.*\./, '').replace('<anonymous>', '').replace(/ \[as .*/, '')
  return name + ':' + m[2]
}).join(' ')
const first = (e) => e.stack.split('\n')[0]
const attempt = (f) => { try { return f() } catch (e) { return 'threw ' + e.name + ': ' + e.message } }

// The property.
const e = new Error('x')
const d = Object.getOwnPropertyDescriptor(e, 'stack')
print(typeof d.get, typeof d.set, d.enumerable, d.configurable, d.get.name === '', d.get.length, d.set.length)
print(d.get === Object.getOwnPropertyDescriptor(new TypeError('y'), 'stack').get)
print(e.stack === Object.create(e).stack, typeof e.stack, e.stack.endsWith('\n'))
e.stack = 'assigned'
print(e.stack, typeof Object.getOwnPropertyDescriptor(e, 'stack').get)
e.stack = undefined
print(e.stack)
const child = Object.create(new Error('parent'))
child.stack = 5
print(child.stack, Object.getPrototypeOf(child).stack, Object.hasOwn(child, 'stack'))
print(delete e.stack, e.stack, 'stack' in e)
const frozen = Object.freeze(new Error('frozen'))
print(first(frozen), first(frozen))
for (const make of [() => new Error(), () => new Error('m'), () => new Error('m', { cause: 1 }), () => new AggregateError([1], 'm'), () => new AggregateError([])]) {
  print(Reflect.ownKeys(make()).join())
}
print(JSON.stringify(new Error('x')), Object.keys(new Error('x')).length)
for (const k in new Error('x')) print('enumerated', k)

// The classes.
print(String(Error), Error.length, Error.name, AggregateError.length, AggregateError.name, Reflect.ownKeys(Error).join())
for (const C of [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError]) {
  const made = new C('m')
  print(C.name, C.length, made instanceof C, made instanceof Error, made.constructor === C, C.prototype.constructor === C,
    C === Error || Object.getPrototypeOf(C) === Error, Object.prototype.toString.call(made), Error.isError(made), first(made), first(C('called')))
}
print(Error.isError({}), Error.isError(Object.create(Error.prototype)))
class Sub extends TypeError { constructor(m) { super(m); this.name = 'Sub' } }
const sub = new Sub('s')
print(first(sub), sub instanceof Sub, sub instanceof TypeError, sub.constructor === Sub, Object.getPrototypeOf(Sub) === TypeError)
print(first(Reflect.construct(Error, ['r'], RangeError)), Reflect.construct(Error, ['r'], RangeError) instanceof RangeError)
print(attempt(() => new Error(Symbol('s'))), attempt(() => new Error({ toString() { throw new TypeError('no') } })))
print(Object.getOwnPropertyDescriptor(Error, 'prototype').writable, Object.getOwnPropertyDescriptor(globalThis, 'Error').enumerable)

// The first line is made when it is first read.
const late = new Error('before')
late.message = 'after'
print(first(late))
late.message = 'too late'
print(first(late))
class Getter extends Error { get name() { return 'FromGetter' } }
print(first(new Getter('g')))
print(first(Object.assign(new Error('m'), { name: '' })), first(Object.assign(new Error(), { name: 'OnlyName' })), first(Object.assign(new Error(''), { name: '' })) === '')
print(attempt(() => Object.defineProperty(new Error('x'), 'name', { get() { throw new RangeError('in name') } }).stack))
print(attempt(() => Object.assign(new Error('x'), { name: Symbol('q') }).stack))
print(first(Object.assign(new Error('x'), { name: { toString() { return 'Converted' } } })))
print(first(Object.assign(new Error('x'), { message: undefined })))

// Frames.
function outer() { return inner() }
function inner() { return new Error('in inner') }
print(frames(outer()))
print(frames([1].map(() => outer())[0]), outer().stack.includes('\t'), [1].map(() => outer())[0].stack.includes('at Array.map (<anonymous>)'))
const arrow = () => new Error('in arrow')
print(frames(arrow()), frames({ method() { return new Error('m') } }.method()))
function deep(n) { return n ? deep(n - 1) : new Error('deep') }
print(deep(20).stack.split('\n').length, frames(deep(3)))
print(frames((function called() { return new Error('x') }).call(null)), frames(Reflect.apply(function applied() { return new Error('x') }, null, [])))

// Error.stackTraceLimit.
print(Error.stackTraceLimit, Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit').enumerable)
Error.stackTraceLimit = 2
print(deep(20).stack.split('\n').length)
const limited = deep(20)
Error.stackTraceLimit = 10
print(limited.stack.split('\n').length)
Error.stackTraceLimit = 0
print(deep(3).stack)
Error.stackTraceLimit = -5
print(deep(3).stack)
Error.stackTraceLimit = 3.9
print(deep(20).stack.split('\n').length)
for (const limit of ['10', undefined, null, {}]) {
  Error.stackTraceLimit = limit
  print(deep(3).stack, 'stack' in deep(3))
}
delete Error.stackTraceLimit
print(deep(3).stack)
Error.stackTraceLimit = Infinity
print(frames(deep(20)).split(' ').length)
Error.stackTraceLimit = 10

// Error.captureStackTrace.
const plain = {}
print(Error.captureStackTrace(plain), first(plain), typeof Object.getOwnPropertyDescriptor(plain, 'stack').get)
print(first((() => { const o = { name: 'N', message: 'M' }; Error.captureStackTrace(o); return o })()))
function hidden() { const o = {}; Error.captureStackTrace(o, hidden); return o }
function caller() { return hidden() }
print(frames(caller()))
function Old(message) { Error.captureStackTrace(this, Old); this.message = message }
Old.prototype = Object.create(Error.prototype, { constructor: { value: Old }, name: { value: 'Old' } })
print(first(new Old('m')), frames(new Old('m')))
class Modern extends Error { constructor(m) { super(m); Error.captureStackTrace(this, Modern) } }
print(first(new Modern('m')), frames(new Modern('m')))
for (const args of [[], [1], ['x'], [null], [Object.freeze({})]]) print(attempt(() => Error.captureStackTrace(...args)))
print(Error.captureStackTrace.name, Error.captureStackTrace.length, TypeError.captureStackTrace === Error.captureStackTrace)

// Error.prepareStackTrace.
print(typeof Error.prepareStackTrace, Error.prepareStackTrace.length)
print(Error.prepareStackTrace(new Error('p'), [{ toString() { return 'A' } }, 'B']))
print(Error.prepareStackTrace({ name: 'n', message: 'm' }, []))
const standard = Error.prepareStackTrace
let calls = 0
Error.prepareStackTrace = (error, sites) => { calls++; return [error.message, sites] }
const prepared = deep(2)
print(calls, prepared.stack === prepared.stack, calls, prepared.stack[0], Array.isArray(prepared.stack[1]))
const [site] = prepared.stack[1]
print(site.getFileName(), site.getLineNumber(), site.getColumnNumber(), site.getFunctionName(), site.isNative(), site.isEval(),
  site.isConstructor(), site.isAsync(), site.getEvalOrigin(), site.getScriptNameOrSourceURL(), site.getPromiseIndex(), site.constructor.name, String(site))
print(Reflect.ownKeys(Object.getPrototypeOf(site)).join())
const target = {}
Error.captureStackTrace(target)
print(target.stack[1].length > 0)
Error.prepareStackTrace = () => { throw new RangeError('in prepare') }
print(attempt(() => new Error('x').stack))
Error.prepareStackTrace = 5
print(first(new Error('not a function')))
Error.prepareStackTrace = undefined
print(first(new Error('undefined')))
Error.prepareStackTrace = standard
print(first(new Error('standard')))
