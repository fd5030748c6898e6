process.on('exit', (c) => { console.log('exit', c); queueMicrotask(() => console.log('BAD')); });
setTimeout(() => {
  process.nextTick(() => console.log('BAD'));
  try { process.exit(4); } finally { console.log('BAD'); }
}, 1);
setTimeout(() => console.log('BAD'), 1);
