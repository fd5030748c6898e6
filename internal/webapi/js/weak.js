// WeakRef and FinalizationRegistry over the collector of Go.
//
// Invariant: a target that a program looked at, or made a WeakRef of, stays until the job ends; the
// list of such targets is cleared by a job of its own, queued with the first of them.
(function (host) {
  const {
    weak, deref, keep, forget, registry, defineProperty, toStringTag,
  } = host;
  const { TypeError, String } = globalThis;

  // Objects, and symbols that are not in the registry of Symbol.for.
  function canBeHeld(value) {
    return typeof value === 'object' ? value !== null : typeof value === 'function' ||
      (typeof value === 'symbol' && !host.isRegisteredSymbol(value));
  }

  async function forgetLater() {
    await undefined;
    forget();
  }

  function kept(value) {
    if (keep(value)) forgetLater();
    return value;
  }

  function incompatible(name, value) {
    return new TypeError(`Method ${name} called on incompatible receiver ` +
      (value !== null && typeof value === 'object' ? '#<Object>' : `${String(value)}`));
  }

  let isWeakRef, isRegistry, cellsOf;

  class WeakRef {
    #handle;

    constructor(target) {
      if (!canBeHeld(target)) throw new TypeError('WeakRef: invalid target');
      this.#handle = weak(kept(target));
    }

    static {
      isWeakRef = (value) => #handle in value;
    }

    deref() {
      if (this === null || typeof this !== 'object' || !(#handle in this)) {
        throw incompatible('WeakRef.prototype.deref', this);
      }
      const target = deref(this.#handle);
      return target === undefined ? undefined : kept(target);
    }
  }


  class FinalizationRegistry {
    #cells;

    constructor(cleanup) {
      if (typeof cleanup !== 'function') {
        throw new TypeError('FinalizationRegistry: cleanup must be callable');
      }
      this.#cells = registry(cleanup);
    }

    static {
      isRegistry = (value) => #cells in value;
      cellsOf = (value, name) => {
        if (value === null || typeof value !== 'object' || !(#cells in value)) {
          throw incompatible(`FinalizationRegistry.prototype.${name}`, value);
        }
        return value.#cells;
      };
    }

    register(target, held) {
      const cells = cellsOf(this, 'register');
      if (!canBeHeld(target)) {
        throw new TypeError('FinalizationRegistry.prototype.register: invalid target');
      }
      if (target === held) {
        throw new TypeError('FinalizationRegistry.prototype.register: target and holdings must not be same');
      }
      const token = arguments[2];
      if (token !== undefined && !canBeHeld(token)) throw badToken(token);
      host.register(cells, target, held, token);
    }

    unregister(token) {
      const cells = cellsOf(this, 'unregister');
      if (!canBeHeld(token)) throw badToken(token);
      return host.unregister(cells, token);
    }
  }

  function badToken(token) {
    return new TypeError(`Invalid unregisterToken ('${String(token)}')`);
  }

  const classes = [WeakRef, FinalizationRegistry];
  for (let i = 0; i < classes.length; i++) {
    defineProperty(classes[i].prototype, toStringTag, {
      __proto__: null, value: classes[i].name, configurable: true,
    });
  }

  host.isWeakObject = (value) => isWeakRef(value) || isRegistry(value);
  return { WeakRef, FinalizationRegistry };
})
