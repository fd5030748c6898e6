// Properties of an error come in braces behind its stack, its cause in brackets; they are shown five levels deep.
class MyError extends Error {
  name = 'MyError';
}
setImmediate(() => {
  throw Object.assign(new MyError('with more', { cause: { why: 'inner', list: [1, 2] } }), { code: 'E_CODE', deep: { a: { b: { c: { d: { e: {} } } } } } });
});
