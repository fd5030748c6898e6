// A callback that is a Proxy is called as such; a class throws when it is called.
process.on('uncaughtException', (e) => console.log(e.constructor === TypeError));
setTimeout(new Proxy(() => {}, { apply(target, self, args) { console.log(self.constructor.name, Array.isArray(args), args); } }), 1, 4, 5);
setTimeout(class {}, 10);
setTimeout(console.log, 20, '%s!', 'format');
setTimeout(Object.assign(() => console.log('own call ignored'), { call() { console.log('no'); }, apply() { console.log('no'); } }), 30);
