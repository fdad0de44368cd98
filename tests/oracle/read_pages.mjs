// The links and words of pages, read from the tree that parse5 builds, for comparison with
// extract_links and visible_text.
//
//   node read_pages.mjs on|off URL < pages > lines      ("on": scripts run; URL: that of every page)
//
// Input: for each page a 32-bit length (little endian) and its bytes, valid UTF-8. Output: for each
// page a line of JSON, {"links": ["kind url", ...], "words": "..."}. Links are resolved by node's
// own URL class.
import { readFileSync } from 'node:fs';
import { html, parse } from 'parse5';

const { HTML, SVG, MATHML } = html.NS;
const set = (words) => new Set(words.split(' '));

const unseen = {
  [HTML]: set('script style template iframe noembed noframes title datalist rp video audio canvas'),
  [SVG]: set('script style title desc metadata'),
  [MATHML]: set('annotation annotation-xml'),
};
const blocks = set(
  'address article aside blockquote body br caption center dd details dialog dir div dl dt ' +
    'fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html ' +
    'legend li listing main menu nav ol optgroup option p plaintext pre search section summary ' +
    'table tbody tfoot thead tr ul xmp');
const boxes = set(
  'applet audio button canvas embed iframe img input keygen marquee object select textarea video ' +
    'td th');

function attribute(element, name, prefix) {
  return element.attrs.find((a) => a.name === name && (a.prefix ?? '') === (prefix ?? ''))?.value;
}

function* elements(root) {
  const stack = [root];
  while (stack.length > 0) {
    const node = stack.pop();
    if (node.tagName !== undefined) yield node;
    const children = node.childNodes ?? [];
    for (let i = children.length; i-- > 0; ) stack.push(children[i]);
  }
}

// The candidates of a srcset: HTML standard, "parse a srcset attribute".
function candidates(srcset) {
  const urls = [];
  let rest = srcset;
  for (;;) {
    rest = rest.replace(/^[\t\n\f\r ,]+/, '');
    if (rest === '') return urls;
    let url = /^[^\t\n\f\r ]+/.exec(rest)[0];
    rest = rest.slice(url.length);
    if (url.endsWith(',')) {
      url = url.replace(/,+$/, '');
    } else {
      const descriptors = /^(?:[^,(]|\([^)]*(?:\)|$))*/.exec(rest)[0];
      rest = rest.slice(descriptors.length);
    }
    urls.push(url);
  }
}

