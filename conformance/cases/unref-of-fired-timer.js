const t = setTimeout(() => { console.log(t.hasRef()); t.unref(); console.log(t.hasRef()); }, 1);
setTimeout(() => { console.log(t.hasRef(), t.ref() === t, t.hasRef()); }, 20);
