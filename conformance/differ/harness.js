// What a batch of programs runs in, on Node.js as on nodetimers. It stands before
// the programs in one file; each of them begins in a 'beforeExit' event, when the
// one before it has ended by itself, and leaves nothing behind. What a program
// does goes into its trace, a list of lines that is printed when it ends:
//
//   TIME LABEL ARGUMENTS FIELDS        a callback begins
//   TIME OPERATION NAME STATE WHERE FIELDS   a handle is changed
//
// TIME is the virtual time in milliseconds since the program began, and "-" on a
// real clock, where no line may depend on the time. WHERE is the kind of callback
// that runs. Every callback begins with L, which ends the program when it has had
// enough of them.
'use strict';
const clockKind = typeof __advance === 'function' ? 'virtual' : process.env.DIFFER_CLOCK || 'real';
const virtual = clockKind === 'virtual';
const tp = require('timers/promises');
const als = new (require('async_hooks').AsyncLocalStorage)();

const microseconds = typeof __now === 'function' ? __now : () => {
  const [s, ns] = process.hrtime();
  return s * 1e6 + Math.floor(ns / 1e3);
};

const advance = (() => {
  if (typeof __advance === 'function') return __advance;
  if (clockKind !== 'real') {
    const { setPriority } = require('os'); // see shim/clock.c
    return (us) => setPriority(0x40000000 + us, 0);
  }
  return (us) => {
    const end = performance.now() + us / 1e3;
    while (performance.now() < end);
  };
})();

const busy = (ms) => {
  advance(Math.round(ms * 1000));
  line(`busy ${ms}`);
};

// The state of the program that runs.
const programs = [];
let at = -1;
let program_; // its entry in programs
let phase = 'flushed'; // running, flushing, flushed
let epoch = 0; // callbacks of a program that has ended are told by it
let lines, fuel, names, handles, counts, cleared, where, own, began, startBase, rounds, dirty;
let handlers;
let exiting = false;

const noop = () => {};
const kinds = {
  M: 'main', t: 'timer', o: 'timer', m: 'immediate', k: 'tick', q: 'micro', p: 'then', a: 'async', l: 'late',
  b: 'beforeExit', u: 'uncaught', j: 'unhandled', x: 'exit', z: 'abort', n: 'thenable',
};

const time = () => (virtual ? String((microseconds() - began) / 1000) : '-');
const line = (text) => { if (fuel >= 0) lines.push(`${time()} ${text}`); };
const isTimer = (h) => h !== undefined && '_idleTimeout' in h;
const nameOf = (h) => (h === undefined ? '?' : names.get(h));

const fields = (h) => {
  if (h === undefined) return '';
  const callback = isTimer(h) ? h._onTimeout : h._onImmediate;
  let s = ` d${+h._destroyed}r${+h.hasRef()}f${(typeof callback)[0]}${callback === null ? 'n' : ''}`;
  if (isTimer(h)) {
    s += `l${h._idleNext ? 1 : 0}i${h._idleTimeout}p${h._repeat ?? '-'}`;
    if (virtual) s += `s${h._idleStart - startBase}`;
  }
  return s;
};

const state = (h) => {
  if (h === undefined) return 'unset';
  if (h === own) return 'own';
  if (cleared.has(h)) return 'cleared';
  if (h._destroyed) return 'fired';
  if (!isTimer(h)) return 'queued';
  if (!virtual) return 'pending';
  return Math.floor(microseconds() / 1000) - startOfMS - h._idleStart >= Math.trunc(h._idleTimeout) ? 'due' : 'pending';
};
let startOfMS; // what _idleStart counts from

const show = (v) => (v instanceof Error ? `${v.name}:${v.message.slice(0, 50)}${v.code ? `:${v.code}` : ''}`
  : typeof v === 'string' ? v : v === undefined ? 'undefined' : JSON.stringify(v));

