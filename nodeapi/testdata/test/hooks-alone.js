const { before, after } = require('node:test')
before(() => console.log('before'))
after(async () => { await 1; console.log('after') })
