// SuppressedError, DisposableStack and AsyncDisposableStack.
//
// Invariant: resources are disposed once, last in first out; an exception of one does not keep the
// others from being disposed, and the later exception wraps the earlier.
(function (host) {
  const {
    apply, defineProperty, construct, dispose, asyncDispose, toStringTag, Error,
  } = host;
  const { TypeError, ReferenceError } = globalThis;

  function hidden(object, key, value) {
    defineProperty(object, key, { __proto__: null, value, writable: true, configurable: true });
  }

  function SuppressedError(error, suppressed, message) {
    const made = construct(Error, message === undefined ? [] : [message], new.target ?? SuppressedError);
    hidden(made, 'error', error);
    hidden(made, 'suppressed', suppressed);
    return made;
  }
  Object.setPrototypeOf(SuppressedError, Error);
  const prototype = Object.create(Error.prototype);
  hidden(prototype, 'constructor', SuppressedError);
  hidden(prototype, 'name', 'SuppressedError');
  hidden(prototype, 'message', '');
  defineProperty(SuppressedError, 'prototype', {
    __proto__: null, value: prototype, writable: false, enumerable: false, configurable: false,
  });

  function disposer(value, key) {
    if (typeof value !== 'object' && typeof value !== 'function') {
      throw new TypeError('An object is expected with `using` declarations');
    }
    const method = value[key];
    if (method !== undefined && method !== null && typeof method !== 'function') notCallable();
    return method;
  }

  function notCallable() {
    throw new TypeError('Symbol(Symbol.dispose) is not a function');
  }

  function check(f) {
    if (typeof f !== 'function') {
      throw new TypeError(`${typeof f === 'object' && f !== null ? '#<Object>' : `${f}`} is not a function`);
    }
    return f;
  }

  function combine(failed, before, error) {
    return failed ? new SuppressedError(error, before, 'An error was suppressed during disposal') : error;
  }

  // The list of both stacks: callbacks, and whether they were run or moved away.
  class Resources {
    list = [];
    disposed = false;

    open(name) {
      if (this.disposed) {
        throw new ReferenceError(
          `Cannot call ${name} on an already-disposed DisposableStack`);
      }
      return this;
    }

    push(f) {
      this.list[this.list.length] = f;
    }

    empty() {
      const list = this.list;
      this.list = [];
      this.disposed = true;
      return list;
    }
  }

  function incompatible(name, value) {
    return new TypeError(`Method ${name} called on incompatible receiver ` +
      (value !== null && typeof value === 'object' ? '#<Object>' : `${value}`));
  }

  let resources, asyncResources, disposeAll;

  class DisposableStack {
    #resources = new Resources();

    static {
      resources = (value, name) => {
        if (value === null || typeof value !== 'object' || !(#resources in value)) {
          throw incompatible(`DisposableStack.prototype.${name}`, value);
        }
        return value.#resources;
      };
    }

    use(value) {
      const list = resources(this, 'use').open('DisposableStack.prototype.use');
      if (value === null || value === undefined) return value;
      const method = disposer(value, dispose) ?? notCallable();
      list.push(() => apply(method, value, []));
      return value;
    }

    dispose() {
      const state = resources(this, 'dispose');
      if (state.disposed) return;
      const list = state.empty();
      let failed = false, failure;
      for (let i = list.length - 1; i >= 0; i--) {
        try {
          list[i]();
        } catch (error) {
          failure = combine(failed, failure, error);
          failed = true;
        }
      }
      if (failed) throw failure;
    }

    adopt(value, onDispose) {
      const list = resources(this, 'adopt').open('DisposableStack.prototype.adopt');
      check(onDispose);
      list.push(() => onDispose(value));
      return value;
    }

    defer(onDispose) {
      const list = resources(this, 'defer').open('DisposableStack.prototype.defer');
      check(onDispose);
      list.push(() => onDispose());
    }

    move() {
      const list = resources(this, 'move').open('DisposableStack.prototype.move');
      const moved = new DisposableStack();
      moved.#resources.list = list.empty();
      return moved;
    }

    get disposed() {
      if (this === null || typeof this !== 'object' || !(#resources in this)) {
        throw incompatible('get DisposableStack.prototype.disposed', this);
      }
      return this.#resources.disposed;
    }
  }

  class AsyncDisposableStack {
    #resources = new Resources();

    static {
      asyncResources = (value, name) => {
        if (value === null || typeof value !== 'object' || !(#resources in value)) {
          throw incompatible(`AsyncDisposableStack.prototype.${name}`, value);
        }
        return value.#resources;
      };
      disposeAll = async (value) => {
        if (value === null || typeof value !== 'object' || !(#resources in value)) {
          throw new TypeError('Receiver is not an AsyncDisposableStack');
        }
        const state = value.#resources;
        if (state.disposed) return;
        const list = state.empty();
        let failed = false, failure;
        for (let i = list.length - 1; i >= 0; i--) {
          try {
            await list[i]();
          } catch (error) {
            failure = combine(failed, failure, error);
            failed = true;
          }
        }
        if (failed) throw failure;
      };
    }

    use(value) {
      const list = asyncResources(this, 'use').open('AsyncDisposableStack.prototype.use');
      if (value === null || value === undefined) {
        list.push(() => undefined);
        return value;
      }
      const method = disposer(value, asyncDispose);
      if (method !== undefined && method !== null) {
        list.push(() => apply(method, value, []));
        return value;
      }
      const sync = disposer(value, dispose) ?? notCallable();
      list.push(() => { apply(sync, value, []); }); // what a synchronous disposer returns is not awaited
      return value;
    }

    disposeAsync() {
      return disposeAll(this);
    }

    adopt(value, onDispose) {
      const list = asyncResources(this, 'adopt').open('AsyncDisposableStack.prototype.adopt');
      check(onDispose);
      list.push(() => onDispose(value));
      return value;
    }

    defer(onDispose) {
      const list = asyncResources(this, 'defer').open('AsyncDisposableStack.prototype.defer');
      check(onDispose);
      list.push(() => onDispose());
    }

    move() {
      const list = asyncResources(this, 'move').open('AsyncDisposableStack.prototype.move');
      const moved = new AsyncDisposableStack();
      moved.#resources.list = list.empty();
      return moved;
    }

    get disposed() {
      if (this === null || typeof this !== 'object' || !(#resources in this)) {
        throw incompatible('get AsyncDisposableStack.prototype.disposed', this);
      }
      return this.#resources.disposed;
    }
  }

  hidden(DisposableStack.prototype, dispose, DisposableStack.prototype.dispose);
  hidden(AsyncDisposableStack.prototype, asyncDispose, AsyncDisposableStack.prototype.disposeAsync);
  const tags = [DisposableStack, AsyncDisposableStack];
  for (let i = 0; i < tags.length; i++) {
    defineProperty(tags[i].prototype, toStringTag, {
      __proto__: null, value: tags[i].name, configurable: true,
    });
  }

  return { SuppressedError, DisposableStack, AsyncDisposableStack };
})
