# feed.py FILE: checks an Atom document by the clauses of RFC 4287 and prints what feedparser finds in it, as JSON.
import collections
import json
import re
import sys
import xml.etree.ElementTree

import feedparser

ATOM = "{http://www.w3.org/2005/Atom}"
# How often each child may stand (sections 4.1.1 and 4.1.2); children that are not named must not.
ONCE, AT_MOST_ONCE, ANY = (1, 1), (0, 1), (0, 10**6)
FEED = {"id": ONCE, "title": ONCE, "updated": ONCE, "author": (1, 10**6), "link": ANY, "category": ANY, "entry": ANY,
        "generator": AT_MOST_ONCE, "subtitle": AT_MOST_ONCE, "rights": AT_MOST_ONCE, "icon": AT_MOST_ONCE, "logo": AT_MOST_ONCE}
ENTRY = {"id": ONCE, "title": ONCE, "updated": ONCE, "author": ANY, "link": ANY, "category": ANY, "content": AT_MOST_ONCE,
         "published": AT_MOST_ONCE, "summary": AT_MOST_ONCE, "rights": AT_MOST_ONCE, "source": AT_MOST_ONCE}
# Attributes that may stand (sections 3.1, 4.1.3, 4.2.2, 4.2.7).
ATTRIBUTES = {"title": {"type"}, "content": {"type", "src"}, "category": {"term", "scheme", "label"}, "generator": {"uri", "version"},
              "link": {"rel", "type", "href", "hreflang", "title", "length"}}
problems = []


def check(element, children):
    names = collections.Counter(child.tag.removeprefix(ATOM) for child in element)
    for name, count in names.items():
        low, high = children.get(name, (0, 0))
        if not low <= count <= high:
            problems.append(f"{element.tag}: {count} {name}")
    problems.extend(f"{element.tag}: no {name}" for name, (low, _) in children.items() if low > names[name])
    alternates = collections.Counter()
    for child in element:
        name = child.tag.removeprefix(ATOM)
        if set(child.attrib) - ATTRIBUTES.get(name, set()):
            problems.append(f"{name}: {child.attrib}")
        if name in ("updated", "published") and not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)", child.text):
            problems.append(f"{name}: {child.text}")  # section 3.3
        if name == "id" and not re.match(r"[a-z][a-z0-9+.-]*:", child.text):
            problems.append(f"id: {child.text}")  # section 4.2.6
        if name == "link":
            if not child.get("href"):
                problems.append("link: no href")
            if child.get("rel", "alternate") == "alternate":
                alternates[child.get("type"), child.get("hreflang")] += 1
        if name == "author" and [part.tag for part in child].count(ATOM + "name") != 1:
            problems.append("author: no name")  # section 3.2
    if any(count > 1 for count in alternates.values()):
        problems.append(f"{element.tag}: alternates")


text = open(sys.argv[1], "rb").read()
root = xml.etree.ElementTree.fromstring(text)
check(root, FEED)
entries = root.findall(ATOM + "entry")
for entry in entries:
    check(entry, ENTRY)
if len({entry.findtext(ATOM + "id") for entry in entries}) < len(entries):
    problems.append("two entries have one id")
feed = feedparser.parse(text)
print(json.dumps({
    "problems": problems,
    "bozo": bool(feed.bozo),
    "version": feed.version,
    "title": feed.feed.title,
    "id": feed.feed.id,
    "updated": feed.feed.updated,
    "entries": [{"id": entry.id, "title": entry.title, "link": entry.get("link", ""), "updated": entry.updated,
                 "tags": [tag.term for tag in entry.get("tags", [])],
                 "content": entry.content[0].value} for entry in feed.entries],
}))
