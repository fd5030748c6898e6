// The last immediate of its queue throws: those queued since come first, then its ticks.
process.on('uncaughtException', (e) => console.log('handled', e.message));
setImmediate(() => {
  process.nextTick(() => console.log('tick'));
  setImmediate(() => console.log('nested'));
  throw new Error('last');
});
