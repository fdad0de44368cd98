// Replays pages of a WACZ in replayweb.page, in a headless Chromium, and looks at what came out:
//
//   replay.mjs FILE.wacz URL EXPECTATIONS.json
//
// The expectations are an object; all of its members may be left out:
//   text     what the visible text of the page must hold
//   styles   [{selector, property, value}]: computed styles
//   images   [{selector, naturalWidth}]
//   at       the moment to look at, 14 digits; the newest version if left out
//   also     [{url, text, styles, images, at}]: more pages of the same file
//
// The names of the pages' hosts lead to a server that stands for the live web, and all other names
// nowhere. One connection there, or one request of a page to anything but the viewer, fails the run.
// What was seen is printed as JSON; the exit code is 1 if it is not what was expected, and standard
// error says why. FRESHET_CHROMIUM names another browser, FRESHET_REPLAY_PATIENCE_MS how long to wait.
import { createReadStream, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import puppeteer from "puppeteer-core";

const chromium = process.env.FRESHET_CHROMIUM ?? "/usr/bin/chromium";
const patienceMs = Number(process.env.FRESHET_REPLAY_PATIENCE_MS ?? 60_000);
const loadsMax = 3;
const viewer = fileURLToPath(new URL("node_modules/replaywebpage/", import.meta.url));

// The folder of the viewer needs a page of its own: without it the first load races the worker.
const replayIndex =
  '<!doctype html><meta charset="utf-8"><script src="/ui.js"></script><replay-app-main></replay-app-main>';

const quoted = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

const outerPage = (url, at) => `<!doctype html><meta charset="utf-8"><script src="/ui.js"></script>
<replay-web-page style="display:block;height:600px" source="/file.wacz" replayBase="/replay/"
 embed="replayonly" url="${quoted(url)}"${at ? ` ts="${quoted(at)}"` : ""}></replay-web-page>`;

function sendFile(request, response, path, type) {
  const size = statSync(path).size;
  const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? "");
  let first = 0;
  let last = size - 1;
  if (range && range[1] === "") first = Math.max(0, size - Number(range[2]));
  else if (range) {
    first = Number(range[1]);
    if (range[2] !== "") last = Math.min(last, Number(range[2]));
  }
  const headers = {
    "Content-Type": type,
    "Content-Length": last - first + 1,
    "Accept-Ranges": "bytes",
    "Access-Control-Allow-Origin": "*",
  };
  if (range) headers["Content-Range"] = `bytes ${first}-${last}/${size}`;
  response.writeHead(range ? 206 : 200, headers);
  if (request.method === "HEAD" || last < first) response.end();
  else createReadStream(path, { start: first, end: last }).pipe(response);
}

function serveViewer(wacz) {
  return createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, "http://viewer");
    const html = (text) => response.writeHead(200, { "Content-Type": "text/html" }).end(text);
    if (pathname === "/") html(outerPage(searchParams.get("url"), searchParams.get("at")));
    else if (pathname === "/replay/" || pathname === "/replay/index.html") html(replayIndex);
    else if (pathname === "/file.wacz") sendFile(request, response, wacz, "application/wacz");
    else if (pathname === "/ui.js" || pathname === "/replay/ui.js")
      sendFile(request, response, join(viewer, "ui.js"), "text/javascript");
    else if (pathname === "/replay/sw.js" || pathname === "/sw.js")
      sendFile(request, response, join(viewer, "sw.js"), "text/javascript");
    else response.writeHead(404).end();
  });
}

// Speaks no protocol, so that no protocol goes uncounted.
function serveLive(requests) {
  return createTcpServer((socket) => {
    requests.push("a connection to the host of a page");
    socket.on("error", () => {}).destroy();
  });
}

const listen = (server) =>
  new Promise((done) => server.listen(0, "127.0.0.1", () => done(server.address().port)));

// Whether the frame shows the archived page of that URL, and not the viewer around it.
function isReplayOf(frame, url) {
  return /\/replay\/w\/.*?\/\d*mp_\/(.*)$/.exec(frame.url())?.[1] === url;
}

// The page may take its time; what is expected is asked for until it is there, or patience ends.
async function look(page, url, expected) {
  const end = Date.now() + patienceMs;
  let seen;
  let complaints = [`no frame shows ${url}`];
  while (Date.now() < end && complaints.length > 0) {
    const frame = page.frames().find((candidate) => isReplayOf(candidate, url));
    if (frame) {
      seen = await frame.evaluate(observe, expected).catch((error) => ({ error: error.message }));
      complaints = compare(seen, expected);
    }
    await new Promise((done) => setTimeout(done, 100));
  }
  const frames = page.frames().map((frame) => frame.url());
  return { url, seen, frames, complaints: complaints.map((text) => `${url}: ${text}`) };
}

