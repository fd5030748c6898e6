// The callback is looked at before the delay is converted.
let looked = false;
try { setTimeout('x', { valueOf() { looked = true; return 1; } }); } catch (e) { console.log(e.code, looked); }
try { setInterval(undefined, Symbol('s')); } catch (e) { console.log(e.code); }
