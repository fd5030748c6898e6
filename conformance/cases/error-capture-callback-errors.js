try { process.setUncaughtExceptionCaptureCallback(1); } catch (e) { console.log(e.code, e.message); }
process.setUncaughtExceptionCaptureCallback(() => {});
console.log(process.hasUncaughtExceptionCaptureCallback());
try { process.setUncaughtExceptionCaptureCallback(() => {}); } catch (e) { console.log(e.code); }
process.setUncaughtExceptionCaptureCallback(null);
console.log(process.hasUncaughtExceptionCaptureCallback());
