// An uncaught error prints where it was thrown, the line, a caret and the stack; 'exit' is told 1.
process.on('exit', (c) => console.log('exit', c, process.exitCode));
function inner() {
  throw new Error('boom');
}
function outer() {
  inner();
}
setTimeout(outer, 1);
setTimeout(() => console.log('no'), 50);
