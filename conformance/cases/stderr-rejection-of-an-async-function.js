// What leaves an async function prints as an uncaught error of that place.
async function work() {
  await null;
  throw new TypeError('in async');
}
work();
