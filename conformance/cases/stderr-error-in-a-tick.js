// An error of a tick is printed as any other, and the ticks behind it do not run.
process.nextTick(() => {
  throw new SyntaxError('in a tick');
});
process.nextTick(() => console.log('no'));