// logger makes the L of one program: it notes that a callback begins and says
// whether it has to return at once.
const logger = (mine) => (label, self, args = []) => {
  if (mine !== epoch) return true;
  where = kinds[label[0]];
  own = where === 'timer' || where === 'immediate' ? self : undefined;
  if (fuel <= 0) {
    exhaust();
    return true;
  }
  fuel--;
  const store = exiting ? undefined : als.getStore(); // see docs/differences.md on rejections passed on
  const given = args.length > 0 ? `(${args.map(show).join()})` : '';
  line(`${label}${given}${fields(own)}${store === undefined ? '' : ` $${store}`}`);
  return false;
};

const exhaust = () => {
  if (fuel < 0) return;
  line('exhausted');
  fuel = -1;
  clearTimers();
};

// Immediates end by themselves; cleared in a handler of uncaught exceptions the
// next one would make Node.js throw for ever.
const clearTimers = () => {
  for (const h of handles) {
    if (h._destroyed || !isTimer(h)) continue;
    h._onTimeout = noop; // without one it cannot be cleared
    clearTimeout(h);
  }
};

// N gives a new handle its name.
const N = (label, h) => {
  const n = counts.get(label) ?? 0;
  counts.set(label, n + 1);
  names.set(h, n === 0 ? label : `${label}#${n}`);
  handles.push(h);
  line(`set ${nameOf(h)}${fields(h)}`);
  if (fuel < 0) clearTimers();
  return h;
};

const act = (operation, h, f) => {
  const was = state(h);
  const destroyed = h?._destroyed;
  if (h !== undefined) f();
  if (h?._destroyed && !destroyed) cleared.add(h);
  line(`${operation} ${nameOf(h)} ${was} ${where}${fields(h)}`);
};

const clear = (how, h) => {
  if (h !== undefined && !h.hasRef()) dirty = true; // its list may stay
  act(how, h, () => clears[how](h));
};
const clears = {
  clearTimeout, clearInterval, clearImmediate,
  close: (h) => h.close?.(),
  dispose: (h) => h[Symbol.dispose](),
};
const refresh = (h) => {
  dirty = true;
  act('refresh', h, () => h.refresh?.());
};
const ref = (h) => act('ref', h, () => h.ref());
const unref = (h) => act('unref', h, () => h.unref());
const look = (h) => act('look', h, noop);
// An interval that clears itself and then gets a delay again makes Node.js count
// wrongly what is pending; so does none here.
const put = (h, field, value) => act(`${field}=`, h, () => {
  if (field !== '_idleTimeout' || h !== own || !h._destroyed) h[field] = value;
});
const shift = (h, by) => act('shiftStart', h, () => { h._idleStart += by; });
const copyStart = (to, from) => act('copyStart', to, () => {
  if (from !== undefined && isTimer(to) && isTimer(from)) to._idleStart = from._idleStart;
});

// The number of a timer is a secret of each runtime: it is not shown.
const number = (h) => {
  act('number', h, noop);
  return h === undefined ? undefined : { h, n: +h };
};
const clearNumber = (how, form, id) => {
  if (id === undefined) return act(`${how}:${form}`, undefined, noop);
  if (!id.h.hasRef()) dirty = true;
  act(`${how}:${form}`, id.h, () => clears[how](form === 'string' ? String(id.n) : form === 'text' ? `0${id.n}` : id.n));
};

const runs = (label) => {
  const key = `runs ${label}`;
  const n = (counts.get(key) ?? 0) + 1;
  counts.set(key, n);
  return n;
};

const active = () => {
  const all = process.getActiveResourcesInfo();
  line(`active ${all.filter((x) => x === 'Timeout').length}+${all.filter((x) => x === 'Immediate').length} ${where}`);
};

const abort = (c, reason) => {
  line(`abort ${c === undefined ? '?' : c.signal.aborted ? 'aborted' : 'open'} ${where}`);
  c?.abort(reason);
};

const thrown = (text) => {
  line(`throw ${where}`);
  return new Error(text);
};

