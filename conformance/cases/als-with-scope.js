// withScope puts a store in place until the block ends.
const { AsyncLocalStorage } = require('async_hooks');
const als = new AsyncLocalStorage();
{
  const scope = als.withScope('store');
  console.log(als.getStore(), Object.keys(scope));
  setTimeout(() => console.log('timer', als.getStore()), 1);
  scope[Symbol.dispose]();
  console.log(als.getStore());
}
als.run('outer', () => {
  const a = als.withScope('a'), b = als.withScope('b');
  console.log(als.getStore());
  b.dispose();
  console.log(als.getStore());
  a.dispose(); a.dispose();
  console.log(als.getStore());
});
