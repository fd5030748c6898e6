// The six functions are ordinary functions: new works, and gives what the call returns if it is an object.
const t = new setTimeout(() => console.log('fired'), 1);
console.log(t.constructor.name, t instanceof setTimeout, new setInterval(() => {}, 1).close().constructor.name);
console.log(new setImmediate(() => {}).constructor.name, typeof new clearTimeout(), new clearImmediate() instanceof clearImmediate);
for (const f of [setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate])
  console.log(f.name, Object.getOwnPropertyNames(f), f.prototype.constructor === f, Object.getOwnPropertyDescriptor(f, 'prototype').writable);
