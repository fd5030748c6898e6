// The body of an async callback runs synchronously to its first await.
setTimeout(async () => { console.log('timer body'); await 0; console.log('timer after'); }, 5);
setTimeout(() => console.log('next timer'), 5);
process.nextTick(async () => { console.log('tick body'); await 0; console.log('tick after'); });
process.nextTick(() => console.log('next tick'));
