// The tags of pages as parse5 sees them, for comparison with index_tags.
//
//   node tags.mjs on|off < pages > tags      ("on": scripts run)
//
// Input: for each page a 32-bit length (little endian) and its bytes, valid UTF-8. Output: for each
// page a 32-bit count and that many quadruples of 32-bit numbers, as in Tag of html/tag_index.h.
import { readSync, writeSync } from 'node:fs';
import { Parser } from 'parse5';

// The parser reports each tag to its tokenizer's handler before the tree is built. After
// re-processing in tables it reports some twice; a tag is known by where it begins.
class TagListener extends Parser {
  tags = [];
  last = -1;

  note(token) {
    const { startOffset, endOffset } = token.location;
    if (startOffset <= this.last) return;
    this.last = startOffset;
    this.tags.push(startOffset, endOffset);
  }
  onStartTag(token) {
    this.note(token);
    super.onStartTag(token);
  }
  onEndTag(token) {
    this.note(token);
    super.onEndTag(token);
  }
}

// parse5 takes "<![CDATA[" for a comment wherever HTML may stand, so also directly inside of SVG's
// title, desc and foreignObject and MathML's mi, mo, mn, ms and mtext. The standard (13.2.5.42) asks
// only whether the current node is an HTML element, and these are not.
function followStandardForCdata(parser) {
  const { tokenizer } = parser;
  const open = tokenizer._stateMarkupDeclarationOpen;
  tokenizer._stateMarkupDeclarationOpen = function (codePoint) {
    const saved = this.inForeignNode;
    this.inForeignNode = parser.currentNotInHTML;
    open.call(this, codePoint);
    this.inForeignNode = saved;
  };
}

const endsName = (c) => c === 32 || c === 10 || c === 9 || c === 13 || c === 12 || c === 47 || c === 62;

function quadruples(html, bytes, scriptingEnabled) {
  const parser = new TagListener({ scriptingEnabled, sourceCodeLocationInfo: true });
  followStandardForCdata(parser);
  parser.tokenizer.write(html, true);
  const ascii = bytes.length === html.length;
  const out = new Uint32Array(parser.tags.length * 2);
  let unit = 0; // JavaScript counts UTF-16 units, we count bytes
  let byte = 0;
  const toByte = (target) => {
    if (ascii) return target;
    for (; unit < target; unit++) {
      const code = html.charCodeAt(unit);
      byte += code < 0x80 ? 1 : code < 0x800 ? 2 : code >= 0xd800 && code <= 0xdfff ? 2 : 3;
    }
    return byte;
  };
  for (let i = 0, o = 0; i < parser.tags.length; i += 2) {
    const start = toByte(parser.tags[i]);
    const end = toByte(parser.tags[i + 1]);
    const nameOffset = bytes[start + 1] === 47 ? 2 : 1;
    let nameEnd = start + nameOffset;
    while (!endsName(bytes[nameEnd])) nameEnd++;
    out[o++] = start;
    out[o++] = end - start;
    out[o++] = nameOffset;
    out[o++] = nameEnd - start - nameOffset;
  }
  return out;
}

function readExactly(size) {
  const buffer = Buffer.alloc(size);
  let got = 0;
  while (got < size) {
    let n;
    try {
      n = readSync(0, buffer, got, size - got);
    } catch (error) {
      if (error.code === 'EAGAIN') continue;
      throw error;
    }
    if (n === 0) return null;
    got += n;
  }
  return buffer;
}

function writeAll(buffer) {
  for (let at = 0; at < buffer.length; ) {
    try {
      at += writeSync(1, buffer, at);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

const scripting = process.argv[2] === 'on';
for (let header; (header = readExactly(4)); ) {
  const bytes = readExactly(header.readUInt32LE(0));
  // parse5 drops a byte order mark without counting it; pages come here without one.
  const tags = quadruples(bytes.toString('utf8'), bytes, scripting);
  const count = Buffer.alloc(4);
  count.writeUInt32LE(tags.length / 4);
  writeAll(Buffer.concat([count, Buffer.from(tags.buffer)]));
}
