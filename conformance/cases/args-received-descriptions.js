// What was received is described by its kind.
class Foo {}
const values = [undefined, null, 0, -0, NaN, 1e21, 'x', "it's", 'a'.repeat(28), 'a'.repeat(29), '', 'a\nb', true, Symbol('s'), Symbol(), -5n,
  {}, [], /x/, new Foo(), new (class extends Foo {})(), Object.create(null), new Date(0), new Map(), Promise.resolve(), new Error('x'),
  { constructor: 5 }, { constructor: { name: 'Zed' } }, new Proxy({}, {}), Object.assign(Object.create(null), { a: 1, b: { c: 2 } }), globalThis, Math];
for (const v of values) {
  try { setTimeout(v, 1); console.log('accepted'); } catch (e) { console.log(e.message.slice(e.message.indexOf('Received'))); }
}
