// Records how Node describes what it received: node record.js received.txt > received.new
//
// A case is a line "> expression"; the description follows behind "| ". A line "! range, expression"
// records the whole message of a range error.
'use strict'
const fs = require('fs')
const util = require('util')

class Foo {}
class Bar extends Foo {}

function received(v) {
  try {
    if (typeof v === 'function') Buffer.alloc(v)
    else util.promisify(v)
  } catch (e) {
    return e.message.slice(e.message.indexOf('Received ') + 9)
  }
}

function outOfRange(v) {
  const events = require('events')
  try {
    new events().setMaxListeners(v)
  } catch (e) {
    return e.name + ' ' + e.code + ' ' + e.message
  }
}

for (const line of fs.readFileSync(process.argv[2], 'utf8').trimEnd().split('\n')) {
  if (line.startsWith('| ')) continue
  process.stdout.write(line + '\n')
  if (!/^[>!] /.test(line)) continue
  const v = eval('(' + line.slice(2) + ')')
  const text = line[0] === '>' ? received(v) : outOfRange(v)
  process.stdout.write(text.split('\n').map((l) => '| ' + l + '\n').join(''))
}
