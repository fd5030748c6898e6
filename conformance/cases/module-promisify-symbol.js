// The extra key of setTimeout and setImmediate is the registered symbol of util.promisify.
const { custom } = require('util').promisify;
console.log(String(custom), custom === Symbol.for('nodejs.util.promisify.custom'));
for (const f of [setTimeout, setImmediate, setInterval]) console.log(f.name, Object.getOwnPropertySymbols(f).map(String));
