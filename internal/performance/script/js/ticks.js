// A chain of ticks: each queues the next.
let left = n;
function next() {
  if (--left === 0) end();
  else process.nextTick(next);
}
begin();
process.nextTick(next);
