"""A web on loopback: pages cut from real ones, served by nginx, each host at its own 127.x address.

A page is 41,000 bytes of real markup behind a head and a list of links. What the real markup links
to is changed only so far that every crawler finds the same pages: relative links of <a> lead to
pages of the site, all other relative URLs to a host that nobody visits, and what would send a
crawler elsewhere or away (base, refresh, robots) is taken out.
"""

import multiprocessing
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import time
import urllib.request
from pathlib import Path

PAGE_BYTES = 41_000
PAGES_PER_HOST = 100
POOL_BYTES = 24_000_000  # of real markup
SECTION_PAGES = 10  # the home page links to the first page of each, that to the others
POOL_STEP = 37_003  # as in append_bench.cc: neighbours differ, and so do later rounds
ELSEWHERE = b"https://elsewhere.example/"

URL_ATTRIBUTES = (b"href src action formaction background poster data cite longdesc lowsrc dynsrc "
                  b"codebase classid archive manifest icon profile usemap data-src xlink:href content").split()
SCRIPT = re.compile(rb"(<script\b[^>]*>)(.*?)(</script)", re.IGNORECASE | re.DOTALL)
TAG = re.compile(rb"""<([a-zA-Z][a-zA-Z0-9]*)\s((?:[^"'<>]|"[^"]*"|'[^']*')*)>""")
ATTRIBUTE = re.compile(rb"""([a-zA-Z][\w:-]*)(\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+)""")
IS_KEPT = re.compile(rb"(https?:)?//[a-z0-9.-]+\.[a-z]+([/?#]|$)|#|(mailto|javascript|data|tel|about):|$", re.IGNORECASE)


class RealMarkup:
    """The real pages, one after the other, with links as described above."""

    def __init__(self, data: Path, scratch: Path):
        archive = data / "real-pages.tar.zst"
        if not archive.exists():
            raise SystemExit(f"crawl: {archive} is absent; FRESHET_TEST_DATA names the folder that has it")
        folder = scratch / "real"
        folder.mkdir()
        subprocess.run(f"zstd -q -d --long=30 -c '{archive}' | tar -x -C '{folder}'", shell=True, check=True)
        self.links = 0
        parts, size = [], 0
        for file in sorted((folder / "pages").iterdir(), key=lambda f: f.name[::-1]):  # of all sources
            markup = file.read_bytes()
            try:
                markup.decode("utf-8")
            except UnicodeDecodeError:
                continue
            parts.append(self._tame(markup))
            size += len(parts[-1])
            if size > POOL_BYTES:
                break
        self.bytes = b"".join(parts)
        shutil.rmtree(folder)

    def _tame(self, markup: bytes) -> bytes:
        # Some crawlers look for tags in scripts, too, where quotes are escaped.
        markup = markup.replace(b'\\"', b"'").replace(b"\\'", b"'")
        markup = SCRIPT.sub(lambda s: s[1] + s[2].replace(b"<", b"(") + s[3], markup)
        markup = TAG.sub(self._tame_tag, markup)
        markup = re.sub(rb"""url\(\s*(['"]?)(?!https?:|//|data:|['"])""", rb"url(\1" + ELSEWHERE, markup)
        return re.sub(rb"@import(?=\s*['\"])", b"@imported", markup)

    def _tame_tag(self, tag: re.Match) -> bytes:
        name = tag[1].lower()
        if name in (b"base", b"meta", b"frameset", b"plaintext"):
            return b""
        return b"<" + tag[1] + b" " + ATTRIBUTE.sub(lambda a: self._tame_attribute(name, a), tag[2]) + b">"

    def _tame_attribute(self, tag: bytes, attribute: re.Match) -> bytes:
        name = attribute[1].lower()
        if name.endswith(b"srcset"):
            return b"title" + attribute[2] + attribute[3]
        if name not in URL_ATTRIBUTES or IS_KEPT.match(attribute[3].strip(b"\"' \t\r\n\\")):
            return attribute[0]
        if tag == b"a" and name == b"href":
            self.links += 1
            return b'href="%d.html"' % (1 + self.links % (PAGES_PER_HOST - 1))
        return attribute[1] + attribute[2] + b'"' + ELSEWHERE + attribute[3].strip(b"\"'\\") + b'"'

    def cut(self, number: int, size: int) -> bytes:
        at = number * POOL_STEP % (len(self.bytes) - 2 * PAGE_BYTES)
        at = self.bytes.index(b"<", at)
        # Not within a character.
        return self.bytes[at : at + size].decode("utf-8", "ignore").encode()


def page_links(page: int) -> list:
    """Every page is found from the home page by at most two links."""
    section = page - page % SECTION_PAGES
    firsts = range(0, PAGES_PER_HOST, SECTION_PAGES)
    return sorted({*range(section, section + SECTION_PAGES), *firsts} - {page})


