// An unref'd immediate runs when the loop is done waiting: for the next timer, however far, or for one that was cleared and still wakes the loop.
let start = performance.now();
const late = () => performance.now() - start;
setImmediate(() => {
  console.log('with a far timer: not before it', late() > 490);
  setImmediate(again);
}).unref();
setTimeout(() => {}, 500);

function again() {
  start = performance.now();
  setImmediate(() => console.log('with a cleared timer: when that would fire', late() < 300)).unref();
  clearTimeout(setTimeout(() => {}, 20));
  setTimeout(() => {}, 600);
}
