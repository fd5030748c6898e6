// A value that is no error is printed as itself, with a hint (here: undefined).
setTimeout(() => {
  throw undefined;
}, 1);