// On a busy machine the viewer's first load in a fresh browser now and then shows no frame at all; why
// is not known. Only then it is loaded again: a page that was shown and is wrong stays wrong. `loads`
// in the report says how often that was.
async function replay(page, viewerUrl, expected) {
  let result;
  for (let loads = 1; loads <= loadsMax; loads++) {
    await page.goto(viewerUrl, { waitUntil: "domcontentloaded", timeout: patienceMs });
    result = { loads, ...(await look(page, expected.url, expected)) };
    if (result.seen) break;
  }
  return result;
}

// Runs in the archived page.
function observe(expected) {
  return {
    text: document.body?.innerText ?? "",
    ready: document.readyState,
    styles: (expected.styles ?? []).map(({ selector, property }) => {
      const element = document.querySelector(selector);
      return element ? getComputedStyle(element).getPropertyValue(property) : null;
    }),
    images: (expected.images ?? []).map(
      ({ selector }) => document.querySelector(selector)?.naturalWidth ?? null,
    ),
  };
}

function compare(seen, expected) {
  if (seen.error) return [seen.error];
  const complaints = [];
  if (seen.ready !== "complete") complaints.push("has not been loaded");
  if (expected.text && !seen.text.includes(expected.text))
    complaints.push(`expected the text "${expected.text}", not "${seen.text.slice(0, 500)}"`);
  (expected.styles ?? []).forEach(({ selector, property, value }, i) => {
    if (seen.styles[i] !== value)
      complaints.push(`expected ${property} ${value} at ${selector}, not ${seen.styles[i]}`);
  });
  (expected.images ?? []).forEach(({ selector, naturalWidth }, i) => {
    if (seen.images[i] !== naturalWidth)
      complaints.push(`expected an image ${naturalWidth} wide at ${selector}, not ${seen.images[i]}`);
  });
  return complaints;
}

const [wacz, firstUrl, expectationsFile] = process.argv.slice(2);
const expectations = JSON.parse(readFileSync(expectationsFile, "utf8"));
const wanted = [{ ...expectations, url: firstUrl }, ...(expectations.also ?? [])];
const liveRequests = [];
const viewerServer = serveViewer(wacz);
const liveServer = serveLive(liveRequests);
const viewerOrigin = `http://127.0.0.1:${await listen(viewerServer)}`;
const livePort = await listen(liveServer);
const liveHosts = new Set(wanted.map(({ url }) => new URL(url).hostname));
const rules = [...liveHosts].map((host) => `MAP ${host} 127.0.0.1:${livePort}`);
const browser = await puppeteer.launch({
  executablePath: chromium,
  args: [
    `--host-resolver-rules=${[...rules, "MAP * ~NOTFOUND", "EXCLUDE 127.0.0.1"].join(", ")}`,
    "--no-first-run",
    ...(process.getuid() === 0 ? ["--no-sandbox"] : []),
  ],
});
const pages = [];
const leaks = [];
try {
  for (const expected of wanted) {
    const page = await browser.newPage();
    page.on("request", (request) => {
      const isInside = [viewerOrigin + "/", "data:", "blob:", "about:"].some((start) =>
        request.url().startsWith(start),
      );
      if (!isInside) liveRequests.push(request.url());
    });
    const viewerUrl = `${viewerOrigin}/?url=${encodeURIComponent(expected.url)}&at=${expected.at ?? ""}`;
    pages.push(await replay(page, viewerUrl, expected));
    await page.close();
  }
  // That nothing was counted says something only if something would have been. The browser may try
  // more than once, and late, so what the pages did is taken down before.
  leaks.push(...liveRequests);
  const live = await browser.newPage();
  await live.goto(firstUrl).catch(() => {});
  if (liveRequests.length === leaks.length) throw new Error("the live address cannot be reached");
} finally {
  await browser.close();
  viewerServer.close();
  liveServer.close();
}
const complaints = pages.flatMap((page) => page.complaints);
for (const request of leaks) complaints.push(`a request went to the live address: ${request}`);
console.log(JSON.stringify({ pages, liveRequests: leaks, complaints }));
for (const complaint of complaints) console.error(complaint);
process.exit(complaints.length === 0 ? 0 : 1);
