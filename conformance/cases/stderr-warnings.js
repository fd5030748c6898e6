// Warnings print a line each, the hint comes once, after the first.
process.emitWarning('plain');
process.emitWarning('typed', 'MyWarning', 'CODE1');
process.emitWarning('with detail', { type: 'Other', code: 'CODE2', detail: 'the detail\nof two lines' });
process.emitWarning(new TypeError('an error'));
process.emitWarning('deprecated', 'DeprecationWarning', 'DEP0');
process.emitWarning('two\nlines');
process.on('warning', (w) => console.log('event', w.name));
