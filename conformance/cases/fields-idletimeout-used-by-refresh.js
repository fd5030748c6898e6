const t = setTimeout(() => console.log('fired', t._idleTimeout), 5000);
t._idleTimeout = 2;
t.refresh();
setTimeout(() => { console.log('after'); }, 60);
