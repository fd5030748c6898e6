// A Timeout made by hand is not scheduled until it is refreshed, yet is listed as active.
const Timeout = setTimeout(() => {}, 1).close().constructor;
const active = () => process.getActiveResourcesInfo().filter((r) => r === 'Timeout').length;
const t = new Timeout((a) => console.log('fired', a), 5, ['arg'], false, true);
console.log(t._idleTimeout, t._repeat, t._timerArgs, t._destroyed, t.hasRef(), t._idleStart, t._idleNext === t, active());
const quiet = new Timeout(() => {}, 5, undefined, true, false);
console.log(quiet._repeat, quiet.hasRef(), active(), new Timeout(() => {}, 5).hasRef());
t.refresh();
console.log(t._idleNext === t, active());
try { Timeout(); } catch (e) { console.log(e.name, e.message); }
