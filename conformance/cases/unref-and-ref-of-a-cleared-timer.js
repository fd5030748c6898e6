// ref and unref of a timer that is gone change hasRef alone: nothing is kept alive by them, and nothing let go.
const c = setTimeout(() => console.log('no'), 1e6);
clearTimeout(c);
console.log(c.unref().hasRef(), c.unref().hasRef(), c.ref().hasRef(), c.ref().hasRef());
const f = setTimeout(() => {}, 1);
setTimeout(() => {
  for (let i = 0; i < 5; i++) { f.unref(); c.unref(); }
  setTimeout(() => { console.log('still alive'); f.ref(); f.ref(); c.ref(); }, 20);
}, 20);
process.on('exit', () => console.log('exit', f.hasRef(), c.hasRef()));
