// A reason that is no Error is put into words without running its methods.
process.on('uncaughtException', (e, origin) => console.log(origin, e.name, e.code, e.message && e.message.slice(e.message.indexOf('reason'))));
class Foo {}
const reasons = [undefined, null, 5, 'text', Symbol('s'), {}, [1], () => 1, { toString() { return 'custom'; } }, Object.create(null), 10n,
  Object.create(Error.prototype), { stack: 'own' }, new Foo(), new Date(NaN), new Map(), new Error('real')];
for (const r of reasons) Promise.reject(r);
