// run and exit put back the store that was there before, but when it is the same as the one they are given they do nothing at all, and what the function enters stays.
const { AsyncLocalStorage } = require('async_hooks');
const als = new AsyncLocalStorage();
als.exit(() => als.enterWith(1));
console.log('exit without a store', als.getStore());
als.exit(() => als.enterWith(5));
console.log('exit with a store', als.getStore());
als.run(1, () => als.enterWith(2));
console.log('run with the same', als.getStore());
als.run(3, () => als.enterWith(4));
console.log('run with another', als.getStore());
als.run(NaN, () => { als.run(NaN, () => als.enterWith('x')); console.log('NaN is NaN', als.getStore()); });
als.run(0, () => { als.run(-0, () => als.enterWith('x')); console.log('0 is not -0', als.getStore()); });

const other = new AsyncLocalStorage();
als.run(7, () => other.enterWith('kept'));
console.log('of another storage', other.getStore());

const d = new AsyncLocalStorage({ defaultValue: 9 });
console.log('default', d.getStore(), 'exit', d.exit(() => d.getStore()));
d.run(9, () => d.enterWith(4));
console.log('run with the default', d.getStore());
