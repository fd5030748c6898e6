// A neighbour in the list prints as [Timeout], at any depth that is asked for.
const { inspect } = require('util');
const fix = (s) => s.replace(/(_idleStart): \d+/g, '$1: N').replace(/((?:async|trigger)Id\)): \d+/g, '$1: N');
const a = setTimeout(() => {}, 50), b = setTimeout(function f() {}, 50, 1), c = setTimeout(() => {}, 50);
console.log(fix(inspect(b)));
for (const depth of [0, 5, null]) console.log(fix(inspect(b, { depth })) === fix(inspect(b)));
for (const depth of [0, 5]) console.log(fix(inspect({ a: b }, { depth })));
[a, b, c].forEach(clearTimeout);
