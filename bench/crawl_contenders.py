"""The crawlers, what each is told, and what a run of one costs."""

import os
import shutil
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

BENCH = Path(__file__).resolve().parent
FRESHET = BENCH.parent / "build" / "release" / "freshet"
WGET2_THREADS = (4, 8, 16, 32)


@dataclass
class Cost:
    wall: float
    cpu: float  # user and system, of the process and its children
    resident: float  # the most, in MB, files included
    anonymous: float = 0  # the most that was seen, in MB; only if asked for
    requests: int = 0
    server_cpu: float = 0


def freshet(seeds: Path, out: Path, *more: str) -> list:
    return [str(FRESHET), "crawl", "--archive", str(out / "archive"), "--seeds", str(seeds),
            "--allow-net", "127.0.0.0/8", "--delay", "0s", "--no-requisites", *more]


def refresh(out: Path, checks: int, *more: str) -> list:
    return [str(FRESHET), "refresh", "--archive", str(out / "archive"), "--once", "--checks", str(checks), "--interval", "1ms",
            "--allow-net", "127.0.0.0/8", "--delay", "0s", *more]


def wget2(seeds: Path, out: Path, threads: int) -> list:
    return ["wget2", "--recursive", "--level=5", f"--max-threads={threads}", f"--input-file={seeds}",
            f"--directory-prefix={out}", "--delete-after", "--quiet"]


def wget(seeds: Path, out: Path) -> list:
    return ["wget", "--recursive", "--level=5", f"--input-file={seeds}", f"--directory-prefix={out}",
            f"--warc-file={out}/crawl", f"--warc-tempdir={out}", "--delete-after", "--quiet"]


def scrapy(seeds: Path, out: Path) -> list:
    return ["scrapy", "runspider", str(BENCH / "crawl_spider.py"), "-a", f"seeds={seeds}"]


CONTENDERS = {
    "freshet": lambda seeds, out: freshet(seeds, out, "--connections", "16"),
    "freshet-off": lambda seeds, out: ["env", "FRESHET_CRAWL_TEMPLATES=off",
                                       *freshet(seeds, out, "--connections", "16", "--parking", "off")],
    "freshet-reference": lambda seeds, out: freshet(seeds, out, "--connections", "16", "--packing", "reference"),
    "freshet-plain": lambda seeds, out: freshet(seeds, out, "--connections", "16", "--packing", "none"),
    **{f"wget2-{n}": (lambda seeds, out, n=n: wget2(seeds, out, n)) for n in WGET2_THREADS},
    "wget": wget,
    "scrapy": scrapy,
}


def anonymous_megabytes(pid: int) -> float:
    try:
        with open(f"/proc/{pid}/status") as lines:
            for line in lines:
                if line.startswith("RssAnon:"):
                    return int(line.split()[1]) / 1024
    except OSError:
        pass
    return 0


def run(command: list, out: Path, watch_memory: bool = False, says: Path | None = None,
        begins_empty: bool = True, keeps: bool = False) -> Cost:
    """Runs it in the folder `out`, which is emptied before and deleted afterwards unless told otherwise."""
    if begins_empty:
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir()
    words = open(says or out / "words", "wb")
    began = time.monotonic()
    process = subprocess.Popen(command, cwd=out, stdin=subprocess.DEVNULL, stdout=words, stderr=words,
                               env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
    anonymous = [0.0]
    is_over = threading.Event()

    def watch() -> None:
        while not is_over.wait(0.05):
            anonymous[0] = max(anonymous[0], anonymous_megabytes(process.pid))

    watcher = threading.Thread(target=watch, daemon=True)
    if watch_memory:
        watcher.start()
    try:
        _, status, usage = os.wait4(process.pid, 0)
    except BaseException:
        process.kill()
        raise
    wall = time.monotonic() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    is_over.set()
    if watch_memory:
        watcher.join()
    words.close()
    if str(FRESHET) in command and process.returncode != 0:
        sys.stderr.write(Path(words.name).read_text(errors="replace")[-2000:])
        raise SystemExit(f"crawl: freshet ended with {process.returncode}")
    if not keeps:
        shutil.rmtree(out)
    return Cost(wall=wall, cpu=usage.ru_utime + usage.ru_stime, resident=usage.ru_maxrss / 1024, anonymous=anonymous[0])
