// With no tick queued a drain begins with microtasks: all of them, then the ticks they queued.
setImmediate(() => {
  Promise.resolve().then(() => { console.log('p1'); process.nextTick(() => console.log('tick of p1')); });
  Promise.resolve().then(() => { console.log('p2'); queueMicrotask(() => console.log('m of p2')); });
});
setImmediate(() => {
  process.nextTick(() => console.log('tick'));
  Promise.resolve().then(() => { console.log('p3'); process.nextTick(() => console.log('tick of p3')); });
  Promise.resolve().then(() => console.log('p4'));
});
