// A timer is due when whole milliseconds of the loop's clock say so: never before, and never a full millisecond early by performance.now.
const tick = () => { const t = setTimeout(() => {}, 9); clearTimeout(t); return t._idleStart; };
let left = 200, early = 0, much = 0;
for (let i = 0; i < 200; i++) setTimeout(() => {
  const delay = 1 + i % 7, from = performance.now();
  const t = setTimeout(() => {
    if (performance.now() - from <= delay - 1) much++;
    if (tick() - t._idleStart < delay) early++;
    if (--left === 0) console.log('early', early, much);
  }, delay);
}, i % 50);
