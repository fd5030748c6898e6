// _idleTimeout becomes what _repeat is, a string too.
let n = 0;
const i = setInterval(() => { console.log([i._idleTimeout, i._repeat]); if (n++) clearInterval(i); }, 2);
i._repeat = '3';
