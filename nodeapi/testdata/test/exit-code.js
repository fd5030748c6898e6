const { test } = require('node:test')
test('passes', () => { process.exitCode = 3 })
process.on('exit', (code) => console.log('exit', code))
