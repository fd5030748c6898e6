process.on('warning', (w) => console.log(w.name, w.message, w.code, w.detail, Object.keys(w), w instanceof Error));
const attempt = (...a) => { try { process.emitWarning(...a); } catch (e) { console.log(e.code, e.message); } };
attempt('plain'); attempt('type', 'Type'); attempt('code', 'Type', 'CODE'); attempt('options', { type: 'T', code: 'C', detail: 'D' });
attempt('empty type', ''); attempt('no type', undefined, 'C'); attempt(new TypeError('an error'), 'ignored'); attempt('');
attempt(Object.assign(new Error('custom'), { name: 'Custom', code: 'X' })); attempt('function', () => {}); attempt('detail', { detail: 5 });
attempt(); attempt(5); attempt({}); attempt('m', 5); attempt('m', null); attempt('m', 'T', 5);
