// A Timeout made by hand warns of its duration, counts as a resource, never fires and keeps nothing alive.
process.on('warning', (w) => console.log(w.name));
const Timeout = setTimeout(() => {}, 1).close().constructor;
const count = () => process.getActiveResourcesInfo().filter((r) => r === 'Timeout').length;
const t = new Timeout(() => console.log('no'), 1, undefined, false, true);
console.log(count());
new Timeout(() => console.log('no'), -1, undefined, true, true);
new Timeout(() => console.log('no'), NaN, undefined, false, false);
new Timeout(() => console.log('no'), 2 ** 31, undefined, false, false);
console.log(count(), t.hasRef(), t._destroyed);
process.on('beforeExit', () => console.log('beforeExit'));
