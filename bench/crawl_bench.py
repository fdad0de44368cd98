"""200 hosts of 100 pages on loopback: freshet beside wget2, wget and scrapy; see bench/crawl.

Before anything is measured each crawler runs once with the server's log on, and the log must show
all 20,000 pages; in the measured runs, without log, the server must have had as many requests
again. Then five rounds, in each every crawler once; what counts is the median.
"""

import argparse
import os
import signal
import statistics
import sys
import tempfile
from pathlib import Path

import crawl_memory
from crawl_contenders import BENCH, CONTENDERS, run
from crawl_web import PAGES_PER_HOST, Nginx, address_of, make_sites

ROUNDS = 5
REQUESTS_APART = 0.001  # of all requests: one that was asked again is no fault of the measurement


def write_seeds(file: Path, nginx: Nginx, hosts: int) -> Path:
    file.write_text("".join(f"http://{address_of(n)}:{nginx.port}/\n" for n in range(hosts)))
    return file


def pages_in(log: Path) -> tuple:
    """Different pages that were served, and other requests."""
    pages, others = set(), 0
    for line in log.read_text().splitlines():
        address, status, path = line.split(" ", 2)
        if status == "200" and path.endswith(".html"):
            pages.add((address, path))
        else:
            others += 1
    return pages, others


def check(scratch: Path, names: list, hosts: int) -> dict:
    """How many requests each crawler needs to find all pages."""
    requests = {}
    for name in names:
        log = scratch / "access.log"
        nginx = Nginx(scratch / "nginx", scratch / "sites", log)
        try:
            cost = run(CONTENDERS[name](write_seeds(scratch / "seeds", nginx, hosts), scratch / "out"), scratch / "out")
            requests[name] = nginx.requests() - 1
        finally:
            nginx.stop()
        pages, others = pages_in(log)
        log.unlink()
        print(f"{name}: {len(pages):,} pages found, {requests[name]:,} requests, {others:,} of them for no page; {cost.wall:.1f} s", flush=True)
        if len(pages) != hosts * PAGES_PER_HOST:
            raise SystemExit(f"crawl: {name} found {len(pages)} of {hosts * PAGES_PER_HOST} pages: nothing to compare")
    return requests


def measure(scratch: Path, names: list, hosts: int, requests: dict, rounds: int) -> dict:
    costs = {name: [] for name in names}
    nginx = Nginx(scratch / "nginx", scratch / "sites")
    seeds = write_seeds(scratch / "seeds", nginx, hosts)
    try:
        for number in range(rounds):
            for name in names[number % len(names):] + names[:number % len(names)]:
                before, server_before = nginx.requests(), nginx.cpu_seconds()
                cost = run(CONTENDERS[name](seeds, scratch / "out"), scratch / "out")
                cost.server_cpu = nginx.cpu_seconds() - server_before
                cost.requests = nginx.requests() - before - 1
                if abs(cost.requests - requests[name]) > REQUESTS_APART * requests[name]:
                    raise SystemExit(f"crawl: {name} made {cost.requests} requests, {requests[name]} when it found all pages")
                costs[name].append(cost)
                load = os.getloadavg()[0]
                print(f"round {number + 1}: {name}: {cost.wall:.2f} s, CPU {cost.cpu:.2f} s, load {load:.1f}", file=sys.stderr, flush=True)
    finally:
        nginx.stop()
    return costs


def report(costs: dict, hosts: int) -> None:
    all_pages = hosts * PAGES_PER_HOST

    def median(name, of):
        return statistics.median(of(cost) for cost in costs[name])

    print(f"\n{all_pages:,} pages of 41 KB, {hosts} hosts, medians of {len(next(iter(costs.values())))}\n")
    print("| | wall s | pages/s | CPU us/page | of the server | peak RSS MB | wall s, least to most |")
    print("|---|---|---|---|---|---|---|")
    for name, all_costs in costs.items():
        wall = median(name, lambda c: c.wall)
        walls = sorted(c.wall for c in all_costs)
        print(f"| {name} | {wall:.2f} | {all_pages / wall:,.0f} | {1e6 * median(name, lambda c: c.cpu) / all_pages:,.0f} "
              f"| {1e6 * median(name, lambda c: c.server_cpu) / all_pages:,.0f} | {median(name, lambda c: c.resident):,.0f} | {walls[0]:.2f} to {walls[-1]:.2f} |")
    if "freshet" not in costs:
        return

    def cpu_ratio(name, ours="freshet"):
        return median(ours, lambda c: c.cpu) / median(name, lambda c: c.cpu)

    print("\n| freshet, gzip WARC | seen | asked |\n|---|---|---|")
    by_threads = [name for name in costs if name.startswith("wget2-")]
    if by_threads:
        best = min(by_threads, key=lambda name: median(name, lambda c: c.wall))
        print(f"| pages/s of {best}'s, the best | {median(best, lambda c: c.wall) / median('freshet', lambda c: c.wall):.2f} | at least 1 |")
        print(f"| CPU a page of {best}'s | {cpu_ratio(best):.2f} | at most 1 |")
        if "freshet-plain" in costs:
            print(f"| the same with plain WARC | {cpu_ratio(best, 'freshet-plain'):.2f} | at most 0.75 |")
    for name, asked in (("wget", 8), ("scrapy", 50)):
        if name in costs:
            print(f"| CPU a page of {name}'s | 1/{1 / cpu_ratio(name):.1f} | at most 1/{asked} |")


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench/crawl")
    parser.add_argument("--quick", action="store_true", help="one round instead of five")
    parser.add_argument("--check", action="store_true", help="only see that each crawler finds all pages")
    parser.add_argument("--frugal", action="store_true", help="the memory of freshet instead")
    parser.add_argument("--only", help=f"of {','.join(CONTENDERS)}; with --frugal of {','.join(crawl_memory.MEASURES)}")
    parser.add_argument("--hosts", type=int, default=200, help="of 100 pages each")
    parser.add_argument("--scratch", default=str(BENCH.parent / "build"), help="where pages and archives are while it runs")
    given = parser.parse_args()
    known = crawl_memory.MEASURES if given.frugal else CONTENDERS
    names = given.only.split(",") if given.only else list(known)
    if unknown := [name for name in names if name not in known]:
        parser.error(f"{unknown[0]} is none of {', '.join(known)}")
    data = Path(os.environ.get("FRESHET_TEST_DATA", BENCH.parent.parent / "shared" / "data"))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("crawl: it was told to stop"))
    with tempfile.TemporaryDirectory(prefix="crawl_bench.", dir=given.scratch) as folder:
        scratch = Path(folder)
        os.chmod(scratch, 0o755)
        if given.frugal:
            crawl_memory.measure(scratch, data, names)
            return
        make_sites(scratch / "sites", data, given.hosts)
        requests = check(scratch, names, given.hosts)
        if not given.check:
            report(measure(scratch, names, given.hosts, requests, 1 if given.quick else ROUNDS), given.hosts)


if __name__ == "__main__":
    main()
