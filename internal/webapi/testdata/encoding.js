// TextEncoder and TextDecoder.
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
const te = new TextEncoder();
t('encode', () => te.encode('aé€😀'));
t('lone surrogate', () => te.encode('\ud800x\udc00'));
t('undefined', () => te.encode(undefined));
t('null', () => te.encode(null));
t('none', () => te.encode());
t('into', () => { const b = new Uint8Array(5); const r = te.encodeInto('a€😀', b); return [r.read, r.written, b]; });
t('into lone', () => { const b = new Uint8Array(5); const r = te.encodeInto('\ud800', b); return [r.read, r.written, b]; });
t('into part', () => { const b = new Uint8Array(6); const r = te.encodeInto('€€', b.subarray(1, 5)); return [r.read, r.written, b]; });
t('into array', () => te.encodeInto('a', []));
t('into 16 bits', () => te.encodeInto('a', new Uint16Array(2)));
t('into number', () => te.encodeInto(5, new Uint8Array(2)));
t('encode this', () => TextEncoder.prototype.encode.call({}, 'x'));
t('encoding', () => te.encoding);
for (const label of ['utf8', 'UTF-8', ' utf-8\n', 'utf-16', 'utf-16le', 'utf-16be', 'latin1', 'ascii', 'us-ascii', 'iso-8859-1',
  'windows-1252', 'unicode-1-1-utf-8', 'ucs-2', 'x', '', 'unicode', 'cp1252', 'l1', 'utf-7', 'csisolatin1', 'binary']) {
  t('label ' + JSON.stringify(label), () => new TextDecoder(label).encoding);
}
t('label undefined', () => new TextDecoder(undefined).encoding);
t('label null', () => new TextDecoder(null).encoding);
t('options', () => { const d = new TextDecoder('utf-8', { fatal: 1, ignoreBOM: 'x' }); return [d.fatal, d.ignoreBOM]; });
t('options null', () => new TextDecoder('utf-8', null).fatal);
t('options 5', () => new TextDecoder('utf-8', 5));
t('decode this', () => TextDecoder.prototype.decode.call({}));
const d = (bytes, options, label) => JSON.stringify(new TextDecoder(label || 'utf-8', options).decode(new Uint8Array(bytes)));
t('BOM', () => [d([0xef, 0xbb, 0xbf, 65]), d([0xef, 0xbb, 0xbf, 65], { ignoreBOM: true }), d([0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 65])]);
for (const bytes of [[0xff], [0xc3], [0xe2, 0x82], [0xe2, 0x82, 65], [0xf0, 0x9f, 0x98], [0xf0, 0x9f, 0x98, 0xe2], [0xed, 0xa0, 0x80],
  [0xc0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xf5, 0x80], [0xe0, 0x80, 0x80], [0x80, 0x80], [0xe2, 0xe2, 0x82, 0xac], [0xf0, 0x80, 0x80],
  [0xf0, 0x9f, 65], [0xf0, 0x9f, 0x98, 65], [0xc3, 0xc3, 0xa9], [0xf0, 0xf0, 0x9f, 0x98, 0x80], [0xed, 0x9f, 0xbf], [0xf1, 0x80], [0xfe, 0xff]]) {
  t('bad ' + bytes, () => d(bytes));
  t('fatal ' + bytes, () => d(bytes, { fatal: true }));
}
t('nothing', () => new TextDecoder().decode());
t('null input', () => new TextDecoder().decode(null));
t('array input', () => new TextDecoder().decode([65]));
t('string input', () => new TextDecoder().decode('a'));
t('buffer', () => new TextDecoder().decode(new Uint8Array([65, 66]).buffer));
t('data view', () => new TextDecoder().decode(new DataView(new Uint8Array([65, 66, 67]).buffer, 1, 1)));
t('16 bit view', () => new TextDecoder().decode(new Uint16Array([0x4241])));
t('detached', () => { const b = new Uint8Array([65]); structuredClone(b, { transfer: [b.buffer] }); return new TextDecoder().decode(b); });
t('decode options', () => new TextDecoder().decode(new Uint8Array(1), 5));
const stream = (label, options, ...chunks) => {
  const x = new TextDecoder(label, options);
  const out = chunks.map((c) => { try { return x.decode(new Uint8Array(c), { stream: true }); } catch (e) { return e.code; } });
  out.push(x.decode());
  return JSON.stringify(out);
};
t('stream', () => stream('utf-8', {}, [0xe2], [0x82], [0xac, 65], [0xe2]));
t('stream BOM', () => stream('utf-8', {}, [0xef], [0xbb], [0xbf, 65], [0xef, 0xbb, 0xbf]));
t('stream fatal', () => stream('utf-8', { fatal: true }, [0xe2], [65], [66]));
t('stream four', () => stream('utf-8', {}, [0xf0], [0x9f], [0x98], [0x80]));
t('stream broken', () => stream('utf-8', {}, [0xf0, 0x9f], [65]));
t('utf-16le', () => [[65, 0, 0x3d, 0xd8, 0, 0xde], [65, 0, 66], [0x3d, 0xd8, 65, 0], [0, 0xde], [0x3d, 0xd8], [0xff, 0xfe, 65, 0],
  [0x3d, 0xd8, 0x3d, 0xd8, 0, 0xde], [0x3d, 0xd8, 65]].map((b) => d(b, {}, 'utf-16le')));
t('utf-16be', () => [[0, 65, 0xd8, 0x3d, 0xde, 0], [0xfe, 0xff, 0, 65]].map((b) => d(b, {}, 'utf-16be')));
t('utf-16 BOM kept', () => d([0xff, 0xfe, 65, 0], { ignoreBOM: true }, 'utf-16le'));
t('utf-16 fatal odd', () => d([65], { fatal: true }, 'utf-16le'));
t('utf-16 fatal low', () => d([0, 0xde], { fatal: true }, 'utf-16le'));
t('utf-16 stream', () => stream('utf-16le', {}, [65], [0, 0x3d], [0xd8], [0, 0xde]));
t('utf-16be stream', () => stream('utf-16be', {}, [0xd8], [0x3d, 0xde], [0], [0, 65]));
t('latin1', () => d(Array.from({ length: 128 }, (_, i) => i + 128), {}, 'latin1'));
t('latin1 BOM', () => d([0xef, 0xbb, 0xbf, 65], {}, 'latin1'));