function refreshUrl(content) {
  const match =
    /^[\t\n\f\r ]*(?:\d+|(?=\.))[\d.]*(?:[;,]|[\t\n\f\r ]+[;,]?)[\t\n\f\r ]*(.+)$/s.exec(content);
  if (!match) return undefined;
  const named = /^url[\t\n\f\r ]*=[\t\n\f\r ]*(.*)$/is.exec(match[1]);
  const url = named ? named[1] : match[1];
  const quoted = /^(["'])(.*)$/s.exec(url);
  return quoted ? quoted[2].split(quoted[1])[0] : url;
}

function linkKind(rel) {
  const has = (...words) => words.some((word) => rel.includes(word));
  if (has('canonical')) return 'canonical';
  if (has('stylesheet')) return 'stylesheet';
  if (has('alternate')) return 'alternate';
  if (has('icon', 'apple-touch-icon', 'apple-touch-icon-precomposed', 'mask-icon', 'manifest'))
    return 'icon';
  if (has('preload', 'modulepreload', 'prefetch', 'prerender', 'preconnect', 'dns-prefetch'))
    return 'hint';
  return 'link';
}

// [kind, URL as written] of each link that an element has. Empty values are left out where they ask
// for nothing.
function linksOf(element) {
  const get = (name) => attribute(element, name);
  const found = [];
  const add = (kind, url) => url !== undefined && found.push([kind, url]);
  const addFilled = (kind, url) => url !== '' && add(kind, url);
  if (element.namespaceURI !== HTML) {
    const url = get('href') ?? attribute(element, 'href', 'xlink');
    if (element.tagName === 'a') add('a', url);
    if (element.tagName === 'image') addFilled('img', url);
    if (element.tagName === 'script') addFilled('script', url);
    return found;
  }
  switch (element.tagName) {
    case 'a':
    case 'area':
      add(element.tagName, get('href'));
      break;
    case 'form':
      add('form', get('action'));
      break;
    case 'link': {
      const rel = (get('rel') ?? '').toLowerCase().split(/[\t\n\f\r ]+/);
      addFilled(linkKind(rel), get('href'));
      break;
    }
    case 'iframe':
    case 'frame':
    case 'script':
    case 'embed':
    case 'track':
    case 'audio':
      addFilled(element.tagName, get('src'));
      break;
    case 'video':
      addFilled('video', get('src'));
      addFilled('poster', get('poster'));
      break;
    case 'object':
      addFilled('object', get('data'));
      break;
    case 'input':
      if ((get('type') ?? '').toLowerCase() === 'image') addFilled('img', get('src'));
      break;
    case 'img':
    case 'source':
      addFilled(element.tagName, get('src'));
      for (const url of candidates(get('srcset') ?? '')) addFilled('srcset', url);
      break;
    case 'meta':
      if ((get('http-equiv') ?? '').toLowerCase() === 'refresh')
        add('refresh', refreshUrl(get('content') ?? ''));
      break;
  }
  return found;
}

function resolve(url, base) {
  try {
    return new URL(url, base);
  } catch {
    return undefined;
  }
}

function readLinks(document, pageUrl) {
  const links = new Set();
  let base = pageUrl;
  for (const element of elements(document)) {
    if (element.namespaceURI !== HTML || element.tagName !== 'base') continue;
    const href = attribute(element, 'href');
    if (href === undefined) continue;
    const url = resolve(href, pageUrl);
    if (url && !['data:', 'javascript:'].includes(url.protocol)) {
      base = url.href;
      links.add(`base ${url.href}`);
    }
    break;
  }
  for (const element of elements(document)) {
    for (const [kind, written] of linksOf(element)) {
      const url = resolve(written, base);
      if (url && url.protocol !== 'data:') links.add(`${kind} ${url.href}`);
    }
  }
  return [...links].sort();
}

function readWords(document, scripting) {
  let text = '';
  const isUnseen = (node) =>
    unseen[node.namespaceURI].has(node.tagName) ||
    (scripting && node.namespaceURI === HTML && node.tagName === 'noscript');
  const gap = (node) => {
    const { namespaceURI: space, tagName: name } = node;
    const apart = space === HTML ? blocks.has(name) || boxes.has(name)
                                 : ['svg', 'math', 'text'].includes(name);
    return apart ? ' ' : '';
  };
  // Entries are nodes, or strings to write when it is their turn.
  const stack = [document];
  while (stack.length > 0) {
    const node = stack.pop();
    if (typeof node === 'string') {
      text += node;
    } else if (node.nodeName === '#text') {
      text += node.value;
    } else if (node.tagName !== undefined && isUnseen(node)) {
      text += gap(node);
    } else {
      if (node.tagName !== undefined) {
        text += gap(node);
        stack.push(gap(node));
      }
      const children = node.childNodes ?? [];
      for (let i = children.length; i-- > 0; ) stack.push(children[i]);
    }
  }
  return text.split(/[\t\n\f\r ]+/).filter((word) => word !== '').join(' ');
}

const [mode, pageUrl] = process.argv.slice(2);
const scriptingEnabled = mode === 'on';
const input = readFileSync(0);
let output = '';
for (let at = 0; at < input.length; ) {
  const start = at + 4;
  at = start + input.readUInt32LE(at);
  const document = parse(input.toString('utf8', start, at), { scriptingEnabled });
  const links = readLinks(document, pageUrl);
  output += JSON.stringify({ links, words: readWords(document, scriptingEnabled) }) + '\n';
}
process.stdout.write(output);
