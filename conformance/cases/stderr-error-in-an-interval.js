// An error of an interval ends the program at its first call.
setInterval(function every() {
  console.log('called');
  throw new Error('in an interval');
}, 1);
