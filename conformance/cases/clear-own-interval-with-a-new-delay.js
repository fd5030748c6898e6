// An interval cleared in its own callback that is then given a delay is queued again, but keeps nothing alive and calls nothing; refresh makes a timer of it.
const list = [];
const t = setInterval(() => {
  clearInterval(t);
  t._idleTimeout = 2;
  setImmediate(() => console.log('queued', t._idleNext !== null, t._idleTimeout, t._destroyed, t.hasRef()));
}, 60000 - 59995);
process.on('beforeExit', () => console.log('beforeExit', process.getActiveResourcesInfo().filter((r) => r === 'Timeout')));
