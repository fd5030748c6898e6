// What is printed of an uncaught error or value does not depend on its own inspect functions.
const { inspect } = require('util');
class X {
  [inspect.custom]() { return 'not asked'; }
}
setImmediate(() => {
  throw Object.assign(new Error('with an X'), { x: new X() });
});
