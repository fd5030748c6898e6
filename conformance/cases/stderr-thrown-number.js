// A value that is no error is printed as itself, with a hint (here: number).
setTimeout(() => {
  throw 42;
}, 1);
