// An immediate whose _onImmediate is falsy is not skipped as a timer would be.
process.on('uncaughtException', (e) => console.log(e.name));
for (const v of [null, undefined, 0, false]) setImmediate(() => console.log('no'))._onImmediate = v;
setImmediate(() => console.log('next'));
