// A warning that is an Error prints its own name, code and detail.
process.emitWarning(new Error('as a warning'));
process.emitWarning(Object.assign(new Error('with code'), { name: 'Named', code: 'C1', detail: 'details' }));
process.emitWarning('text', { type: 'Typed', detail: 'only a detail' });
