// refresh of a pending or running timer keeps the store that the timer was set with.
const { AsyncLocalStorage } = require('async_hooks');
const als = new AsyncLocalStorage();
let n = 0;
const t = als.run('first', () => setTimeout(() => {
  console.log(als.getStore());
  if (++n === 1) als.run('second', () => t.refresh());
}, 5));
als.run('other', () => t.refresh());
