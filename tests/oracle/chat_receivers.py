# chat_receivers.py COUNT: services that take messages, each as its documents describe it, on a free port of loopback.
# Prints the port, then for each of COUNT requests a line of JSON: {"service", "problems", "request"}. A request with problems
# gets 400. Documents: docs/design/notify.md.
import http.server
import json
import re
import signal
import sys
import urllib.parse
from html.parser import HTMLParser

signal.alarm(60)
seen_transactions = set()
problems = []


def check(holds, what):
    if not holds:
        problems.append(what)


def length(text):
    return len(text.encode("utf-16-le")) // 2


def is_url(text):
    return bool(re.fullmatch(r"https?://[!-~]+", text))


class Tags(HTMLParser):
    def __init__(self, allowed):
        super().__init__()
        self.allowed, self.open = allowed, []

    def handle_starttag(self, tag, attributes):
        check(tag in self.allowed, f"tag {tag}")
        for name, value in attributes:
            check((tag, name) == ("a", "href") and is_url(value), f"attribute {name}={value}")
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag):
        check(bool(self.open) and self.open.pop() == tag, f"end of {tag}")


def check_html(text, allowed):
    parser = Tags(allowed)
    parser.feed(text)
    parser.close()
    check(not parser.open, f"open tags {parser.open}")


def without_links(text):
    """Removes links of Slack, whose addresses must be addresses."""
    for url, _ in re.findall(r"<([^|>]*)\|([^>]*)>", text):
        check(is_url(url.replace("&amp;", "&")), f"link {url}")
    return re.sub(r"<[^|>]*\|[^>]*>", "", text)


def check_slack_text(text, maximum):
    check(0 < length(text) <= maximum, f"{length(text)} characters")
    check("<" not in without_links(text) and ">" not in without_links(text), "a bare < or >")
    check(not re.search(r"&(?!amp;|lt;|gt;)", text), "a bare &")


def slack(body, headers):
    check(body["text"], "no fallback text")
    check("<" not in body["text"], "a mention in the fallback")
    check(1 <= len(body["blocks"]) <= 50, "number of blocks")
    for block in body["blocks"]:
        kind = block["type"]
        check(kind in ("header", "section", "context"), f"block {kind}")
        if kind == "header":
            check(block["text"]["type"] == "plain_text" and 0 < length(block["text"]["text"]) <= 150, "header")
        if kind == "section":
            check(block["text"]["type"] == "mrkdwn" and block["text"]["verbatim"] is True, "section")
            check_slack_text(block["text"]["text"], 3000)
        if kind == "context":
            check(1 <= len(block["elements"]) <= 10, "elements")
            for element in block["elements"]:
                check_slack_text(element["text"], 2000)
    check(body["unfurl_links"] is False and body["unfurl_media"] is False, "unfurls")
    return 200, "ok"


def check_markdown(text, own=r"\*\*|~~"):
    """Nothing but our own marks is left when escaped characters are taken away."""
    check(not re.search(r"(?<!\\)(?:\\\\)*@(?!\u2060)", text), "a mention")
    bare = re.sub(r"\\.", "", text, flags=re.S)
    bare = re.sub(r"\[[^\]]*\]\(https?://[^)\s]+\)", "", bare)
    bare = re.sub(own, "", bare)
    check(not re.search(r"[`*_~|<>#\[\]()]", bare), f"a mark in {bare!r}")


