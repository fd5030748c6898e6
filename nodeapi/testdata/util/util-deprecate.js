const util = require('util')
const show = (f) => { try { console.log(f()) } catch (e) { console.log(e.name, e.code, e.message) } }
const f = util.deprecate(function ff(a, b) { return [this, a, b] }, 'ff is old', 'DEP1')
console.log(f.call('t', 1, 2), f.length, f.name)
f()
util.deprecate(() => 1, 'same code', 'DEP1')()
const g = util.deprecate(() => 1, 'no code')
g()
g()
class K { constructor(a) { this.a = a } static s() { return 's' } }
const D = util.deprecate(K, 'K is old', 'DEP2')
console.log(new D(3), new D(3) instanceof K, new K(1) instanceof D, D.s())
show(() => util.deprecate(() => 1, 'x', 5))
process.noDeprecation = true
util.deprecate(() => 1, 'silent', 'DEP3')()
process.noDeprecation = false
console.log(util.isArray([]), util.isArray({}))
console.log(util._extend({ a: 1 }, { b: 2 }), util._extend({ a: 1 }, null), util._extend(1, 5))
