'use strict';
queueMicrotask(function () { console.log(arguments.length, this); }, 1, 2);
process.nextTick(function () { console.log(arguments.length, this); }, 1, 2);
