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

const buffer = (...bytes) => new Uint8Array(bytes).buffer
show(() => assert.deepStrictEqual(new Uint8Array([1, 2]), new Uint8Array([1, 2])))
show(() => assert.deepStrictEqual(new Uint8Array([1, 2]), new Uint8Array([1, 3])))
show(() => assert.deepStrictEqual(new Uint8Array([1, 2]), new Uint8Array([1])))
show(() => assert.deepStrictEqual(new Uint8Array([1, 2]), new Uint8ClampedArray([1, 2])))
show(() => assert.deepStrictEqual(new Uint8Array([1, 2]), [1, 2]))
show(() => assert.deepStrictEqual(new Int16Array([1, -2]), new Int16Array([1, -2])))
show(() => assert.deepStrictEqual(new Int16Array([1, -2]), new Int16Array([1, -3])))
show(() => assert.deepStrictEqual(new Float32Array([0]), new Float32Array([-0])))
show(() => assert.deepStrictEqual(new Float64Array([NaN]), new Float64Array([NaN])))
show(() => assert.deepStrictEqual(new Float64Array([1.5, 2.5]), new Float64Array([1.5, 2.25])))
show(() => assert.deepStrictEqual(new Uint8Array(buffer(1, 2, 3), 1), new Uint8Array([2, 3])))
show(() => assert.deepStrictEqual(Object.assign(new Uint8Array([1]), { a: 1 }), new Uint8Array([1])))
show(() => assert.deepStrictEqual(Object.assign(new Uint8Array([1]), { a: 1 }), Object.assign(new Uint8Array([1]), { a: 1 })))
show(() => assert.deepStrictEqual(buffer(1, 2), buffer(1, 2)))
show(() => assert.deepStrictEqual(buffer(1, 2), buffer(1, 3)))
show(() => assert.deepStrictEqual(buffer(1, 2), new Uint8Array([1, 2])))
show(() => assert.deepStrictEqual(new DataView(buffer(1, 2)), new DataView(buffer(1, 2))))
show(() => assert.deepStrictEqual(new DataView(buffer(1, 2), 1), new DataView(buffer(2))))
show(() => assert.deepEqual(new Uint8Array([1, 2]), new Uint8Array([1, 2])))
show(() => assert.deepEqual(new Uint8Array(), new Int8Array()))
show(() => assert.deepEqual(buffer(1), new DataView(buffer(1))))
show(() => assert.deepStrictEqual({ data: new Uint8Array([1, 2, 3]) }, { data: new Uint8Array([1, 9, 3]) }))
show(() => assert.deepStrictEqual(new Uint8Array(30), new Uint8Array(30).fill(1, 15, 16)))
