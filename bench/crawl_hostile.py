"""64 hostile hosts at once, each at its own 127.x address: how much memory a crawl of them takes.

A quarter sends pages of a million tags and more, a quarter pages of long links, a quarter bodies
that begin fast and then drip; the others send heads, trailers and chunk extensions without end,
robots.txt and sitemaps that unpack to much, and style sheets of URLs. Answers are packed, so that
little traffic does it. The crawl is stopped after a minute.
"""

import asyncio
import gzip
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from pathlib import Path

from crawl_contenders import anonymous_megabytes

FRESHET = Path(__file__).resolve().parent.parent / "build" / "release" / "freshet"
HOSTS = 64
SECONDS = 60
MEGABYTE = 1 << 20


def packed(head: bytes, unit: bytes, size: int) -> bytes:
    """`head`, then `unit` as often as fits into `size`, as gzip."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    parts = [packer.compress(head)]
    chunk = unit * (MEGABYTE // len(unit))
    for _ in range(size // len(chunk)):
        parts.append(packer.compress(chunk))
    return b"".join(parts) + packer.flush()


def links(count: int) -> bytes:
    return b"".join(b"<a href=/%d>%d</a>" % (n, n) for n in range(count))


TAGS = {n: packed(links(20), unit, 63 * MEGABYTE)
        for n, unit in enumerate((b"<b>", b"<p>x", b"<a href=/a>y</a>", b"<i class=a id=b title=c>"))}
TEXT = packed(links(20), b"word ", 63 * MEGABYTE)
SITEMAP = packed(b"<urlset>", b"<url><loc>http://127.9.9.9/a</loc></url>", 49 * MEGABYTE)
ROBOTS = gzip.compress(b"User-agent: *\n" + b"".join(b"Disallow: /b%d\n" % n for n in range(40_000)))
SHEET = packed(b"", b"a{background:url(/b.png)}", 63 * MEGABYTE)


def head(kind: str = "text/html", length: int | None = None, more: str = "") -> bytes:
    size = "" if length is None else f"Content-Length: {length}\r\n"
    return f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n{size}{more}\r\n".encode()


def zipped(body: bytes, kind: str = "text/html") -> bytes:
    return head(kind, len(body), "Content-Encoding: gzip\r\n") + body


async def endless(writer, piece: bytes) -> None:
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        writer.write(piece)
        await writer.drain()


async def tags(writer, host: int, path: str) -> None:
    writer.write(zipped(TEXT if host % 5 == 4 else TAGS[host % 5]))


async def long_links(writer, _host: int, path: str) -> None:
    name = "".join(c for c in path if c.isalnum())[:8] or "home"
    page = b"".join(b'<a href="/%s%d-%s">x</a>' % (name.encode(), n, b"a" * 1900) for n in range(8000))
    writer.write(zipped(gzip.compress(page, 1)))


async def drip(writer, _host: int, _path: str) -> None:
    writer.write(head("application/octet-stream", 16 * MEGABYTE))
    for _ in range(160):
        writer.write(b"x" * 100_000)
        await writer.drain()
    for _ in range(SECONDS):
        writer.write(b"y" * 1000)
        await writer.drain()
        await asyncio.sleep(1)


async def endless_trailers(writer, _host: int, _path: str) -> None:
    writer.write(head(more="Transfer-Encoding: chunked\r\n") + b"5\r\nhello\r\n0\r\n")
    await endless(writer, b"X-T: " + b"a" * 3000 + b"\r\n")


async def endless_head(writer, _host: int, _path: str) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\n")
    await endless(writer, b"X-A: b\r\n" * 1000)


async def endless_extension(writer, _host: int, _path: str) -> None:
    writer.write(head(more="Transfer-Encoding: chunked\r\n") + b"5;")
    await endless(writer, b"a" * 65536)


async def sheets(writer, _host: int, path: str) -> None:
    if path.endswith(".css"):
        writer.write(zipped(SHEET, "text/css"))
    else:
        page = links(5) + b"".join(b"<link rel=stylesheet href=/%d.css>" % n for n in range(20))
        writer.write(head(length=len(page)) + page)


async def plain(writer, _host: int, _path: str) -> None:
    page = links(20)
    writer.write(head(length=len(page)) + page)


REST = (endless_trailers, endless_head, endless_extension, sheets, plain)


async def answer(writer, host: int, path: str) -> None:
    if path == "/robots.txt":
        if host % 2 == 0:
            writer.write(zipped(ROBOTS, "text/plain"))
        else:
            body = b"Sitemap: /sitemap.xml\n" if host % 8 == 7 else b""
            writer.write(head("text/plain", len(body)) + body)
    elif path == "/sitemap.xml":
        writer.write(zipped(SITEMAP, "application/xml"))
    elif host % 4 == 3:
        await REST[host // 4 % len(REST)](writer, host, path)
    else:
        await (tags, long_links, drip)[host % 4](writer, host, path)
    await writer.drain()


async def serve_one(host: int, reader, writer) -> None:
    try:
        while True:
            request = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 60)
            await answer(writer, host, request.split(b" ")[1].decode("latin-1"))
    except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError):
        pass
    finally:
        writer.close()


def address(host: int) -> str:
    return f"127.77.0.{host + 1}"


async def serve(port: int, is_ready: threading.Event) -> None:
    for host in range(HOSTS):
        await asyncio.start_server(lambda r, w, host=host: serve_one(host, r, w), address(host), port)
    is_ready.set()
    await asyncio.sleep(SECONDS + 60)


def main() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    is_ready = threading.Event()
    threading.Thread(target=lambda: asyncio.run(serve(port, is_ready)), daemon=True).start()
    is_ready.wait()
    with tempfile.TemporaryDirectory() as scratch:
        seeds = [f"http://{address(host)}:{port}/" for host in range(HOSTS)]
        began = time.monotonic()
        process = subprocess.Popen([str(FRESHET), "crawl", "--archive", f"{scratch}/archive", "--allow-net", "127.77.0.0/24",
                                    "--delay", "5ms", "--connections", str(HOSTS), *sys.argv[1:], *seeds],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        anonymous = resident = 0.0
        while process.poll() is None and time.monotonic() - began < SECONDS:
            anonymous = max(anonymous, anonymous_megabytes(process.pid))
            for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
                if line.startswith("VmHWM:"):
                    resident = int(line.split()[1]) / 1024
            time.sleep(0.02)
        stopping = time.monotonic()
        process.send_signal(signal.SIGTERM)
        process.wait(60)
        print(f"{HOSTS} hostile hosts, {SECONDS} s: most resident {resident:.0f} MiB ({resident * 1.048576:.0f} MB, asked: under 400), "
              f"anonymous {anonymous:.0f} MiB; stopped in {time.monotonic() - stopping:.1f} s, exit code {process.returncode}")


if __name__ == "__main__":
    main()
