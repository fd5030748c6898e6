const { types } = require('util')
const values = {
  date: new Date(0), regexp: /x/, map: new Map(), set: new Set(), weakmap: new WeakMap(), weakset: new WeakSet(),
  promise: Promise.resolve(), thenable: { then() {} }, proxy: new Proxy({}, {}), proxyOfDate: new Proxy(new Date(0), {}),
  error: new Error('x'), typeError: new TypeError(), fakeError: Object.create(Error.prototype),
  sub: new (class E extends Error {})(), number: new Number(1), string: new String(''), boolean: new Boolean(false),
  symbol: Object(Symbol()), bigint: Object(1n), buffer: new ArrayBuffer(1), view: new DataView(new ArrayBuffer(1)),
  u8: new Uint8Array(1), u8c: new Uint8ClampedArray(1), f32: new Float32Array(1), big: new BigInt64Array(1), u32: new Uint32Array(1),
  args: (function () { return arguments })(), generator: (function* () {})(), generatorFunction: function* () {},
  asyncFunction: async () => {}, asyncMethod: { async m() {} }.m, method: { async() {} }.async, fn() {}, cls: class {},
  mapIterator: new Map().entries(), setIterator: new Set().values(), arrayIterator: [].values(),
  array: [], object: {}, nullProto: Object.create(null), prim: 5, text: 'x', nul: null, undef: undefined,
  fakeDate: { __proto__: Date.prototype }, fakeMap: { __proto__: Map.prototype }, math: Math,
  numberProto: Number.prototype, dateProto: Date.prototype, mapNoProto: Object.setPrototypeOf(new Map(), null),
  weakNoProto: Object.setPrototypeOf(new WeakMap(), null), generatorProto: (function* () {}).prototype,
}
for (const name of Object.keys(types)) {
  if (/KeyObject|CryptoKey|External|Module|Shared/.test(name)) continue
  console.log(name, Object.keys(values).filter((k) => types[name](values[k])).join())
}
console.log(types.isDate())