const unrefdPromise = (options) => {
  dirty = true;
  return options;
};

const on = (event, f) => handlers[event].push(f);

// The life of a program.
const listeners = {
  uncaughtException(err, origin) {
    where = 'uncaught';
    const store = origin === 'uncaughtException' ? als.getStore() : undefined;
    line(`uncaught ${origin} ${show(err)}${store === undefined ? '' : ` $${store}`}`);
    own = undefined;
    if (fuel < 0) return;
    const f = handlers.uncaught.shift() ?? noop;
    if (origin === 'uncaughtException') f();
    else als.run(undefined, f);
  },
  unhandledRejection(reason) {
    where = 'unhandled';
    line(`unhandled ${show(reason)}`); // goja does not say in which store a promise was rejected
    own = undefined;
    if (fuel >= 0) als.run(undefined, () => handlers.unhandled.shift()?.());
  },
  rejectionHandled() {
    where = 'unhandled';
    line('rejectionHandled');
  },
  warning(w) {
    where = 'tick';
    line(`warning ${w.name}`);
  },
};

const begin = (p) => {
  program_ = p;
  const us = microseconds();
  if (clockKind !== 'real') advance(1000 - (us % 1000));
  lines = [];
  names = new Map();
  counts = new Map();
  handles = [];
  cleared = new Set();
  handlers = { uncaught: [], unhandled: [], beforeExit: [], exit: [] };
  fuel = p.fuel;
  rounds = 0;
  dirty = false;
  own = undefined;
  where = 'main';
  const probe = setTimeout(noop, 1);
  startBase = probe._idleStart;
  clearTimeout(probe);
  began = microseconds();
  startOfMS = Math.floor(began / 1000) - startBase;
  for (const event of Object.keys(listeners)) {
    if (event === 'uncaughtException' ? p.uncaught : event === 'unhandledRejection' ? p.unhandled : true) {
      process.on(event, listeners[event]);
    }
  }
  phase = 'running';
  epoch++;
  als.run(undefined, p.main, logger(epoch));
};

const end = () => {
  const p = program_;
  console.log(`#${p.id}\n${lines.join('\n')}\n.`);
  phase = 'flushing';
  epoch++;
  lines = [];
  for (const event of Object.keys(listeners)) process.removeListener(event, listeners[event]);
  clearTimers();
  for (const h of handles) {
    if (h._destroyed || isTimer(h)) continue;
    h._onImmediate = noop;
    clearImmediate(h);
  }
};

// quit is process.exit. In an 'exit' listener it keeps the harness's own listener from
// getting to its end.
const quit = (...code) => {
  if (exiting) end();
  process.exit(...code);
};

// A list of timers may outlive them, with its place among the others: the next
// program begins when all are gone.
const flush = () => {
  if (clockKind !== 'real') {
    advance(5e8);
    setTimeout(noop, 1);
  } else {
    setTimeout(noop, dirty ? 80 : 1);
  }
};

process.on('beforeExit', () => {
  if (phase === 'running') {
    where = 'beforeExit';
    own = undefined;
    line(`beforeExit ${rounds} left ${handles.filter((h) => !h._destroyed).length}`);
    const f = handlers.beforeExit[rounds++];
    if (f !== undefined && fuel >= 0) {
      if (!program_.final) setImmediate(noop); // there is a next time
      f();
      return;
    }
    if (program_.final) return; // the process ends
    end();
    flush();
    return;
  }
  phase = 'flushed';
  if (++at < programs.length) begin(programs[at]);
});

process.on('exit', (code) => {
  if (phase !== 'running') return;
  where = 'exit';
  exiting = true;
  own = undefined;
  lines.push(`${time()} exit ${code}`); // also of one that has had enough
  for (const f of handlers.exit) f();
  end();
});

// These two warnings come once in a process, so no program may be the first.
setTimeout(noop, NaN);
setTimeout(noop, -1);

const program = (id, options, main) => programs.push({ id, ...options, main });
