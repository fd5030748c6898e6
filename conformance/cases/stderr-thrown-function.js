// A value that is no error is printed as itself, with a hint (here: function).
setTimeout(() => {
  throw function named() {};
}, 1);
