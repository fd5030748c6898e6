// Async generators and `for await` for code that esbuild lowered: in place of its own helpers, with its calling
// conventions. Its helpers settle a promise job too late when a generator ends, lose what follows an await in a
// finally block that a return() entered, and break when a program replaces Promise.prototype.then.
//
// The body of a lowered async generator is a generator that yields an Await for each await. Each job of a request,
// an await or a yielded value takes the number of promise jobs that the language prescribes.
(function () {
  'use strict';
  const { apply } = Reflect;
  const P = Promise, { then } = P.prototype, { resolve: toPromise } = P;
  const { next, throw: throwInto, return: returnInto } = Object.getPrototypeOf(function* () {}).prototype;
  const { defineProperty, create, setPrototypeOf } = Object;
  const TE = TypeError;
  const asyncIterator = Symbol.asyncIterator || Symbol.for('Symbol.asyncIterator');
  const asyncDispose = Symbol.asyncDispose || Symbol.for('Symbol.asyncDispose');
  const { iterator, toStringTag } = Symbol;

  const settle = (value, ok, fail) => { apply(then, apply(toPromise, P, [value]), [ok, fail]); };
  const isObject = (v) => typeof v === 'object' ? v !== null : typeof v === 'function';
  const result = (value, done) => ({ value, done });

  // What the body yields to wait. delegated: the value is a result of the iterator that yield* runs.
  function Await(value, delegated) {
    this.value = value;
    this.delegated = delegated;
  }
  // What yield* yields: a value that is not awaited again.
  function Passed(value) { this.value = value; }

  const START = 0, EXECUTING = 1, SUSPENDED = 2, DONE = 3;
  const NEXT = 0, THROW = 1, RETURN = 2;
  const resume = [next, throwInto, returnInto];

  const AsyncIteratorPrototype = {};
  const method = (object, key, value) => defineProperty(object, key, { __proto__: null, value, writable: true, configurable: true });
  method(AsyncIteratorPrototype, asyncIterator, { [asyncIterator]() { return this; } }[asyncIterator]);
  method(AsyncIteratorPrototype, asyncDispose, {
    [asyncDispose]() {
      return new P((ok, fail) => {
        const close = this.return;
        if (close === undefined || close === null) ok();
        else settle(apply(close, this, []), () => ok(), fail);
      });
    },
  }[asyncDispose]);

  class AsyncGenerator {
    #body;
    #state = START;
    #first; // the requests that are not settled yet, a linked list
    #last;

    constructor(body) { this.#body = body; }

    next(value) {
      if (this.#state === DONE && this.#first === undefined) return apply(toPromise, P, [result(undefined, true)]);
      return this.#request(NEXT, value);
    }

    throw(error) {
      if (this.#state === START) this.#state = DONE;
      return this.#request(THROW, error);
    }

    return(value) {
      if (this.#state === START) this.#state = DONE;
      return this.#request(RETURN, value);
    }

    #request(kind, value) {
      const request = { kind, value, ok: undefined, fail: undefined, after: undefined };
      const promise = new P((ok, fail) => { request.ok = ok; request.fail = fail; });
      const idle = this.#first === undefined;
      if (idle) this.#first = request;
      else this.#last.after = request;
      this.#last = request;
      if (idle) {
        if (this.#state === DONE) this.#drain();
        else this.#continue(request);
      }
      return promise;
    }

    #take() {
      const request = this.#first;
      this.#first = request.after;
      return request;
    }

    // Goes on from where the body is suspended.
    #continue({ kind, value }) {
      const before = this.#state;
      this.#state = EXECUTING;
      if (kind === RETURN && before !== START) {
        settle(value, (v) => this.#run(RETURN, v), (e) => this.#run(THROW, e));
      } else {
        this.#run(kind, value);
      }
    }

    #run(kind, value) {
      let out;
      try {
        out = apply(resume[kind], this.#body, [value]);
      } catch (e) {
        this.#finish(false, e);
        return;
      }
      const v = out.value;
      if (v instanceof Await) {
        const fail = (e) => this.#run(THROW, e);
        if (v.delegated) {
          settle(v.value, (r) => {
            if (isObject(r)) this.#run(kind === RETURN ? RETURN : NEXT, r);
            else this.#run(THROW, new TE(`Iterator result ${String(r)} is not an object`));
          }, fail);
        } else {
          settle(v.value, (r) => this.#run(NEXT, r), fail);
        }
      } else if (out.done) {
        this.#finish(true, v); // what a body returns it has awaited itself
      } else if (v instanceof Passed) {
        this.#yielded(v.value);
      } else {
        settle(v, (r) => this.#yielded(r), (e) => this.#run(THROW, e));
      }
    }

    #yielded(value) {
      this.#take().ok(result(value, false));
      const waiting = this.#first;
      if (waiting === undefined) {
        this.#state = SUSPENDED;
      } else {
        this.#state = SUSPENDED;
        this.#continue(waiting);
      }
    }

    #finish(ok, value) {
      this.#state = DONE;
      const request = this.#take();
      if (ok) request.ok(result(value, true));
      else request.fail(value);
      this.#drain();
    }

    // Answers the requests to a generator that has ended.
    #drain() {
      for (let request; (request = this.#first) !== undefined;) {
        if (request.kind === RETURN) {
          settle(request.value,
                 (v) => { this.#take().ok(result(v, true)); this.#drain(); },
                 (e) => { this.#take().fail(e); this.#drain(); });
          return;
        }
        this.#take();
        if (request.kind === NEXT) request.ok(result(undefined, true));
        else request.fail(request.value);
      }
    }
  }
  const prototype = AsyncGenerator.prototype;
  delete prototype.constructor;
  setPrototypeOf(prototype, AsyncIteratorPrototype);
  defineProperty(prototype, toStringTag, { __proto__: null, value: 'AsyncGenerator', configurable: true });

  // The async iterator of a value, or of its iterator one whose results are promises of awaited values.
  function asyncIteratorOf(object) {
    const own = object[asyncIterator];
    if (own !== undefined && own !== null) {
      const it = apply(own, object, []);
      if (!isObject(it)) throw new TE('Result of the Symbol.asyncIterator method is not an object');
      return it;
    }
    const make = object[iterator];
    if (typeof make !== 'function') throw new TE(`${typeof object} is not async iterable`);
    const it = apply(make, object, []);
    if (!isObject(it)) throw new TE('Result of the Symbol.iterator method is not an object');
    const wrap = (f) => (arg) => new P((ok, fail) => {
      const r = apply(f, it, [arg]);
      if (!isObject(r)) throw new TE(`Iterator result ${String(r)} is not an object`);
      const done = !!r.done;
      settle(r.value, (value) => ok(result(value, done)), fail);
    });
    const wrapper = create(null);
    wrapper.next = wrap(it.next);
    if (it.return !== undefined && it.return !== null) wrapper.return = wrap(it.return);
    if (it.throw !== undefined && it.throw !== null) wrapper.throw = wrap(it.throw);
    return wrapper;
  }

  return {
    __await: Await,
    __asyncGenerator: (self, args, body) => new AsyncGenerator(apply(body, self, args || [])),
    __forAwait: asyncIteratorOf,
    // yield* runs this iterator. Each of its methods is called twice: first it gives the promise to wait for, then, with
    // the result that came of it, that result.
    __yieldStar(object) {
      const it = asyncIteratorOf(object);
      const nextMethod = it.next;
      let waited = false;
      const twice = (call) => (v) => {
        waited = !waited;
        if (waited) return { value: new Await(call(v), true), done: false };
        return v.done ? result(v.value, true) : result(new Passed(v.value), false);
      };
      const star = create(null);
      star[iterator] = () => star;
      star.next = twice((v) => apply(nextMethod, it, [v]));
      star.throw = (v) => {
        const f = it.throw;
        if (f !== undefined && f !== null) return throwTwice(v);
        throw new TE('The iterator does not provide a \'throw\' method');
      };
      const throwTwice = twice((v) => apply(it.throw, it, [v]));
      defineProperty(star, 'return', {
        __proto__: null,
        get() {
          const f = it.return;
          if (!waited && (f === undefined || f === null)) return undefined;
          return returnTwice;
        },
      });
      const returnTwice = twice((v) => apply(it.return, it, [v]));
      return star;
    },
  };
});
