const t = setTimeout(() => {}, 1000), n = +t;
for (const v of [new Number(n), [n], BigInt(n), n + 0.5, '0' + n, ' ' + n, n + ' ', '+' + n, n + '.0', new String(n), { valueOf: () => n }, -n]) {
  clearTimeout(v); clearInterval(v); clearImmediate(v);
}
clearImmediate(n); clearImmediate(String(n));
console.log(t._destroyed);
clearInterval(String(n));
console.log(t._destroyed);
