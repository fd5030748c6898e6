// The error's own enumerable key is code; the first line of its stack has it.
try { setTimeout(1); } catch (e) {
  console.log(Object.keys(e), e.name, String(e), e.stack.split('\n')[0]);
}
