// Records what Node prints for a case: node record.js case.js > case.out
//
// Each line is what was written and where: "out", "err", or "warning" for process.emitWarning. The
// case is called with require, console, process and setClock(ms), the clock of console.time.
'use strict'
const fs = require('fs')
let lines = ''
let now = 0
const write = process.stdout.write
const record = (where) => (text) => {
  lines += where + ' ' + JSON.stringify(text) + '\n'
  return true
}
process.stdout.write = record('out')
process.stderr.write = record('err')
process.emitWarning = (message, type, code) => record('warning')([type || 'Warning', typeof code === 'string' ? code : '-', message].join(' '))
process.hrtime = (since) => {
  const t = [Math.floor(now / 1000), Math.round((now % 1000) * 1e6)]
  if (!since) return t
  const d = (t[0] - since[0]) * 1e9 + t[1] - since[1]
  return [Math.floor(d / 1e9), d % 1e9]
}
process.env.NODE_DEBUG = ''
const source = fs.readFileSync(process.argv[2], 'utf8')
new Function('require', 'console', 'process', 'setClock', source)(require, console, process, (ms) => { now = ms })
process.on('exit', () => write.call(process.stdout, lines))
