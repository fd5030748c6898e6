// An AggregateError prints the errors that it holds.
setImmediate(() => {
  throw new AggregateError([new Error('one'), 'two', { three: 3 }], 'many');
});
