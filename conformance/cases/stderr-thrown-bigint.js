// A value that is no error is printed as itself, with a hint (here: bigint).
setTimeout(() => {
  throw 10n;
}, 1);
