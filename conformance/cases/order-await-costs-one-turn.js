const log = [];
(async () => { await null; log.push('await null'); await Promise.resolve(); log.push('await promise'); })();
Promise.resolve().then(() => log.push(1)).then(() => log.push(2)).then(() => log.push(3)).then(() => console.log(log.join()));
