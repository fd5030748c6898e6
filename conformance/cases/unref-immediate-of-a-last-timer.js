const busy = (ms) => { const end = Date.now() + ms; while (Date.now() < end); };

// A last timer that queues an unref'd immediate ends the loop; a ref'd one that comes later takes it along.
process.once('beforeExit', () => {
  console.log('one');
  setTimeout(() => {}, 2);
  setTimeout(() => { setImmediate(() => console.log('unref immediate')).unref(); }, 40);
  process.once('beforeExit', () => {
    console.log('two');
    setTimeout(() => console.log('overdue unref'), 1).unref();
    busy(5);
    setImmediate(() => console.log('immediate'));
  });
});
