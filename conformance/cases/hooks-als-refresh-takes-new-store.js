const { AsyncLocalStorage } = require('async_hooks');
const als = new AsyncLocalStorage();
let n = 0;
const t = als.run('first', () => setTimeout(() => { console.log(als.getStore()); if (++n === 1) setTimeout(() => als.run('second', () => t.refresh()), 5); }, 1));
