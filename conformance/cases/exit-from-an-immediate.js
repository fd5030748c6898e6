// process.exit in an immediate is the end: nothing runs after it, not even microtasks that are queued.
process.on('exit', (c) => console.log('exit', c));
setImmediate(() => {
  console.log('before');
  process.nextTick(() => console.log('no'));
  queueMicrotask(() => console.log('no'));
  Promise.resolve().then(() => console.log('no'));
  setImmediate(() => console.log('no'));
  setTimeout(() => console.log('no'), 0);
  try { process.exit(6); } finally { console.log('no'); }
});
setTimeout(() => console.log('no'), 50);