def make_page(markup: RealMarkup, host: int, page: int) -> bytes:
    links = "".join(f'<li><a href="{f"{n}.html" if n else "./"}">Page {n}</a>' for n in page_links(page))
    head = (f'<!doctype html><meta charset="utf-8"><title>Page {page} of site {host}</title>'
            f"<h1>Page {page} of site {host}</h1><ul>{links}</ul>").encode()
    return head + markup.cut(host * PAGES_PER_HOST + page, PAGE_BYTES - len(head))


def address_of(host: int) -> str:
    return f"127.1.{host // 250}.{host % 250 + 1}"


def make_sites(folder: Path, data: Path, hosts: int) -> None:
    """A folder for each address, with robots.txt and the pages. Made by a process of its own: the
    memory of this one would count as that of the crawlers that it starts."""
    maker = multiprocessing.Process(target=write_sites, args=(folder, data, hosts))
    maker.start()
    maker.join()
    if maker.exitcode != 0:
        raise SystemExit("crawl: the pages could not be made")


def write_sites(folder: Path, data: Path, hosts: int) -> None:
    folder.mkdir()
    markup = RealMarkup(data, folder)
    for host in range(hosts):
        site = folder / address_of(host)
        site.mkdir()
        (site / "robots.txt").write_text("User-agent: *\nDisallow:\n")
        for page in range(PAGES_PER_HOST):
            (site / (f"{page}.html" if page else "index.html")).write_bytes(make_page(markup, host, page))


def some_words(chance: random.Random) -> str:
    """Of letters alone: pages that differ only in digits are alike, and a crawl would stop."""
    return " ".join("".join(chance.choices("abcdefghijklmnop", k=5)) for _ in range(100))


def make_large_site(folder: Path, pages: int, links_per_page: int = 10) -> None:
    """One host: a tree of small pages, each with words of its own."""
    words = random.Random(4)
    site = folder / address_of(0)
    site.mkdir(parents=True)
    (site / "robots.txt").write_text("User-agent: *\nDisallow:\n")
    for page in range(pages):
        text = some_words(words)
        below = range(page * links_per_page + 1, min(pages, (page + 1) * links_per_page + 1))
        links = "".join(f'<li><a href="/{n // 1000}/{n}.html">{n}</a>' for n in below)
        place = site / f"{page // 1000}"
        place.mkdir(exist_ok=True)
        file = place / f"{page}.html" if page else site / "index.html"
        file.write_text(f"<!doctype html><title>Page {page}</title><p>{text}</p><ul>{links}</ul>")


def make_link_lists(folder: Path, hosts: int, links_per_page: int = 1000) -> None:
    """One host whose pages link to `hosts` others."""
    words = random.Random(5)
    site = folder / address_of(0)
    site.mkdir(parents=True)
    (site / "robots.txt").write_text("User-agent: *\nDisallow:\n")
    pages = hosts // links_per_page
    own = "".join(f'<li><a href="{n}.html">{n}</a>' for n in range(1, pages))
    for page in range(pages):
        text = some_words(words)
        first = page * links_per_page
        links = "".join(f'<li><a href="http://www.site-{n}.example/">{n}</a>' for n in range(first, first + links_per_page))
        (site / (f"{page}.html" if page else "index.html")).write_text(
            f"<!doctype html><title>List {page}</title><p>{text}</p><ul>{own if page == 0 else ''}{links}</ul>")


class Nginx:
    """Serves sites/ADDRESS/ at each address, without a log unless `log` names one."""

    def __init__(self, folder: Path, sites: Path, log: Path | None = None):
        folder.mkdir(exist_ok=True)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        temporary = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        access = f"log_format own '$server_addr $status $uri'; access_log {log} own buffer=64k flush=1s;" if log else "access_log off;"
        (folder / "nginx.conf").write_text(f"""
            user root; daemon off; worker_processes 2; worker_rlimit_nofile 16384;
            pid {folder}/nginx.pid; error_log {folder}/error.log crit;
            events {{ worker_connections 8192; }}
            http {{
              {temporary} {access}
              default_type text/html; types {{ text/html html; text/plain txt; }}
              sendfile on; tcp_nopush on; keepalive_requests 1000000; keepalive_timeout 300;
              server {{
                listen {self.port} backlog=4096;
                root {sites}/$server_addr; index index.html;
                location = /requests-served {{ stub_status; access_log off; }}
              }}
            }}""")
        self.process = subprocess.Popen(["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")])
        for _ in range(500):
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                if self.process.poll() is not None:
                    raise SystemExit(f"crawl: nginx did not start; see {folder}/error.log")
                time.sleep(0.01)
        raise SystemExit("crawl: nginx does not answer")

    def requests(self) -> int:
        """Requests served so far, this one included."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/requests-served") as answer:
            return int(answer.read().split()[9])

    def cpu_seconds(self) -> float:
        """Of the workers."""
        ticks = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(fields[1]) == self.process.pid:
                ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()
