// Prints V8's messages for broken JSON: node record-json.js > json-errors.txt
// Each line: the text as a JSON string, a tab, the message as a JSON string; the message is empty for a text that is right.
const texts = ['', ' ', '{', '[', '{"a"', '{"a":', '{"a":1', '{"a":1,', '{"a":1,}', '[1', '[1,', '[1,]', '[1 2]', 'x', '{x}', "{'a':1}", '"abc', '"a\nb"', '"\\x"',
  '"\\u12"', '"\\u12', '"\\uZ"', '01', '-', '1.', '1e', '1 2', 'nul', 'tru', 'nullx', '{"a":1}}', '[1]]', 'undefined', 'NaN', 'Infinity', '[object Object]', '{"a":undefined}', '"a" b', '{"a" 1}',
  '{"a":1 "b":2}', '\u00e9', '{"long":"' + 'x'.repeat(60) + '", bad}', '[' + '1,'.repeat(40) + 'bad' + ',1'.repeat(40) + ']', 'bad' + 'y'.repeat(80), '[' + '1,'.repeat(40) + 'bad',
  '\n\n  {"a":\n x}', '-x', '1.x', '1ex', '{"a":1,x', '[,]', '{,}', 'true false', '"\u0001"', '/* c */ {}', '{"a":1} // c', '.5', '+1', '{"a":tru}', '"abc\\', '[}', '{]', '12a', '-0', '00', '{"a":1]',
  '[1}', '1e+', '1e5.', 'a b c', '{"a":{"b":[1,{"c":nul}]}}', '"ok"', '[1,2,{"a":null,"b":[true,false,-1.5e+3]}]', '{"é😀":x}', '12345678901234567890x', '123456789012345678901x'];
for (const t of texts) {
  let message = '';
  try { JSON.parse(t); } catch (e) { message = e.message; }
  console.log(JSON.stringify(t) + '\t' + JSON.stringify(message));
}
