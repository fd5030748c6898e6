const { setTimeout: sleep } = require('timers/promises');
let asked = false;
const thenable = { then(r) { asked = true; r('adopted'); } };
const p = sleep(5, thenable);
setTimeout(() => console.log('before', asked), 1);
p.then((v) => console.log(v, asked));
