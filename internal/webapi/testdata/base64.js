// atob and btoa.
const dump = (v) => v === undefined ? 'undefined' : v === null || typeof v !== 'object' && typeof v !== 'function' ? typeof v === 'string' ? JSON.stringify(v) : typeof v === 'symbol' ? v.toString() : Object.is(v, -0) ? '-0' : String(v) + (typeof v === 'bigint' ? 'n' : '') :
  Array.isArray(v) ? '[' + Array.from(v, dump).join(', ') + ']' : typeof v === 'function' ? '[Function ' + v.name + ']' : v instanceof Error ? '<' + v.name + ': ' + v.message + '>' :
  ArrayBuffer.isView(v) ? v.constructor.name + '[' + Array.from(v.length === undefined ? [] : v, String).join() + ']' : v instanceof Map ? 'Map{' + Array.from(v, ([a, b]) => dump(a) + '=>' + dump(b)).join() + '}' : v instanceof Set ? 'Set{' + Array.from(v, dump).join() + '}' :
  '{' + Reflect.ownKeys(v).map((k) => String(k) + ':' + dump(v[k])).join(', ') + '}';
const t = (name, f) => {
  try {
    print(name, '=>', dump(f()));
  } catch (e) {
    print(name, '!!', e && e.constructor && e.constructor.name, e && e.name, e && e.code, e && e.message);
  }
};
t('atob 0', () => atob());
t('btoa 0', () => btoa());
t('btoa', () => [btoa('hi\xff'), btoa(''), btoa(null), btoa(undefined), btoa({})]);
t('btoa wide', () => btoa('\u0100'));
for (const s of ['aGk=', 'aGk', ' aG k= ', 'aGk==', 'a', 'ab=', 'abc=', 'abcd=', 'a===', '=', '', '====', 'YQ', 'YQ==', 'YQ=', 'YR==', 'YWI', 'YWJ=',
  'YW\nI=', 'a\u00e9', 'YQ-_', 'YQ+/', 'AA\x0bAA', 'AA\fAA', 'ab\u0000c', 'null', 'YQ==YQ==', 'abc=d']) {
  t('atob ' + JSON.stringify(s), () => atob(s));
}
t('atob others', () => [atob(null), atob(1234)]);
t('atob undefined', () => atob(undefined));
t('all bytes', () => { let s = ''; for (let i = 0; i < 256; i++) s += String.fromCharCode(i); return atob(btoa(s)) === s; });
