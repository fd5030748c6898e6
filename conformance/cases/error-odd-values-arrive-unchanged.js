process.on('uncaughtException', (v) => console.log(typeof v, String(v)));
for (const v of [undefined, null, 0, '', Symbol('s'), false]) setImmediate(() => { throw v; });
