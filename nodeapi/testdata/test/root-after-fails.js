const { test, after } = require('node:test')
test('a', () => {})
after(() => { throw new Error('root after') })
