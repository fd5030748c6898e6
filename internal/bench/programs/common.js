'use strict';
// What every benchmark program requires: createBenchmark(main, configs, options).
//
// One file of JavaScript for Node 20 and later, Bun, Deno, nodetimers and
// goja_nodejs/eventloop. It speaks the protocol of Node's own benchmarks, so a
// program written against it also runs in Node's benchmark tree, by hand, and
// under this project's runner:
//
//   root   no NODE_RUN_BENCHMARK_FN in the environment: builds the list of
//          combinations and starts one leaf for each, one after the other
//   leaf   NODE_RUN_BENCHMARK_FN is present, even empty: runs main once
//   list   NODETIMERS_BENCH_LIST is present: tells the combinations, starts nothing
//
// NODETIMERS_BENCH_LATE names a file for results that come too late for the channel.
//
// With a channel to a parent (process.send) results are messages, without one
// they are printed lines. Nothing here runs between start and end.

const env = process.env;
const isLeaf = env.NODE_RUN_BENCHMARK_FN !== undefined;
const isList = env.NODETIMERS_BENCH_LIST !== undefined;
const zeroAllowed = !!env.NODEJS_BENCHMARK_ZERO_ALLOWED;

// A leaf whose loop stays alive is ended so long after its report went out.
const LINGER_MS = 5000;

// nanoseconds reads the best clock there is, as a BigInt.
const nanoseconds = (() => {
  const hrtime = process.hrtime;
  if (hrtime && hrtime.bigint) return () => hrtime.bigint();
  if (hrtime) {
    return () => {
      const t = hrtime();
      return BigInt(t[0]) * BigInt(1000000000) + BigInt(t[1]);
    };
  }
  const clock = typeof performance === 'object' ? performance : Date;
  return () => BigInt(Math.round(clock.now() * 1e6));
})();

const has = (object, key) => Object.prototype.hasOwnProperty.call(object, key);
const list = (value) => (Array.isArray(value) ? value : [value]);

function mainFile() {
  return typeof require === 'function' && require.main && require.main.filename || process.argv[1];
}

