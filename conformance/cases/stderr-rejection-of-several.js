// Of several unhandled rejections the first ends the program and is printed alone.
process.on('exit', (c) => console.log('exit', c));
setTimeout(() => {
  Promise.reject(new Error('one'));
  Promise.reject(new Error('two'));
}, 1);
