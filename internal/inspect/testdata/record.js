// Records what Node prints for each case: node record.js cases.txt > cases.new
//
// A case is a line "> expression", printed by util.inspect, or "= expression", a string that is taken
// as it is; its output follows, each line behind "| ". Lines that start with # are comments.
'use strict'
const fs = require('fs')
const util = require('util')
const vm = require('vm')

globalThis.util = util
vm.runInThisContext(fs.readFileSync(__dirname + '/names.js', 'utf8'))

function run(kind, source) {
  try {
    const script = new vm.Script('(function(util, inspect, format){ return (' + source + '\n)})', { filename: '/app/case.js' })
    const value = script.runInThisContext()(util, util.inspect, util.format)
    return kind === '=' ? String(value) : util.inspect(value)
  } catch (e) {
    return 'threw ' + e.name + ': ' + e.message
  }
}

// Where frames stand differs between engines; that there are some does not.
function normalize(text) {
  const out = []
  for (const line of text.split('\n')) {
    const m = /^( +)at [^\x1b]*(?::\d+:\d+\)?|<anonymous>\)?)([^:()]*)$/.exec(line)
    if (m === null) {
      out.push(line)
      continue
    }
    const frames = m[1] + 'at FRAMES'
    if (out[out.length - 1] === frames) out.pop()
    out.push(frames + m[2])
  }
  return out.join('\n')
}

for (const line of fs.readFileSync(process.argv[2], 'utf8').trimEnd().split('\n')) {
  if (line.startsWith('| ')) continue
  process.stdout.write(line + '\n')
  if (/^[>=] /.test(line)) {
    process.stdout.write(normalize(run(line[0], line.slice(2))).split('\n').map((l) => '| ' + l + '\n').join(''))
  }
}
