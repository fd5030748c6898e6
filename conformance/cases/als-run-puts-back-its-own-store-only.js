const { AsyncLocalStorage } = require('async_hooks');
const a = new AsyncLocalStorage();
const b = new AsyncLocalStorage();
a.run(1, () => b.enterWith(2));
console.log(a.getStore(), b.getStore());
a.enterWith('x');
a.exit(() => console.log(a.getStore()));
console.log(a.getStore());
