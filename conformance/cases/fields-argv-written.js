// _argv of an immediate is spread when it runs; falsy means no arguments.
const set = (v) => { const im = setImmediate((...a) => console.log(a), 'given'); im._argv = v; return im; };
set(undefined); set([1, 2]); set(null); set(0); set('ab'); set('');
setImmediate((...a) => console.log(a), 'x')._argv.push('y');
