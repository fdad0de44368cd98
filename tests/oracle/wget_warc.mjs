// node wget_warc.mjs FOLDER: serves a small site on loopback and lets wget archive it into FOLDER, as
// packed.warc.gz and as plain.warc. Prints the origin of the site.
import { execFile } from "node:child_process";
import http from "node:http";
import { promisify } from "node:util";
import zlib from "node:zlib";

const page = "<html><link rel=stylesheet href=style.css><a href=chunks>c</a><a href=packed>p</a><a href=away>a</a>" +
  "<a href=missing>m</a>";
const answers = {
  "/": (out) => out.writeHead(200, { "Content-Type": "text/html", "Content-Length": page.length }).end(page),
  "/style.css": (out) => out.writeHead(200, { "Content-Type": "text/css", "Content-Length": 2 }).end("a{"),
  "/chunks": (out) => {
    out.writeHead(200, { "Content-Type": "text/plain", "Set-Cookie": ["a=1", "b=2"] });
    out.write("first ");
    out.end("second");
  },
  "/packed": (out) => out.writeHead(200, { "Content-Type": "text/plain", "Content-Encoding": "gzip" })
    .end(zlib.gzipSync("packed text")),
  "/away": (out) => out.writeHead(302, { Location: "/style.css" }).end(),
};
const server = http.createServer((request, out) => {
  const answer = answers[request.url];
  if (answer) return answer(out);
  out.writeHead(404, { "Content-Type": "text/plain" }).end("not here");
});

await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
const origin = `http://127.0.0.1:${server.address().port}`;
for (const options of [["--warc-file=packed"], ["--warc-file=plain", "--no-warc-compression"]]) {
  const all = ["--no-config", "--no-proxy", "--quiet", "--recursive", "--level=1", "--tries=1", "--timeout=20",
    "--delete-after", "-e", "robots=off", ...options, `${origin}/`];
  // Leaves 8 where a page was missing, as one is.
  await promisify(execFile)("wget", all, { cwd: process.argv[2] }).catch((error) => {
    if (error.code !== 8) throw error;
  });
}
server.close();
console.log(origin);
