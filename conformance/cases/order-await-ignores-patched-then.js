// await of a native promise does not call a patched then.
const original = Promise.prototype.then;
let calls = 0;
setTimeout(async () => {
  Promise.prototype.then = function (...args) { calls++; return original.apply(this, args); };
  await Promise.resolve();
  await 5;
  Promise.prototype.then = original;
  console.log('calls', calls);
}, 1);
