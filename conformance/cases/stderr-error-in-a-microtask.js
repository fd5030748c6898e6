// An error of a microtask is printed as any other.
queueMicrotask(function task() {
  throw new Error('in a microtask');
});
setImmediate(() => console.log('no'));
