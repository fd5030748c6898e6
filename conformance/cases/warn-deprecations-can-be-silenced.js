process.on('warning', (w) => console.log(w.name, w.message));
process.emitWarning('heard', 'DeprecationWarning');
process.noDeprecation = true;
process.emitWarning('not heard', 'DeprecationWarning');
process.emitWarning('heard', 'Other');
