const im = setImmediate(() => console.log('runs'));
console.log(+im, String(im));
clearImmediate(+im);
clearTimeout(im);
