// AbortController and AbortSignal.
const kind = (r) => [r.name, r.code, r.message, Object.prototype.toString.call(r), r instanceof Error].join();
let c = new AbortController();
const s = c.signal;
print(s === c.signal, s.aborted, s.reason, s.onabort, s instanceof EventTarget, String(s), String(c));
s.onabort = function(v) { print('onabort', this === s, v.type, v.isTrusted, v.target === s, s.aborted); };
s.addEventListener('abort', () => print('listener'));
c.abort();
c.abort('second');
print(kind(s.reason));
const first = s.reason;
print(s.reason === first, typeof s.onabort);
s.onabort = 5;
print(s.onabort);
s.onabort = { handleEvent() {} };
print(typeof s.onabort);
s.onabort = null;
print(s.onabort);

c = new AbortController();
const order = [];
c.signal.onabort = () => order.push('replaced');
c.signal.addEventListener('abort', () => order.push('listener'));
c.signal.onabort = () => order.push('handler');
c.abort(new RangeError('mine'));
print(order, c.signal.reason);

c = new AbortController();
c.signal.onabort = () => print('gone');
c.signal.onabort = null;
c.signal.onabort = () => print('last handler');
c.signal.addEventListener('abort', () => { throw new Error('from a listener'); });
c.signal.addEventListener('abort', () => print('still called'));
c.abort(undefined);
print(kind(c.signal.reason));

const a = AbortSignal.abort();
print(a.aborted, kind(a.reason), AbortSignal.abort(null).reason, AbortSignal.abort(0).reason);
a.addEventListener('abort', () => print('never'));
a.dispatchEvent(new Event('abort'));
try { a.throwIfAborted(); } catch (e) { print(e === a.reason); }

const t = AbortSignal.timeout(5), u = AbortSignal.timeout(1);
print(t.aborted, t.reason);
t.onabort = (v) => print('timeout', v.isTrusted, kind(t.reason), t.aborted);
u.onabort = () => print('shorter first');
class Sub extends AbortController { constructor() { super(); this.own = 1; } }
const sub = new Sub();
sub.abort('sub');
print(sub.signal.reason, sub.own, sub instanceof AbortController);
if (typeof setTimeout === 'function') setTimeout(() => {}, 20); // Node needs something to wait for
