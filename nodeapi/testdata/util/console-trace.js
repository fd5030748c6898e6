function outer() {
  console.trace('here %d', 5)
  console.trace()
  console.trace({ a: 1 })
}
const { write } = process.stderr
process.stderr.write = (s) => console.log(s.split('\n')[0], s.split('\n')[1].includes('at outer'), s.endsWith('\n'))
outer()
process.stderr.write = write