// scriptId is the program's path from this file's folder: timers/immediate.js.
function scriptId() {
  const file = mainFile().replace(/\\/g, '/');
  const folder = __dirname.replace(/\\/g, '/') + '/';
  return file.indexOf(folder) === 0 ? file.slice(folder.length) : file.replace(/^.*\//, '');
}

// parse turns the arguments into the list of values of each key, in the order
// of declaration, and what is no key of the program: the extra options.
function parse(argv, configs, test) {
  const defaults = {};
  for (const key of Object.keys(configs)) defaults[key] = list(configs[key]);
  const given = {};
  const extra = {};
  const testMode = argv.indexOf('--test') !== -1;
  if (testMode) {
    for (const key of Object.keys(defaults)) given[key] = [smallest(key, defaults[key][0])];
    for (const key of Object.keys(test || {})) given[key] = list(test[key]);
  }
  let fromTest = testMode;
  const set = {};
  for (const arg of argv) {
    if (arg === '--test' && fromTest) {
      fromTest = false; // the first one only
      continue;
    }
    const match = /^([^=]+)=([\s\S]*)$/.exec(arg);
    if (!match) {
      console.error('bad argument: ' + arg);
      process.exit(1);
    }
    const key = match[1];
    const text = match[2];
    if (!has(defaults, key)) {
      extra[key] = text;
    } else {
      (set[key] = set[key] || []).push(convert(text, defaults[key][0]));
    }
  }
  const values = {};
  for (const key of Object.keys(defaults)) values[key] = set[key] || given[key] || defaults[key];
  for (const key of Object.keys(given)) if (!has(values, key)) values[key] = given[key];
  return { values, extra };
}

// smallest is a first value as test mode has it.
function smallest(key, value) {
  if (typeof value !== 'number') return value;
  if (key === 'dur' || key === 'duration') return 0.05;
  return value > 1 ? 1 : value;
}

// convert reads an argument as the type of the key's first default.
function convert(text, like) {
  if (typeof like === 'number') return Number(text);
  if (typeof like === 'boolean') return text === 'true';
  return text;
}

// combine makes all combinations: depth first, the last declared key varies
// fastest and is put in front. group, if given, stands behind them all.
function combine(values, group) {
  const out = [];
  const keys = Object.keys(values);
  const walk = (at, chosen) => {
    if (at === keys.length) {
      out.push(chosen);
      return;
    }
    const key = keys[at];
    for (const value of values[key]) {
      if (typeof value !== 'number' && typeof value !== 'string' && typeof value !== 'boolean') {
        throw new TypeError(`configuration "${key}" had type ${typeof value}`);
      }
      if (typeof value !== typeof values[key][0]) {
        throw new TypeError(`configuration "${key}" has mixed types`);
      }
      const next = {};
      next[key] = value;
      walk(at + 1, Object.assign(next, chosen));
    }
  };
  walk(0, group === undefined ? {} : { group });
  return out;
}

// numberText and resultLine are how a result is printed by hand.
function numberText(rate) {
  const parts = String(rate).split('.');
  if (!/e/.test(String(rate))) parts[0] = parts[0].replace(/\B(?=(\d{3})+$)/g, ',');
  return parts.join('.');
}

function resultLine(result) {
  let conf = '';
  for (const key of Object.keys(result.conf)) conf += ` ${key}=${JSON.stringify(result.conf[key])}`;
  return `${result.name}${conf}: ${numberText(result.rate)}`;
}

// seconds writes nanoseconds as seconds with nine digits behind the point.
function seconds(ns) {
  const digits = String(ns);
  const padded = '0'.repeat(Math.max(0, 10 - digits.length)) + digits;
  return padded.slice(0, -9) + '.' + padded.slice(-9);
}

// A message sent while 'exit' listeners run never leaves Deno: there it goes into
// a file that the runner names, or is printed.
let exiting = false;
const losesLateMessages = typeof Deno === 'object';
if (losesLateMessages && isLeaf) process.on('exit', () => { exiting = true; });

// send gives a message to the parent, or prints it; then is called when it is out.
function send(message, then) {
  if (exiting && env.NODETIMERS_BENCH_LATE) {
    require('fs').appendFileSync(env.NODETIMERS_BENCH_LATE, JSON.stringify(message) + '\n');
    return;
  }
  if (typeof process.send === 'function' && !exiting) {
    process.send(message, then);
    return;
  }
  if (message.type === 'report') {
    console.log(resultLine(message));
  } else if (message.type === 'combination') {
    console.log(message.name + Object.keys(message.conf).map((k) => ` ${k}=${JSON.stringify(message.conf[k])}`).join(''));
  } else if (message.type === 'unavailable') {
    console.log(`${message.name}: n/a: ${message.reason}`);
  }
  if (then) then();
}

// Benchmark is what createBenchmark returns.
class Benchmark {
  constructor(main, configs, options) {
    this.name = scriptId();
    this.options = options || {};
    this.flags = env.NODE_BENCHMARK_FLAGS ? env.NODE_BENCHMARK_FLAGS.split(/\s+/).filter(Boolean) : [];
    if (this.options.flags) this.flags = this.flags.concat(this.options.flags);
    this.queue = this._queue(configs || {});
    this.config = this.queue[0];
    this._startedAt = undefined;
    this._ended = false;
    if (this.queue.length === 0) return; // all filtered away
    const begin = () => {
      if (isLeaf) main(this.config);
      else if (isList) this._list();
      else this._run();
    };
    if (typeof process.nextTick === 'function') process.nextTick(begin);
    else setTimeout(begin, 0);
  }

  _queue(configs) {
    const argv = process.argv.slice(2);
    const filter = this.options.combinationFilter;
    let queue = [];
    this.extra = {};
    if (this.options.byGroups) {
      const names = env.NODE_RUN_BENCHMARK_GROUPS ? env.NODE_RUN_BENCHMARK_GROUPS.split(',') : Object.keys(configs);
      const chosen = argv.filter((arg) => arg.indexOf('group=') === 0).map((arg) => arg.slice(6));
      const rest = argv.filter((arg) => arg.indexOf('group=') !== 0);
      for (const name of names) {
        if (!has(configs, name) || chosen.length > 0 && chosen.indexOf(name) === -1) continue;
        const parsed = parse(rest, configs[name], this.options.test);
        this.extra = parsed.extra;
        queue = queue.concat(combine(parsed.values, name));
      }
    } else {
      const parsed = parse(argv, configs, this.options.test);
      this.extra = parsed.extra;
      queue = combine(parsed.values);
    }
    return filter ? queue.filter((conf) => filter(conf)) : queue;
  }

  // _list tells the combinations to who wants to start the leaves itself.
  _list() {
    send({ type: 'config', name: this.name, queueLength: this.queue.length });
    if (this.options.setup) this.options.setup(this.queue);
    for (const conf of this.queue) send({ type: 'combination', name: this.name, conf, flags: this.flags });
  }

  // _run is the root: one leaf after the other, its messages passed on unchanged.
  _run() {
    const { fork } = require('child_process');
    send({ type: 'config', name: this.name, queueLength: this.queue.length });
    if (this.options.setup) this.options.setup(this.queue);
    const pairs = (o) => Object.keys(o).map((key) => `${key}=${o[key]}`);
    const next = (at) => {
      if (at === this.queue.length) return;
      const child = fork(mainFile(), pairs(this.queue[at]).concat(pairs(this.extra)), {
        env: Object.assign({}, env, { NODE_RUN_BENCHMARK_FN: '' }),
        execArgv: this.flags.concat(process.execArgv),
      });
      child.on('message', (message) => send(message));
      child.on('close', (code, signal) => {
        if (signal) console.error(`${this.name}: a child was ended by ${signal}`);
        if (code || signal) process.exit(code || 1);
        next(at + 1);
      });
    };
    next(0);
  }

  // start begins the measurement.
  start() {
    if (this._startedAt !== undefined) {
      throw new Error('Called start more than once in a single benchmark');
    }
    this._startedAt = nanoseconds();
  }

  // end ends it: count is what was done in between.
  end(count) {
    const now = nanoseconds(); // before everything else
    if (this._startedAt === undefined) throw new Error('called end without start');
    if (this._ended) throw new Error('called end multiple times');
    if (typeof count !== 'number') throw new Error('called end() without specifying operation count');
    if (count <= 0 && !zeroAllowed) throw new Error('called end() with operation count <= 0');
    this._ended = true;
    const elapsed = now - this._startedAt;
    if (elapsed === BigInt(0)) {
      if (!zeroAllowed) throw new Error('insufficient clock precision for short benchmark');
      this.report(count && Number.MAX_VALUE, elapsed);
      return;
    }
    this.report(count / (Number(elapsed) / 1e9), elapsed);
  }

  // report tells a rate, in operations a second, and the time it took: a BigInt
  // of nanoseconds or a number of seconds.
  report(rate, elapsed) {
    const time = typeof elapsed === 'number' ? elapsed : seconds(elapsed);
    send({ type: 'report', name: this.name, conf: this.config, rate, time }, linger);
  }

  // unavailable says that this runtime lacks what the program needs, and ends it:
  // the row is n/a with that reason, not a failure.
  unavailable(reason) {
    send({ type: 'unavailable', name: this.name, conf: this.config, reason }, () => process.exit(0));
  }
}

// linger ends a leaf that a stray timer would keep alive for ever.
function linger() {
  if (!isLeaf || typeof process.exit !== 'function') return;
  const timer = setTimeout(() => process.exit(0), LINGER_MS);
  if (timer && timer.unref) timer.unref();
}

module.exports = {
  // createBenchmark(main, configs, options) declares the program. configs: key to
  // a list of values or one value, each key of one type: string, number or boolean.
  // options: flags (of the runtime, for leaves), test (values for --test),
  // combinationFilter(conf), byGroups, setup(queue).
  createBenchmark: (main, configs, options) => new Benchmark(main, configs, options),
};
