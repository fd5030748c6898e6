const log = [];
new Promise((r) => r(Promise.resolve())).then(() => log.push('adopted'));
Promise.resolve().then(() => log.push(1)).then(() => log.push(2)).then(() => log.push(3)).then(() => console.log(log.join()));
