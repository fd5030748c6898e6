process.env.FORCE_COLOR = '1'
const { test, describe, it } = require('node:test')
test('passes', () => {})
test('fails', () => { throw new Error('x') })
test('fails with a value', () => { throw { a: 1, b: 'text' } })
test('skip', { skip: true }, () => {})
test('todo', { todo: true }, () => { throw new Error('y') })
test('expected', { expectFailure: true }, () => { throw new Error('z') })
describe('suite', () => { it('a', (t) => { t.diagnostic('d') }) })
