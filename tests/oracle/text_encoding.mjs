// The TextDecoder of the npm package text-encoding as a judge of src/charset/decode.cc and encoding.cc.
//
//   node text_encoding.mjs labels               prints {label: name} as JSON
//   node text_encoding.mjs decode < IN > OUT    IN: records of label '\n' length '\n' bytes;
//                                               OUT: for each, length '\n' and the text as UTF-8
//
// The package follows the Encoding Standard of 2018. Where the standard has changed since, or the
// package has a bug, its source is amended below before it runs; every amendment must still apply.
import fs from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import {createRequire} from 'node:module';
import {gb18030_2022} from './gb18030_2022.mjs';

const require = createRequire(import.meta.url);

const amendments = [
  { why: 'a four-byte code of gb18030 that means nothing is swallowed whole',
    from: /if \(code_point === null\) \{\s*stream\.prepend\(buffer\);/g,
    to: 'if (code_point === null) { if (!inRange(bite, 0x30, 0x39)) stream.prepend(buffer);' },
  { why: 'EUC-KR gives back the second byte of every bad pair that is ASCII, not only of some',
    from: /if \(pointer === null && isASCIIByte\(bite\)\)/g,
    to: 'if (code_point === null && isASCIIByte(bite))' },
  { why: 'EUC-JP gives back the second byte of a bad pair only if it is ASCII',
    from: /if \(!inRange\(bite, 0xA1, 0xFE\)\)\s*stream\.prepend\(bite\);/g,
    to: 'if (code_point === null && isASCIIByte(bite)) stream.prepend(bite);' },
  { why: 'a typing mistake: ISO-2022-JP must remember the state that an escape chose',
    from: /iso2022jp_decoder_state = iso2022jp_decoder_state = state;/g,
    to: 'iso2022jp_decoder_state = iso2022jp_decoder_output_state = state;' },
  { why: 'lets this script see the labels',
    from: /var label_to_encoding = \{\};/g, to: 'var label_to_encoding = global.labels = {};' },
];

function load() {
  const folder = path.dirname(require.resolve('text-encoding/lib/encoding.js'));
  let source = fs.readFileSync(path.join(folder, 'encoding.js'), 'utf8');
  for (const {why, from, to} of amendments) {
    if ((source.match(from) ?? []).length !== 1) throw Error(`amendment does not apply: ${why}`);
    source = source.replace(from, to);
  }
  const indexes = {};
  vm.runInNewContext(fs.readFileSync(path.join(folder, 'encoding-indexes.js'), 'utf8'), indexes);
  for (const [code, point] of Object.entries(gb18030_2022)) {
    const lead = code >> 8, trail = code & 0xFF;
    const pointer = (lead - 0x81) * 190 + trail - (trail < 0x7F ? 0x40 : 0x41);
    indexes['encoding-indexes'].gb18030[pointer] = point;
  }
  // The package forgot that ISO-8859-8-I is decoded by the index of ISO-8859-8.
  indexes['encoding-indexes']['iso-8859-8-i'] = indexes['encoding-indexes']['iso-8859-8'];
  const judge = {'encoding-indexes': indexes['encoding-indexes'], Uint8Array, ArrayBuffer};
  vm.runInNewContext(source, judge);
  return judge;
}

function decode_all(judge, input) {
  const decoders = {};
  const output = [];
  for (let at = 0; at < input.length;) {
    const line = () => {
      const end = input.indexOf(10, at);
      const text = input.toString('latin1', at, end);
      at = end + 1;
      return text;
    };
    const label = line(), length = Number(line());
    decoders[label] ??= new judge.TextDecoder(label, {ignoreBOM: true});
    const text = Buffer.from(decoders[label].decode(input.subarray(at, at + length)), 'utf8');
    at += length;
    output.push(Buffer.from(`${text.length}\n`), text);
  }
  return Buffer.concat(output);
}

const judge = load();
const [mode] = process.argv.slice(2);
if (mode === 'labels')
  console.log(JSON.stringify(Object.fromEntries(Object.entries(judge.labels).map(([label, e]) => [label, e.name]))));
else if (mode === 'decode')
  fs.writeFileSync(1, decode_all(judge, fs.readFileSync(0)));
else
  throw Error('usage: text_encoding.mjs labels | decode < IN > OUT');
