// The body of an async immediate runs to its first await at once, the rest in the drain behind it.
setImmediate(async () => { console.log('body'); await 0; console.log('after await'); process.nextTick(() => console.log('tick')); });
setImmediate(() => console.log('next immediate'));
