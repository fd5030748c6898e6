// What is not within 1 and 2147483647 after the conversion is 1.
process.on('warning', () => {});
for (const v of [2147483647.5, 2147483647.0001, 2 ** 40, 0.999, -2147483648, Number.MIN_VALUE, {}, () => {}]) {
  const t = setTimeout(() => {}, v), i = setInterval(() => {}, v);
  console.log(t._idleTimeout, i._repeat);
  clearTimeout(t);
  clearInterval(i);
}
