process.on('warning', (w) => console.log(w.name, w.message, w.code, w.detail));
process.emitWarning('plain');
process.emitWarning('typed', 'MyWarning', 'CODE1');
process.emitWarning('options', { type: 'Other', code: 'CODE2', detail: 'more' });
process.emitWarning(new Error('an error'));
try { process.emitWarning(1); } catch (e) { console.log(e.code, e.message); }
console.log('main');
