// Prints what a browser selects. Pages come on standard input, each behind its length (32 bits, little endian);
// arguments are selectors. Prints an array with an object a page:
//   elements  how many elements the page has
//   found     for each selector the places of the elements that it selects, in document order
//   paths     [selector, place] of some elements, as the inspector of a browser copies them
// Pages are parsed without scripts. FRESHET_CHROMIUM names another browser.
import { readFileSync } from "node:fs";
import puppeteer from "puppeteer-core";

const input = readFileSync(0);
const pages = [];
for (let at = 0; at < input.length; ) {
  const size = input.readUInt32LE(at);
  pages.push(input.toString("utf8", at + 4, at + 4 + size));
  at += 4 + size;
}

const browser = await puppeteer.launch({
  executablePath: process.env.FRESHET_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const tab = await browser.newPage();
await tab.goto("about:blank");

function select(html, selectors) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const all = [...page.querySelectorAll("*")];
  const place = new Map(all.map((element, i) => [element, i]));
  const path = (element) => {
    const steps = [];
    for (let at = element; at; at = at.parentElement) {
      if (at.id && page.querySelectorAll("#" + CSS.escape(at.id)).length === 1) {
        steps.unshift("#" + CSS.escape(at.id));
        break;
      }
      const siblings = at.parentElement ? [...at.parentElement.children] : [];
      const step = CSS.escape(at.localName);
      steps.unshift(siblings.length > 1 ? `${step}:nth-child(${siblings.indexOf(at) + 1})` : step);
    }
    return steps.join(" > ");
  };
  const some = all.filter((_, i) => i % Math.max(1, Math.floor(all.length / 40)) === 0);
  return {
    elements: all.length,
    found: selectors.map((selector) => [...page.querySelectorAll(selector)].map((e) => place.get(e))),
    paths: some.map((element) => [path(element), place.get(element)]),
  };
}

const answers = [];
for (const page of pages) answers.push(await tab.evaluate(select, page, process.argv.slice(2)));
console.log(JSON.stringify(answers));
await browser.close();
