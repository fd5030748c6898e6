// A value that is no error is printed as itself, with a hint (here: null).
setTimeout(() => {
  throw null;
}, 1);
