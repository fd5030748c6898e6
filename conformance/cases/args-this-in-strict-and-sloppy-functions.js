// The handle is this in strict callbacks as in sloppy ones; ticks and microtasks have none.
const strict = (f) => function () { 'use strict'; f(this); };
const t = setTimeout(strict((self) => console.log('timeout', self === t)), 1);
const i = setImmediate(strict((self) => console.log('immediate', self === i)));
process.nextTick(strict((self) => console.log('tick', self)));
process.nextTick(function () { console.log('sloppy tick', this === globalThis); });
queueMicrotask(strict((self) => console.log('microtask', self)));
queueMicrotask(function () { console.log('sloppy microtask', this === globalThis); });
const until = performance.now() + 20; while (performance.now() < until);
