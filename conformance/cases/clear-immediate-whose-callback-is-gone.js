// clearImmediate looks at _onImmediate: an immediate that has lost it cannot be cleared, and throws when its turn comes.
process.on('uncaughtException', (e) => console.log(e.name, e.message));
const im = setImmediate(() => console.log('never'));
im._onImmediate = null;
clearImmediate(im);
console.log(im._destroyed, im.hasRef());
setImmediate(() => console.log('next'));
