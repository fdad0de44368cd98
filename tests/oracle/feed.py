# feed.py FILE: prints what feedparser finds in a feed, as JSON.
import json
import sys
import xml.etree.ElementTree

import feedparser

text = open(sys.argv[1], "rb").read()
xml.etree.ElementTree.fromstring(text)
feed = feedparser.parse(text)
print(json.dumps({
    "bozo": bool(feed.bozo),
    "version": feed.version,
    "title": feed.feed.title,
    "id": feed.feed.id,
    "updated": feed.feed.updated,
    "entries": [{"id": entry.id, "title": entry.title, "link": entry.get("link", ""), "updated": entry.updated,
                 "tags": [tag.term for tag in entry.get("tags", [])],
                 "content": entry.content[0].value} for entry in feed.entries],
}))
