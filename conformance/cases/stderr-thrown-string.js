// A value that is no error is printed as itself, with a hint (here: string).
setTimeout(() => {
  throw 'text';
}, 1);
