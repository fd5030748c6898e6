// A symbol or a bigint as delay throws a TypeError without a code; no timer exists.
for (const d of [Symbol('x'), 10n, { valueOf: () => Symbol('y') }, Object.create(null)]) {
  try { setTimeout(() => console.log('BAD'), d); } catch (e) { console.log(e instanceof TypeError, e.code); }
}
try { setTimeout(() => {}, { valueOf() { throw new RangeError('mine'); } }); } catch (e) { console.log(e.name, e.message, e.code); }
console.log(process.getActiveResourcesInfo().filter((r) => r === 'Timeout').length);
