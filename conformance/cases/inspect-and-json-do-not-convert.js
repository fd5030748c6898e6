// Printing a timer and putting it into JSON convert nothing; template strings and %d do.
const { inspect, format } = require('util');
const converted = (t) => /kHasPrimitive\): (\w+)/.exec(inspect(t))[1];
const t = setTimeout(() => {}, 1);
const fresh = () => { const f = setTimeout(() => {}, 9); clearTimeout(f); return f; };
setTimeout(() => {
  console.log(typeof JSON.stringify(t), converted(t));
  for (const [name, f] of Object.entries({
    inspect: (x) => inspect(x), '%s': (x) => format('%s', x), '%o': (x) => format('%o', x), '%j': (x) => format('%j', x),
    template: (x) => `${x}`, '%d': (x) => format('%d', x), '%i': (x) => format('%i', x), '%f': (x) => format('%f', x),
  })) {
    const x = fresh();
    f(x);
    console.log('of', name, converted(x));
  }
  const x = fresh();
  console.log(format('%d', x) === String(+x));
}, 20);
