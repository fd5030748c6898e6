// Immediates print by the usual depth rules, neighbours included.
const fix = (s) => s.replace(/(asyncId|triggerId)\): \d+/g, '$1): N');
const { inspect } = require('util');
const a = setImmediate(function named() {}, 1, 2), b = setImmediate(() => {});
console.log(fix(inspect(a)));
console.log(fix(inspect({ x: { a } })));
clearImmediate(a);
console.log(fix(inspect(a)));
