// A Proxy around a handle works as the handle.
const t = setTimeout(() => console.log('no'), 1);
const p = new Proxy(t, {});
console.log(p.hasRef(), p.unref() === p, t.hasRef());
clearTimeout(p);
console.log(t._destroyed);
