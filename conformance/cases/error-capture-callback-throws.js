process.on('exit', () => console.log('no'));
process.setUncaughtExceptionCaptureCallback(() => { throw new Error('in callback'); });
setTimeout(() => { throw new Error('x'); }, 1);
