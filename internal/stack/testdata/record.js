// Records what Node prints for cases.js: node record.js > cases.out
'use strict'
const fs = require('fs')
const vm = require('vm')
let out = ''
const source = fs.readFileSync(__dirname + '/cases.js', 'utf8')
const run = vm.runInThisContext('(function (print, normalize) {' + source + '\n})', { filename: '/app/cases.js' })
run((...args) => { out += args.map(String).join(' ') + '\n' }, () => {})
Promise.resolve().then(() => {}).then(() => process.stdout.write(out))
