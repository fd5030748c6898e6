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

const x = { a: { assert }, y: 0 }
show(() => assert.ok(0))
show(() => assert(0))
show(() => assert['ok'](0))
show(() => assert?.ok(0))
show(() => assert?.['ok'](0))
show(() => assert[(() => 'ok')()](0))
show(() => (0, assert.ok)(0))
show(() => { const ok = assert.ok; ok(0); ok(1) })
show(() => { x.a.assert.ok(1 === 2, undefined) })
show(() => assert.ok(
  0
))
show(() => assert.ok(`a${''}` === 'x;)'))
show(() => assert.ok(/[)]/.test('a;') && 'a)'))
show(() => assert.ok(`
` === ''))
show(() => assert.ok(0
  , undefined))
show(() => assert.ok('a\tb' === 'x' /* comment ) */)) // more
show(() => assert.ok((a) => 5) || assert.ok(null))
show(() => { assert.strict.ok(0) })
show(() => { assert.strict(0) })
show(() => { assert.strict.strict(((0))); x() })
show(() => { assert.ok(typeof 123 === 'string') })
show(() => { assert.ok() })
show(() => { assert() })
show(() => { assert.ok.call(null, 0) })
show(() => { [0].forEach(assert) })
show(() => { [0].forEach((v) => assert(v)) })
show(() => { Reflect.apply(assert.ok, null, [0]) })
show(() => { assert /* c */ . ok /* d */ (0) })
show(() => assert.ok(x.y = 4 / 2 > 3 && /;/))
show(() => { const { ok } = assert; return ok(!ok, null) })
show(() => { x.y; assert.ok(0) })
show(() => { if (1) assert.ok(0); else assert.ok(1) })
show(() => { assert.
  ok(0) })
show(() => { assert.ok(0).x.y() })
show(() => { const s = 'é𝒳'; assert.ok(!s) })
show(() => { assert.ok(((a, b) => a)(0, 'x'), ) })
show(() => { class A { #p = assert; m() { this.#p.ok(0) } } new A().m() })
show(() => { ({ assert }).assert.ok(0) })
show(() => { [assert][0].ok(0) })
show(() => { [assert][0](0) })
show(() => { (() => assert)().ok(0) })
show(() => { assert.ok?.(0) })
show(() => { assert?.(0) })
show(() => { assert.ok(0n) })
show(() => { for (const v of [0]) assert(v) })
show(() => { assert.ok(...[0]) })
show(() => { assert.ok('' / 1) })
show(() => { const z = assert.ok(0) / 2; /x/ })
show(() => { const z = assert["o" + "k"](0) })
show(() => { const z = assert[`ok`](0) })
show(() => { assert.ok(undefined) })
show(() => { assert.ok(NaN) })
show(() => { assert.ok('') })
show(() => { const { strict } = assert; strict(false) })
show(() => { const { strict } = assert; strict.ok(null, null) })
show(() => { return assert.ok(x.a.b?.c ?? x['y']) })
show(() => { function f() { assert(arguments[0]) } f(0) })
