// The form of Node's classes: which properties are enumerable, what a wrong receiver or a missing
// argument is told, and how a class prints itself. Shared by the files that define classes.
(function (host) {
  const { defineProperty, assign, toStringTag, inspectCustom, coded } = host;

  function wrongThis(name) {
    return coded('TypeError', 'ERR_INVALID_THIS', 'Value of "this" must be of type ' + name);
  }

  function missing(...names) {
    let text = 'The ';
    for (let i = 0; i < names.length; i++) {
      if (i > 0) text += i === names.length - 1 ? ' and ' : ', ';
      text += '"' + names[i] + '"';
    }
    text += names.length === 1 ? ' argument must be specified' : ' arguments must be specified';
    return coded('TypeError', 'ERR_MISSING_ARGS', text);
  }

  const enumerable = { __proto__: null, enumerable: true };
  function show(object, names, tag) {
    for (let i = 0; i < names.length; i++) defineProperty(object, names[i], enumerable);
    if (tag !== undefined) {
      defineProperty(object, toStringTag, { __proto__: null, value: tag, configurable: true });
    }
  }

  function lengthOf(f, n) {
    defineProperty(f, 'length', { __proto__: null, value: n });
  }

  // inner lowers the depth for what a custom inspection prints within itself.
  function inner(options) {
    const copy = assign({ __proto__: null }, options);
    if (typeof copy.depth === 'number') copy.depth -= 1; // null and undefined stay
    return copy;
  }

  // tooDeep is what a custom inspection returns below the depth. Node returns the object and its
  // printer shortens it, because symbol keys are in it; here the state is private.
  function tooDeep(object) {
    return `[${object.constructor.name}]`;
  }

  return { inspectCustom, wrongThis, missing, show, lengthOf, inner, tooDeep };
})
