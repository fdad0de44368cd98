// Reads URLs as a JSON array of strings from a file. Prints as a JSON array, for each: `surt`, the
// key that warcio.js gives it; `text`, what warcio.js hands to this node's own URL parser on the way;
// and `href`, how that reads it (null: not at all). So a difference between two URL parsers is not
// taken for one between keys.
import { readFileSync } from "node:fs";
import { getSurt } from "warcio/utils";

function href(text) {
  try {
    return new URL(text).href;
  } catch {
    return null;
  }
}

function answer(url) {
  const text = url.replace(/^(https?:\/\/)www\d*\./, "$1").toLowerCase();
  return { surt: getSurt(url), text, href: href(text) };
}

const urls = JSON.parse(readFileSync(process.argv[2], "utf8"));
console.log(JSON.stringify(urls.map(answer)));
