// Writes src/charset/index_*.cc: the indexes of the WHATWG Encoding Standard, packed (the format is told
// in src/charset/legacy_index.h). They are read from the npm package text-encoding, which carries those
// of 2018; the one change since, GB18030-2022, is added.
//
//   node tests/oracle/make_legacy_indexes.mjs && scripts/format
import fs from 'node:fs';
import {createRequire} from 'node:module';
import {gb18030_2022} from './gb18030_2022.mjs';

const indexes = createRequire(import.meta.url)('text-encoding/lib/encoding-indexes.js')['encoding-indexes'];
const folder = new URL('../../src/html/', import.meta.url);

const digits = [...Array(94).keys()].map((i) => String.fromCharCode(33 + i)).filter((c) => !'"%?\\'.includes(c));
const base = digits.length;  // 90

const number = (value, length) => length === 0 ? '' :
    number(Math.floor(value / base), length - 1) + digits[value % base];

function run_length(list, from, continues) {
  let length = 0;
  while (from + length < list.length && length < base * base - 1 && continues(list[from + length], length)) ++length;
  return length;
}

function pack(list) {
  let text = '';
  for (let i = 0, previous = -1; i < list.length;) {
    const holes = run_length(list, i, (value) => value === null);
    const steps = run_length(list, i, (value, k) => value === previous + 1 + k);
    if (holes > 0) {
      text += digits[88] + number(holes, 2);
      i += holes;
      continue;
    }
    if (steps > 3) {
      text += digits[87] + number(steps, 2);
      i += steps;
      previous += steps;
      continue;
    }
    const value = list[i++];
    const step = value - previous;
    previous = value;
    if (step >= 1 && step <= 40) text += digits[step - 1];
    else if (step >= -1935 && step < 1935) text += number(40 * base + step + 1935, 2);
    else if (value >= 0x3000 && value < 0x3000 + 4 * base * base) text += number(83 * base * base + value - 0x3000, 3);
    else text += digits[89] + number(value, 3);
  }
  return text;
}

function write(file, what, parts) {
  const body = parts.map(([name, list]) => {
    const lines = pack(list).match(/.{1,94}/g).map((line) => `    "${line}"`).join('\n');
    return `const char* const ${name} =\n${lines};\n`;
  }).join('\n');
  fs.writeFileSync(new URL(file, folder), `// ${what}, packed by tests/oracle/make_legacy_indexes.mjs.
#include "charset/legacy_index.h"

namespace freshet::packed {

${body}
}  // namespace freshet::packed
`);
}

const gb18030 = [...indexes.gb18030];
for (const [code, point] of Object.entries(gb18030_2022)) {
  const lead = code >> 8, trail = code & 0xFF;
  gb18030[(lead - 0x81) * 190 + trail - (trail < 0x7F ? 0x40 : 0x41)] = point;
}

// In the order of the encodings in src/charset/encoding.h; ISO-8859-8-I shares the index of ISO-8859-8.
const single_byte = ['ibm866', 'iso-8859-2', 'iso-8859-3', 'iso-8859-4', 'iso-8859-5', 'iso-8859-6', 'iso-8859-7',
  'iso-8859-8', 'iso-8859-8', 'iso-8859-10', 'iso-8859-13', 'iso-8859-14', 'iso-8859-15', 'iso-8859-16', 'koi8-r',
  'koi8-u', 'macintosh', 'windows-874', 'windows-1250', 'windows-1251', 'windows-1252', 'windows-1253',
  'windows-1254', 'windows-1255', 'windows-1256', 'windows-1257', 'windows-1258', 'x-mac-cyrillic'];

write('index_single_byte.cc', 'The upper halves of the single-byte encodings',
    [['single_byte', single_byte.flatMap((name) => indexes[name])]]);
write('index_gb18030.cc', 'Indexes gb18030 (two bytes) and gb18030 ranges (four bytes)',
    [['gb18030', gb18030], ['gb18030_ranges', indexes['gb18030-ranges'].flat()]]);
write('index_big5.cc', 'Index Big5', [['big5', indexes.big5]]);
write('index_euc_kr.cc', 'Index EUC-KR', [['euc_kr', indexes['euc-kr']]]);
write('index_jis0208.cc', 'Index jis0208', [['jis0208', indexes.jis0208]]);
write('index_jis0212.cc', 'Index jis0212', [['jis0212', indexes.jis0212]]);
