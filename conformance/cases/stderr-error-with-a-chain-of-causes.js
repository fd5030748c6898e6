// Causes of causes print as deep as they go.
setImmediate(() => {
  throw new Error('outer', { cause: new Error('middle', { cause: new RangeError('inner') }) });
});
