// Takes a WACZ apart without any library of ours or of others: `wacz.mjs FILE.wacz`. Prints as JSON
// what is in it, and what is wrong with it: local and central headers that differ, entries that are
// not stored, data descriptors, checksums and hashes recomputed, an index that is not sorted or whose
// lines do not point at one whole gzip member with the record they speak of.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const crcTable = Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
  return n >>> 0;
});
const crc32 = (bytes) => {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = crcTable[(crc ^ byte) & 255] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
};
const sha256 = (bytes) => "sha256:" + createHash("sha256").update(bytes).digest("hex");

const zip = readFileSync(process.argv[2]);
const wrong = [];
const check = (holds, what) => holds || wrong.push(what);

function readEntries() {
  const end = zip.lastIndexOf("PK\x05\x06", undefined, "latin1");
  check(end === zip.length - 22, "the end record is not at the end");
  const entries = new Map();
  let at = zip.readUInt32LE(end + 16);
  let expectedLocal = 0;
  for (let i = 0; i < zip.readUInt16LE(end + 10); i++) {
    check(zip.readUInt32LE(at) === 0x02014b50, `no directory entry at ${at}`);
    const [nameLength, extraLength] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)];
    const name = zip.toString("utf8", at + 46, at + 46 + nameLength);
    const size = zip.readUInt32LE(at + 24);
    const local = zip.readUInt32LE(at + 42);
    check(local === expectedLocal, `${name}: a gap before the entry`);
    check(zip.readUInt32LE(local) === 0x04034b50, `${name}: no local header`);
    check(zip.readUInt16LE(at + 10) === 0, `${name}: not stored`);
    check((zip.readUInt16LE(at + 8) & 8) === 0, `${name}: has a data descriptor`);
    check(zip.subarray(at + 6, at + 30).equals(zip.subarray(local + 4, local + 28)), `${name}: headers differ`);
    // replayweb.page looks into the local header only if the directory has extra fields.
    check(extraLength > 0 || zip.readUInt16LE(local + 28) === 0, `${name}: extra fields in the local header only`);
    const data = local + 30 + nameLength + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(data, data + size);
    check(zip.readUInt32LE(at + 16) === crc32(bytes), `${name}: wrong CRC-32`);
    check(!entries.has(name), `${name}: twice`);
    entries.set(name, bytes);
    expectedLocal = data + size;
    at += 46 + nameLength + extraLength + zip.readUInt16LE(at + 32);
  }
  check(zip.readUInt32LE(end + 16) === expectedLocal, "a gap before the directory");
  check(at === end, "a gap behind the directory");
  return entries;
}

function checkDatapackage(entries) {
  const bytes = entries.get("datapackage.json");
  const datapackage = JSON.parse(bytes);
  const digest = JSON.parse(entries.get("datapackage-digest.json"));
  check(digest.path === "datapackage.json" && digest.hash === sha256(bytes), "wrong datapackage-digest");
  const named = datapackage.resources.map((resource) => resource.path).sort();
  const present = [...entries.keys()].filter((name) => !name.startsWith("datapackage")).sort();
  check(JSON.stringify(named) === JSON.stringify(present), `resources ${named}, entries ${present}`);
  for (const { name, path, hash, bytes: size } of datapackage.resources) {
    check(path.endsWith(name), `${path}: is called ${name}`);
    check(entries.get(path)?.length === size, `${path}: wrong size`);
    check(sha256(entries.get(path)) === hash, `${path}: wrong hash`);
  }
  return datapackage;
}

// The index in blocks, read by its directory: each block must begin with the line that it names.
function unpackBlocks(entries) {
  const packed = entries.get("indexes/index.cdx.gz");
  const [meta, ...blocks] = entries.get("indexes/index.idx").toString("latin1").trimEnd().split("\n");
  check(meta === '!meta 0 {"format":"cdxj-gzip-1.0","filename":"index.cdx.gz"}', `the directory begins with ${meta}`);
  let end = 0;
  const texts = blocks.map((line) => {
    const [, first, json] = /^(\S+ \d{17}) (\{.*\})$/.exec(line);
    const { offset, length, digest, filename } = JSON.parse(json);
    check(offset === end && filename === "index.cdx.gz", `${first}: a block at ${offset}, not ${end}`);
    end = offset + length;
    check(sha256(packed.subarray(offset, end)) === digest, `${first}: wrong hash of its block`);
    const text = gunzipSync(packed.subarray(offset, end)).toString("latin1");
    check(text.startsWith(`${first} {`), `${first}: its block begins otherwise`);
    return text;
  });
  check(end === packed.length, "bytes behind the last block");
  return texts.join("");
}

function checkIndex(entries) {
  const plain = entries.get("indexes/index.cdx")?.toString("latin1");
  const lines = (plain ?? unpackBlocks(entries)).split("\n");
  check(lines.pop() === "", "the index does not end with a line feed");
  check(JSON.stringify([...lines].sort()) === JSON.stringify(lines), "the index is not sorted");
  return lines.map((line) => {
    const [, key, time, json] = /^(\S+) (\d{17}) (\{.*\})$/.exec(line);
    const fields = JSON.parse(json);
    const warc = entries.get(`archive/${fields.filename}`);
    const [offset, length] = [Number(fields.offset), Number(fields.length)];
    // Fails if these bytes are not gzip members from the first to the last.
    const record = gunzipSync(warc.subarray(offset, offset + length)).toString("latin1");
    check(record.startsWith("WARC/1.1\r\n"), `${key}: no record at ${offset}`);
    check(record.includes(`\r\nWARC-Target-URI: ${fields.url}\r\n`), `${key}: another record at ${offset}`);
    return { key, time, ...fields };
  });
}

const entries = readEntries();
const datapackage = checkDatapackage(entries);
const index = checkIndex(entries);
const lines = (name) => entries.get(name)?.toString().trimEnd().split("\n").map((line) => JSON.parse(line));
const [pages, extraPages] = [lines("pages/pages.jsonl"), lines("pages/extraPages.jsonl")];
console.log(JSON.stringify({ names: [...entries.keys()], datapackage, index, pages, extraPages, wrong }));
