const { setTimeout: sleep, setImmediate: soon } = require('timers/promises');
const ac = new AbortController();
let added = 0, removed = 0;
const { addEventListener, removeEventListener } = ac.signal;
ac.signal.addEventListener = function (...a) { added++; return addEventListener.apply(this, a); };
ac.signal.removeEventListener = function (...a) { removed++; return removeEventListener.apply(this, a); };
(async () => {
  await sleep(1, 0, { signal: ac.signal });
  console.log(added, removed);
  await soon(0, { signal: ac.signal });
  console.log(added, removed);
})();
