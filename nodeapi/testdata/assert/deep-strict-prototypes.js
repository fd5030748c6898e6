const assert = require('assert')
let n = 0
function show(f) {
  n++
  try {
    f()
    console.log(n, 'passes')
  } catch (e) {
    console.log(n, e.name, e.code, e.generatedMessage, e.operator)
    console.log(e.message)
  }
}

class A { constructor(x) { this.x = x } }
class B { constructor(x) { this.x = x } }
class C extends A {}
const bare = (o) => Object.assign(Object.create(null), o)
show(() => assert.deepStrictEqual(new A(1), new A(1)))
show(() => assert.deepStrictEqual(new A(1), new A(2)))
show(() => assert.deepStrictEqual(new A(1), new B(1)))
show(() => assert.deepStrictEqual(new A(1), new C(1)))
show(() => assert.deepStrictEqual(new A(1), { x: 1 }))
show(() => assert.deepStrictEqual({ x: 1 }, new A(1)))
show(() => assert.deepStrictEqual(bare({ x: 1 }), { x: 1 }))
show(() => assert.deepStrictEqual(bare({ x: 1 }), bare({ x: 1 })))
show(() => assert.deepStrictEqual(Object.create({ a: 1 }), Object.create({ a: 1 })))
show(() => assert.deepStrictEqual(Object.create({ a: 1 }), {}))
show(() => assert.deepStrictEqual({ constructor: 1 }, { constructor: 1 }))
show(() => assert.deepStrictEqual({ constructor: Object }, { constructor: Object }))
show(() => assert.deepStrictEqual(Object.assign(new A(1), { constructor: Object }), { x: 1, constructor: Object }))
show(() => assert.deepStrictEqual(Object.assign(new A(1), { constructor: 5 }), { x: 1, constructor: 5 }))
show(() => assert.deepStrictEqual(Object.setPrototypeOf([1], null), [1]))
class MyArray extends Array {}
show(() => assert.deepStrictEqual(MyArray.from([1, 2]), [1, 2]))
show(() => assert.deepStrictEqual(MyArray.from([1, 2]), MyArray.from([1, 2])))
class MyMap extends Map {}
show(() => assert.deepStrictEqual(new MyMap([[1, 2]]), new Map([[1, 2]])))
class MyError extends Error {}
show(() => assert.deepStrictEqual(new MyError('a'), new Error('a')))
show(() => assert.deepStrictEqual(new MyError('a'), new MyError('a')))
function Old() {}
show(() => assert.deepStrictEqual(new Old(), new Old()))
show(() => assert.deepStrictEqual(new Old(), {}))
show(() => assert.deepStrictEqual([], {}))
show(() => assert.deepStrictEqual({}, []))
show(() => assert.deepStrictEqual({ length: 0 }, []))
show(() => assert.deepStrictEqual((function () { return arguments })(1, 2), [1, 2]))
show(() => assert.deepStrictEqual((function () { return arguments })(1, 2), (function () { return arguments })(1, 2)))
show(() => assert.deepEqual((function () { return arguments })(1, 2), [1, 2]))
show(() => assert.deepStrictEqual({ [Symbol.toStringTag]: 'a' }, { [Symbol.toStringTag]: 'b' }))
show(() => assert.deepStrictEqual({ get [Symbol.toStringTag]() { return 'a' } }, { get [Symbol.toStringTag]() { return 'a' } }))
class Tagged { get [Symbol.toStringTag]() { return 'T' } }
show(() => assert.deepStrictEqual(new Tagged(), new Tagged()))
show(() => assert.deepEqual(new Tagged(), {}))
show(() => assert.deepEqual({}, new Tagged()))
show(() => assert.deepStrictEqual(new (class { #x = 1 })(), new (class { #x = 2 })()))
show(() => assert.deepStrictEqual(Promise.resolve(1), Promise.resolve(1)))
const p = Promise.resolve(1)
show(() => assert.deepStrictEqual(p, p))
show(() => assert.deepStrictEqual([p], [p]))
show(() => assert.deepStrictEqual(new WeakMap(), new WeakMap()))
show(() => assert.deepStrictEqual(new WeakSet(), new WeakSet()))
show(() => assert.deepEqual(new WeakSet(), new WeakSet()))
