// An exception that was handled turns the loop once more, with an empty immediate that can be seen.
const count = () => process.getActiveResourcesInfo().filter((r) => r === 'Immediate').length;
process.on('uncaughtException', (e) => { console.log('handled', e.message, count()); process.nextTick(() => console.log('tick', count())); });
let n = 0;
process.on('beforeExit', () => { console.log('beforeExit', count()); if (++n < 3) throw new Error('in beforeExit ' + n); });
throw new Error('main');
