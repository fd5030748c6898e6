for (const v of [1, 'x', {}, [1], [1, 2, 3]]) {
  try { process.hrtime(v); } catch (e) { console.log(e.name, e.code, e.message); }
}
const [s, ns] = process.hrtime(process.hrtime());
console.log(s === 0, ns >= 0, typeof process.hrtime.bigint());
