// node wget_twice.mjs FOLDER: serves a small site on loopback that changes while it is fetched, and
// lets wget archive it twice, into first.warc.gz and second.warc.gz. Prints as JSON the origin and
// what the server knows: when each page changed (ms since 1970), and what it served.
import { execFile } from "node:child_process";
import http from "node:http";
import { promisify } from "node:util";

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const paths = ["/", "/same", "/dated", "/between", "/meanwhile", "/leaves"];
const began = Date.now() - 3_600_000;
const changes = Object.fromEntries(paths.map((path) => [path, [began]]));
const served = [];

const versionOf = (path) => changes[path].length;
const change = (path) => changes[path].push(Date.now());

function bodyOf(path) {
  const links = paths.slice(1).map((to) => `<a href="${to}">${to}</a>`).join(" ");
  const text = `Version ${versionOf(path)} of ${path}, with enough words that a reader would notice them.`;
  return `<html><title>${path}</title><p>${text}</p>${path === "/" ? links : ""}</html>`;
}

let hasLeft = false;
const server = http.createServer((request, out) => {
  const path = request.url;
  const isThere = paths.includes(path) && !(hasLeft && path === "/leaves");
  served.push({ path, at: Date.now(), version: isThere ? versionOf(path) : 0 });
  if (!isThere) return out.writeHead(404, { "Content-Type": "text/plain" }).end("not here");
  const body = bodyOf(path);
  const headers = { "Content-Type": "text/html", "Content-Length": body.length };
  if (path === "/dated") headers["Last-Modified"] = new Date(changes[path].at(-1)).toUTCString();
  out.writeHead(200, headers).end(body);
  // It changes right after it was fetched for the first time.
  if (path === "/meanwhile" && versionOf(path) === 1) setTimeout(() => change(path), 1500);
});

await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
const origin = `http://127.0.0.1:${server.address().port}`;
const fetchAll = async (name) => {
  const all = ["--no-config", "--no-proxy", "--quiet", "--recursive", "--level=1", "--tries=1", "--timeout=20",
    "--delete-after", "-e", "robots=off", `--warc-file=${name}`, `${origin}/`];
  await promisify(execFile)("wget", all, { cwd: process.argv[2] }).catch((error) => {
    if (error.code !== 8) throw error;  // a page was missing
  });
};
await fetchAll("first");
await sleep(3500);
change("/between");
hasLeft = true;
await sleep(2500);
await fetchAll("second");
server.close();
console.log(JSON.stringify({ origin, began, changes, served }));
