// Every conversion gives the number, as a string where one is needed.
const a = setTimeout(() => {}, 1), b = setTimeout(() => {}, 1);
console.log(Number.isInteger(+a), `${a}` === String(+a), { [a]: 1 }[+a], a < b, a + 0 === +a, a + '' === String(+a), a == +a, Math.max(a) === +a, [a].join() === String(+a));
for (const hint of ['number', 'string', 'default']) console.log(typeof a[Symbol.toPrimitive](hint));
