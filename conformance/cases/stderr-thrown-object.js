// A value that is no error is printed as itself, with a hint (here: object).
setTimeout(() => {
  throw { a: 1, b: [2, { c: 3 }] };
}, 1);
