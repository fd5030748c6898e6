// What a listener of 'beforeExit' enters is seen by what it schedules and not by 'exit'.
const { AsyncLocalStorage } = require('async_hooks');
const als = new AsyncLocalStorage();
als.enterWith('main');
let n = 0;
process.on('beforeExit', () => {
  console.log('beforeExit', als.getStore());
  if (++n > 1) return;
  als.enterWith('entered');
  process.nextTick(() => console.log('tick', als.getStore()));
  setTimeout(() => console.log('timer', als.getStore()), 1);
});
process.on('exit', () => console.log('exit', als.getStore()));
