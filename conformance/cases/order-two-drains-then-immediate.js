setImmediate(() => {
  console.log('i1');
  Promise.resolve().then(() => { console.log('p1'); process.nextTick(() => { console.log('t1'); Promise.resolve().then(() => console.log('p2')); }); });
});
setImmediate(() => console.log('i2'));
