const all = [];
for (let i = 0; i < 5; i++) all.push(setImmediate(() => { console.log(i); all.forEach(clearImmediate); }));
setImmediate(() => console.log('after'));
