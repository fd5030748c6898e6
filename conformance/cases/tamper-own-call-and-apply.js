// call and apply of a callback are not used.
const f = () => console.log('called');
f.call = f.apply = f.bind = () => console.log('no');
setTimeout(f, 1, 1, 2);
setImmediate(f, 1);
process.nextTick(f, 1, 2, 3, 4, 5, 6);
queueMicrotask(f);
