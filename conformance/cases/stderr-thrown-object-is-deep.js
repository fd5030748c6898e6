// A thrown object is shown five levels deep.
setImmediate(() => {
  throw { a: { b: { c: { d: { e: { f: 1 } } } } } };
});