def discord(body, headers):
    check(body["allowed_mentions"] == {"parse": []}, "mentions")
    check(length(body["content"]) <= 2000, "content")
    check(1 <= len(body["embeds"]) <= 10, "embeds")
    total = 0
    for embed in body["embeds"]:
        check(0 < length(embed["title"]) <= 256, "title")
        check(length(embed["description"]) <= 4096, "description")
        check(length(embed["footer"]["text"]) <= 2048, "footer")
        check(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", embed["timestamp"]), "timestamp")
        check(0 <= embed["color"] <= 0xFFFFFF, "color")
        check("url" not in embed or is_url(embed["url"]), "url")
        check_markdown(embed["title"])
        check_markdown(embed["description"])
        total += length(embed["title"]) + length(embed["description"]) + length(embed["footer"]["text"])
    check(total <= 6000, f"{total} characters in all")
    return 200, json.dumps({"id": "1"})


def mattermost(body, headers):
    check(body.get("text") or body.get("attachments"), "neither text nor attachments")
    for attachment in body["attachments"]:
        check(attachment["fallback"], "no fallback")
        check(re.fullmatch("#[0-9A-F]{6}", attachment["color"]), "color")
        check(length(attachment["text"]) <= 4000, f"{length(attachment['text'])} characters")
        check("title_link" not in attachment or is_url(attachment["title_link"]), "title_link")
        check_markdown(attachment["title"])
        check_markdown(attachment["text"])
    return 200, "ok"


def teams(body, headers):
    check(body["type"] == "message", "type")
    check(len(json.dumps(body, ensure_ascii=False).encode()) <= 28 * 1024, "more than 28 KB")
    for attachment in body["attachments"]:
        check(attachment["contentType"] == "application/vnd.microsoft.card.adaptive", "contentType")
        card = attachment["content"]
        check(card["type"] == "AdaptiveCard" and card["version"] == "1.4", "card")
        for block in card["body"]:
            check(block["type"] == "TextBlock" and block["wrap"] is True and block["text"], "TextBlock")
            check_markdown(block["text"], r"\*\*|\(was: [^()]*\)")
        for action in card["actions"]:
            check(action["type"] == "Action.OpenUrl" and action["title"] and is_url(action["url"]), "action")
    return 202, ""


def ntfy(body, headers):
    check(headers["Authorization"] == "Bearer tk_secret", "authorization")
    check(re.fullmatch("[-_A-Za-z0-9]{1,64}", body["topic"]), "topic")
    check(0 < len(body["message"].encode()) <= 4096, "message")
    check(body["priority"] in range(1, 6), "priority")
    check(len(body["actions"]) <= 3, "actions")
    for action in body["actions"]:
        check(action["action"] == "view" and action["label"] and is_url(action["url"]), "action")
    check("click" not in body or is_url(body["click"]), "click")
    check(body["markdown"] is False, "markdown")
    return 200, json.dumps({"id": "x", "event": "message"})


def gotify(body, headers):
    check(headers["X-Gotify-Key"] == "Asecret", "key")
    check(body["message"], "message")
    check(0 <= body["priority"] <= 10, "priority")
    check(body["extras"]["client::display"]["contentType"] == "text/markdown", "display")
    check_markdown(body["message"])
    return 200, json.dumps({"id": 1})


def telegram(body, headers):
    check(body["chat_id"] == 12315544, "chat_id")
    check(1 <= length(body["text"]) <= 4096, f"{length(body['text'])} characters")
    check(body["parse_mode"] == "HTML", "parse_mode")
    check(body["link_preview_options"] == {"is_disabled": True}, "link preview")
    check_html(body["text"], {"b", "s", "a"})
    return 200, json.dumps({"ok": True})


def matrix(body, headers):
    check(headers["Authorization"] == "Bearer syt_secret", "authorization")
    check(body["msgtype"] == "m.notice" and body["body"], "body")
    check(body["format"] == "org.matrix.custom.html", "format")
    check(len(json.dumps(body)) <= 65536, "event is too long")
    check_html(body["formatted_body"], {"b", "del", "a", "br"})
    return 200, json.dumps({"event_id": "$1"})


def pushover(body, headers):
    check(body["token"] == "apptoken" and body["user"] == "userkey", "keys")
    check(0 < len(body["message"]) <= 1024, f"{len(body['message'])} characters")
    check(len(body["title"]) <= 250, "title")
    check("url" not in body or (is_url(body["url"]) and len(body["url"]) <= 512), "url")
    check(len(body.get("url_title", "")) <= 100, "url_title")
    check(body["html"] == 1 and -2 <= body["priority"] <= 2, "html, priority")
    check_html(body["message"], {"b", "i", "a"})
    return 200, json.dumps({"status": 1})


def apprise_json(body, headers):
    check(body["version"] == "1.0" and body["title"] and body["message"], "fields")
    check(body["attachments"] == [] and body["type"] in ("info", "success", "warning", "failure"), "type")
    return 200, ""


SERVICES = [
    ("POST", r"/services/[^/]+/[^/]+/[^/]+", slack),
    ("POST", r"/api/webhooks/\d+/[^/?]+\?wait=true", discord),
    ("POST", r"/hooks/[^/]+", mattermost),
    ("POST", r"/workflows/[^/]+/triggers/manual/paths/invoke\?.*sig=.+", teams),
    ("POST", r"/", ntfy),
    ("POST", r"/message", gotify),
    ("POST", r"/bot\d+:[^/]+/sendMessage", telegram),
    ("PUT", r"/_matrix/client/v3/rooms/%21room%3Aexample\.org/send/m\.room\.message/[^/]+", matrix),
    ("POST", r"/1/messages\.json", pushover),
    ("POST", r"/json", apprise_json),
]


class Handler(http.server.BaseHTTPRequestHandler):
    def answer(self):
        problems.clear()
        text = self.rfile.read(int(self.headers["Content-Length"])).decode()
        service = next((take for method, path, take in SERVICES
                        if method == self.command and re.fullmatch(path, self.path)), None)
        check(self.headers["Content-Type"] == "application/json", "content type")
        check(not re.search("[\u202a-\u202e\u2066-\u2069\x00-\x08\x1b]", text), "an invisible character")
        status, reply = 404, ""
        if service:
            status, reply = service(json.loads(text), self.headers)
        else:
            problems.append(f"no service at {self.command} {self.path}")
        if service is matrix:
            check(self.path not in seen_transactions, "repeated")
            seen_transactions.add(self.path)
        if problems:
            status, reply = 400, ""
        print(json.dumps({"service": service.__name__ if service else "", "problems": problems,
                          "request": json.loads(text)}), flush=True)
        self.send_response(status)
        self.send_header("Content-Length", str(len(reply)))
        self.end_headers()
        self.wfile.write(reply.encode())

    do_POST = do_PUT = answer

    def log_message(self, *_):
        pass


server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
for _ in range(int(sys.argv[1])):
    server.handle_request()
