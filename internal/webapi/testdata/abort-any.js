// AbortSignal.any.
const a = new AbortController(), b = new AbortController();
const s = AbortSignal.any([a.signal, b.signal]);
const log = [];
s.onabort = (v) => log.push('s ' + s.reason + ' ' + nested.aborted + ' ' + v.isTrusted);
const nested = AbortSignal.any([s]);
nested.onabort = () => log.push('nested');
const twice = AbortSignal.any([nested, a.signal, nested, b.signal]);
twice.onabort = () => log.push('twice');
a.signal.addEventListener('abort', () => log.push('a ' + s.aborted));
b.signal.addEventListener('abort', () => log.push('b ' + s.aborted + ' ' + twice.aborted));
b.abort('B');
a.abort('A');
print(log.join('; '), s.reason, nested.reason, twice.reason);

const c = new AbortController();
const d = AbortSignal.any([c.signal]);
c.signal.addEventListener('abort', () => print('source', d.aborted));
d.addEventListener('abort', () => print('follower'));
c.signal.addEventListener('abort', () => print('source again'));
c.abort();
print(d.reason === c.signal.reason, d.reason.name);

print(AbortSignal.any([new AbortController().signal, AbortSignal.abort('early'), AbortSignal.abort('late')]).reason);
print(AbortSignal.any(new Set([AbortSignal.abort(3)])).reason);
print(AbortSignal.any((function* () { yield new AbortController().signal; })()).aborted);
print(AbortSignal.any([]).aborted, AbortSignal.any([]) instanceof AbortSignal);
const self = new AbortController();
const same = AbortSignal.any([self.signal, self.signal]);
same.addEventListener('abort', () => print('once'));
self.abort();
const reentrant = new AbortController();
const r1 = AbortSignal.any([reentrant.signal]);
reentrant.signal.addEventListener('abort', () => { reentrant.abort('again'); print('r', r1.reason); });
reentrant.abort('one');
const timed = AbortSignal.any([AbortSignal.timeout(5)]);
timed.onabort = () => print(timed.reason.name, timed.aborted);
if (typeof setTimeout === 'function') setTimeout(() => {}, 20);
