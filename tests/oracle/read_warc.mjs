// node read_warc.mjs FILE: reads a .warc.gz twice, and prints what each reading found as JSON.
// `members`: by node's zlib alone, one member at a time, with lengths, checksums and digests computed
// here (warcio.js does not check them). `warcio`: as warcio.js reads it.
import { createHash } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import zlib from "node:zlib";
import { WARCParser } from "warcio";

const base32 = (bytes) => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return bits.match(/.{5}/g).map((five) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[parseInt(five, 2)]).join("");
};
const sha1 = (bytes) => "sha1:" + base32(createHash("sha1").update(bytes).digest());

// RFC 1952, 2.3.
function head_length(bytes) {
  if (bytes.readUInt16BE(0) !== 0x1f8b || bytes[2] !== 8) throw new Error("no gzip member");
  const flags = bytes[3];
  let at = 10;
  if (flags & 4) at += 2 + bytes.readUInt16LE(at);
  for (const flag of [8, 16]) if (flags & flag) at = bytes.indexOf(0, at) + 1;
  return flags & 2 ? at + 2 : at;
}

function check_record(text) {
  const end = text.indexOf("\r\n\r\n");
  const [version, ...lines] = text.subarray(0, end).toString().split("\r\n");
  const fields = lines.map((line) => [line.slice(0, line.indexOf(": ")), line.slice(line.indexOf(": ") + 2)]);
  const find = (name) => fields.find(([other]) => other === name)?.[1];
  const length = Number(find("Content-Length"));
  const block = text.subarray(end + 4, end + 4 + length);
  const is_http = (find("Content-Type") ?? "").startsWith("application/http");
  const payload = is_http ? block.subarray(block.indexOf("\r\n\r\n") + 4) : block;
  return {
    version, fields,
    ends_well: text.length === end + 4 + length + 4 && text.subarray(-4).toString() === "\r\n\r\n",
    block_digest: find("WARC-Block-Digest") === sha1(block),
    payload_digest: find("WARC-Payload-Digest") ? find("WARC-Payload-Digest") === sha1(payload) : null,
  };
}

// zlib.crc32 is not in the node of Debian 12.
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n;
});

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) crc = CRC_TABLE[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return ~crc >>> 0;
}

function read_members(bytes) {
  const members = [];
  for (let at = 0; at < bytes.length;) {
    const begin = at + head_length(bytes.subarray(at));
    const { buffer, engine } = zlib.inflateRawSync(bytes.subarray(begin), { info: true });
    const end = begin + engine.bytesWritten + 8;
    if (bytes.readUInt32LE(end - 8) !== crc32(buffer)) throw new Error(`wrong CRC-32 at ${at}`);
    if (bytes.readUInt32LE(end - 4) !== buffer.length) throw new Error(`wrong length at ${at}`);
    members.push({ offset: at, length: end - at, ...check_record(buffer) });
    at = end;
  }
  return members;
}

async function read_by_warcio(file) {
  const records = [];
  const parser = new WARCParser(createReadStream(file));
  for await (const record of parser) {
    const payload = await record.readFully(false);
    records.push({
      type: record.warcType, id: record.warcHeader("WARC-Record-ID"), uri: record.warcTargetURI ?? null,
      status: record.httpHeaders?.statusCode ?? null, payload_bytes: payload.length, payload: sha1(payload),
      offset: parser.offset, length: parser.recordLength,
    });
  }
  return records;
}

const file = process.argv[2];
console.log(JSON.stringify({ members: read_members(readFileSync(file)), warcio: await read_by_warcio(file) }));
