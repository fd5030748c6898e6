// A reaction has the store of the place where then was called, not of where the promise was made or settled.
const { AsyncLocalStorage } = require('async_hooks');
const als = new AsyncLocalStorage();
let resolve;
const p = als.run('made', () => new Promise((r) => { resolve = r; }));
als.run('then', () => p.then(() => console.log('then', als.getStore())));
als.run('await', async () => { await p; console.log('await', als.getStore()); });
p.finally(() => console.log('outside', als.getStore()));
als.run('settled', () => resolve());
