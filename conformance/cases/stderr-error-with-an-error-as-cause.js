// A cause that is an error prints with a stack of its own.
setImmediate(() => {
  const cause = new TypeError('the reason');
  throw new Error('outer', { cause });
});
