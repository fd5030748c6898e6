// An exception of a listener becomes an uncaught exception later; the others go on.
const e = new EventTarget();
e.addEventListener('x', () => { throw new Error('E1'); });
e.addEventListener('x', () => print('goes on'));
e.addEventListener('x', { handleEvent(v) { print('object', this.q, v.type); throw new Error('E2'); }, q: 7 });
e.addEventListener('x', async () => { throw new Error('E3'); });
e.addEventListener('x', {});
e.addEventListener('x', () => ({ then(a, b) { print('then', typeof a, typeof b); } }));
e.addEventListener('x', () => { throw undefined; });
nextTick(() => print('tick'));
print('result', e.dispatchEvent(new Event('x')));
print('end of script');
