// A message of several lines is printed as it is.
setImmediate(() => {
  throw new Error('first\n  second\nthird');
});
