// Anything callable is accepted.
setTimeout(new Proxy(function () { console.log('proxy'); }, {}), 1);
setTimeout((() => console.log('bound')).bind(null), 1);
setTimeout(function* () { console.log('BAD'); }, 1);
setTimeout(async () => console.log('async'), 1);
process.once('uncaughtException', (e) => console.log(e.name));
setTimeout(class {}, 1);
