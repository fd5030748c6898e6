const t = setTimeout(() => console.log('BAD'), 1);
t._onTimeout = null;
setTimeout(() => console.log(t._destroyed, t._onTimeout), 20);
