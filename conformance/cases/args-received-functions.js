// A function that is refused is named; without a name a space is left.
const tp = require('timers/promises');
(async () => {
  for (const f of [function named() {}, class C {}, () => {}, (() => function () {})()])
    await tp.setTimeout(1, 0, f).catch((e) => console.log(JSON.stringify(e.message)));
})();
