// structuredClone.
//
// Invariant: a clone shares nothing mutable with its source; an object met twice is one object in
// the clone, so cycles are kept. Builtins are taken when a program first clones something.
(function (host, { DOMException, QuotaExceededError, recordOf }, { missing }) {
  const {
    apply, construct, defineProperty, getOwnPropertyDescriptor, kindOf, coded, transferred, detach,
    iterator, isDetached,
  } = host;
  const { keys, hasOwn, getPrototypeOf } = Object;
  const { get: typeTag } = getOwnPropertyDescriptor(getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag);
  const { isView } = ArrayBuffer;
  const { get: mapGet, set: mapSet, forEach: mapForEach } = Map.prototype;
  const { add: setAdd, forEach: setForEach } = Set.prototype;
  const { has: weakMapHas } = WeakMap.prototype;
  const { has: weakSetHas } = WeakSet.prototype;
  const iteratorPrototype = getPrototypeOf(getPrototypeOf([][iterator]()));
  const objectPrototype = Object.prototype;
  const { getTime } = Date.prototype;
  const { toString: functionText } = Function.prototype;
  const { toString: objectText } = Object.prototype;
  const { valueOf: numberValue } = Number.prototype;
  const { valueOf: stringValue } = String.prototype;
  const { valueOf: booleanValue } = Boolean.prototype;
  const { valueOf: bigintValue } = BigInt.prototype;
  const flags = getter(RegExp.prototype, 'flags');
  const source = getter(RegExp.prototype, 'source');
  const views = viewAccess(getPrototypeOf(Uint8Array.prototype), 'length');
  const dataViews = viewAccess(DataView.prototype, 'byteLength');
  const classes = {
    __proto__: null, Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError,
    Map, Set, Date, RegExp, DataView, Object, Float32Array, Float64Array, Int8Array, Int16Array,
    Int32Array, Uint8Array, Uint8ClampedArray, Uint16Array, Uint32Array, BigInt64Array, BigUint64Array,
  };
  const errorNames = {
    __proto__: null, EvalError: 1, RangeError: 1, ReferenceError: 1, SyntaxError: 1, TypeError: 1,
    URIError: 1,
  };

  function getter(prototype, name) {
    return getOwnPropertyDescriptor(prototype, name).get;
  }

  function viewAccess(prototype, length) {
    return {
      buffer: getter(prototype, 'buffer'), offset: getter(prototype, 'byteOffset'),
      length: getter(prototype, length),
    };
  }

  function failure(text) {
    return new DOMException(text, 'DataCloneError');
  }

  // How V8 names an object that it cannot clone.
  function nameOf(object, kind) {
    if (typeof object === 'function') return apply(functionText, object, []);
    if (kind !== 'Proxy' && object.toString === objectText) {
      for (let o = object; o !== null; o = getPrototypeOf(o)) {
        const d = getOwnPropertyDescriptor(o, 'constructor');
        if (d === undefined) continue;
        if (typeof d.value === 'function') return `#<${d.value.name}>`;
        break;
      }
    }
    if (kind === 'Proxy' && apply(objectText, object, []) !== '[object Array]') return '#<Object>';
    return apply(objectText, object, []);
  }

  // Kinds that the engine does not tell us and that cannot be cloned. Asking costs an exception, so
  // it is asked of objects with a prototype of their own only.
  function isSpecial(object) {
    const prototype = getPrototypeOf(object);
    if (prototype === objectPrototype || prototype === null) return false;
    for (let p = prototype; p !== null; p = getPrototypeOf(p)) {
      if (p === iteratorPrototype) return true; // an iterator or a generator
    }
    return accepts(weakMapHas, object) || accepts(weakSetHas, object) || host.isWeakObject(object);
  }

  function accepts(method, object) {
    try {
      apply(method, object, [object]);
      return true;
    } catch {
      return false;
    }
  }

  function put(object, key, value) {
    defineProperty(object, key, {
      __proto__: null, value, writable: true, enumerable: true, configurable: true,
    });
  }

  function hidden(object, key, value) {
    defineProperty(object, key, { __proto__: null, value, writable: true, configurable: true });
  }

  function copyKeys(from, to, memo) {
    const list = keys(from);
    for (let i = 0; i < list.length; i++) {
      if (hasOwn(from, list[i])) put(to, list[i], copy(from[list[i]], memo));
    }
    return to;
  }

  function copyError(error, memo) {
    const name = `${error.name}`;
    const made = construct(classes[errorNames[name] === 1 ? name : 'Error'], []);
    remember(memo, error, made);
    const message = getOwnPropertyDescriptor(error, 'message');
    if (message !== undefined && hasOwn(message, 'value')) hidden(made, 'message', `${message.value}`);
    const stack = error.stack;
    hidden(made, 'stack', typeof stack === 'string' ? stack : undefined);
    if (hasOwn(error, 'cause')) hidden(made, 'cause', copy(error.cause, memo));
    return made;
  }

  function copyException(error, record, memo) {
    const made = record.name === 'QuotaExceededError' && error instanceof QuotaExceededError ?
      copyQuota(error, record) : new DOMException(record.message, record.name);
    remember(memo, error, made);
    if (typeof error.stack === 'string') hidden(made, 'stack', error.stack);
    return made;
  }

  function copyQuota(error, record) {
    const options = { __proto__: null };
    if (error.quota !== null) options.quota = error.quota;
    if (error.requested !== null) options.requested = error.requested;
    return new QuotaExceededError(record.message, options);
  }

  function copyBuffer(buffer, memo) {
    if (isDetached(buffer)) throw failure('An ArrayBuffer is detached and could not be cloned.');
    return remember(memo, buffer, transferred(buffer, true));
  }

  function copyView(view, access, Class, memo) {
    const buffer = copy(apply(access.buffer, view, []), memo);
    return remember(memo, view, construct(Class, [
      buffer, apply(access.offset, view, []), apply(access.length, view, []),
    ]));
  }

  function remember(memo, from, to) {
    apply(mapSet, memo, [from, to]);
    return to;
  }

  function copy(value, memo) {
    if (typeof value === 'symbol') throw failure(`Symbol(${value.description ?? ''}) could not be cloned.`);
    if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return value;
    const known = apply(mapGet, memo, [value]);
    if (known !== undefined) return known;
    const kind = kindOf(value);
    switch (kind) {
      case 'Object': {
        const type = apply(typeTag, value, []);
        if (type !== undefined) return copyView(value, views, classes[type], memo);
        if (isView(value)) return copyView(value, dataViews, classes.DataView, memo);
        if (isSpecial(value)) break;
        return copyKeys(value, remember(memo, value, {}), memo);
      }
      case 'Array': {
        const made = remember(memo, value, []);
        made.length = value.length;
        return copyKeys(value, made, memo);
      }
      case 'Map': {
        const made = remember(memo, value, new classes.Map());
        const entries = [];
        apply(mapForEach, value, [(v, k) => { entries[entries.length] = k; entries[entries.length] = v; }]);
        for (let i = 0; i < entries.length; i += 2) {
          const key = copy(entries[i], memo);
          apply(mapSet, made, [key, copy(entries[i + 1], memo)]);
        }
        return made;
      }
      case 'Set': {
        const made = remember(memo, value, new classes.Set());
        const entries = [];
        apply(setForEach, value, [(v) => { entries[entries.length] = v; }]);
        for (let i = 0; i < entries.length; i++) apply(setAdd, made, [copy(entries[i], memo)]);
        return made;
      }
      case 'Error': {
        const record = recordOf(value);
        return record === undefined ? copyError(value, memo) : copyException(value, record, memo);
      }
      case 'ArrayBuffer': return copyBuffer(value, memo);
      case 'Date': return remember(memo, value, new classes.Date(apply(getTime, value, [])));
      case 'RegExp': return remember(memo, value,
        new classes.RegExp(apply(source, value, []), apply(flags, value, [])));
      case 'Number': return remember(memo, value, classes.Object(apply(numberValue, value, [])));
      case 'String': return remember(memo, value, classes.Object(apply(stringValue, value, [])));
      case 'Boolean': return remember(memo, value, classes.Object(apply(booleanValue, value, [])));
      case 'BigInt': return remember(memo, value, classes.Object(apply(bigintValue, value, [])));
    }
    throw failure(`${nameOf(value, kind)} could not be cloned.`);
  }

  function invalid(text) {
    return coded('TypeError', 'ERR_INVALID_ARG_TYPE', `Failed to execute 'structuredClone': ${text}`);
  }

  function transferList(options) {
    if (options === undefined || options === null) return [];
    if (typeof options !== 'object' && typeof options !== 'function') {
      throw invalid('Options cannot be converted to a dictionary');
    }
    const given = options.transfer;
    if (given === undefined) return [];
    if (given === null || typeof given !== 'object' || typeof given[iterator] !== 'function') {
      throw invalid('transfer in Options cannot be converted to sequence.');
    }
    const list = [];
    for (const item of given) {
      if (item === null || (typeof item !== 'object' && typeof item !== 'function')) {
        throw invalid(`transfer in Options[${list.length}] is not an object.`);
      }
      list[list.length] = item;
    }
    return list;
  }

  function structuredClone(value, options) {
    if (arguments.length === 0) throw missing('The value argument must be specified');
    const list = transferList(options);
    const memo = new classes.Map();
    for (let i = 0; i < list.length; i++) {
      if (kindOf(list[i]) !== 'ArrayBuffer') throw failure('Found invalid value in transferList.');
      if (apply(mapGet, memo, [list[i]]) !== undefined) {
        throw failure('Transfer list contains duplicate ArrayBuffer');
      }
      if (isDetached(list[i])) throw failure('Cannot transfer object of unsupported type.');
      remember(memo, list[i], transferred(list[i], false));
    }
    const made = copy(value, memo);
    for (let i = 0; i < list.length; i++) detach(list[i]);
    return made;
  }

  return { structuredClone };
})
