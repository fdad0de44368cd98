"""How much memory freshet takes: the most anonymous memory that is seen, every 50 ms, so without
the pages of files, in four crawls; see bench/crawl --frugal."""

import shutil
import socket
from pathlib import Path

from crawl_contenders import freshet, refresh, run
from crawl_web import Nginx, address_of, make_large_site, make_link_lists, make_sites

HOSTS = 200
MANY_HOSTS = 2000
LARGE_HOST_PAGES = 200_000
PENDING_HOSTS = 1_000_000
LINKS_PER_PAGE = 1000
REFRESHED_PAGES = 50


def show(name: str, cost, requests: int, asked: str) -> None:
    print(f"| {name} | {cost.anonymous:.1f} | {asked} | {cost.resident:.0f} | {cost.wall:.1f} | {requests:,} |", flush=True)


def crawl(scratch: Path, sites: Path, hosts: int, *more: str):
    nginx = Nginx(scratch / "nginx", sites)
    seeds = scratch / "seeds"
    seeds.write_text("".join(f"http://{address_of(n)}:{nginx.port}/\n" for n in range(hosts)))
    try:
        cost = run(freshet(seeds, scratch / "out", *more), scratch / "out", watch_memory=True, says=scratch / "words")
        return cost, nginx.requests() - 1
    finally:
        nginx.stop()


def measure_hosts(scratch: Path, data: Path, sites: Path) -> None:
    make_sites(sites, data, HOSTS)
    few, requests = crawl(scratch, sites, HOSTS)
    show("200 hosts of 100 pages", few, requests, "under 96")
    for host in range(HOSTS, MANY_HOSTS):
        (sites / address_of(host)).symlink_to(sites / address_of(host % HOSTS))
    many, requests = crawl(scratch, sites, MANY_HOSTS)
    show("2,000 hosts of 100 pages", many, requests, f"within 10 %: {100 * many.anonymous / few.anonymous - 100:+.1f} %")


def measure_large_host(scratch: Path, _data: Path, sites: Path) -> None:
    make_large_site(sites, LARGE_HOST_PAGES)
    large, requests = crawl(scratch, sites, 1, "--pages", str(LARGE_HOST_PAGES + 1))
    show("one host of 200,000 pages", large, requests, "under 160")


def measure_pending_hosts(scratch: Path, _data: Path, sites: Path) -> None:
    """Names are asked of a server that never answers, and one visit at a time: they all wait."""
    make_link_lists(sites, PENDING_HOSTS, LINKS_PER_PAGE)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as silent:
        silent.bind(("127.0.0.1", 0))
        pending, requests = crawl(scratch, sites, 1, "--scope", "everything", "--connections", "1", "--max-pages",
                                  str(PENDING_HOSTS // LINKS_PER_PAGE), "--resolver", f"127.0.0.1:{silent.getsockname()[1]}")
    show("1,000,000 pending hosts", pending, requests, "under 200")


def measure_refresh(scratch: Path, data: Path, sites: Path) -> None:
    """Every page of an archive is due: what a check of an unchanged page costs beside its first fetch."""
    make_sites(sites, data, HOSTS)
    for host in range(HOSTS, MANY_HOSTS):
        (sites / address_of(host)).symlink_to(sites / address_of(host % HOSTS))
    nginx = Nginx(scratch / "nginx", sites)
    seeds = scratch / "seeds"
    seeds.write_text("".join(f"http://{address_of(n)}:{nginx.port}/\n" for n in range(MANY_HOSTS)))
    out = scratch / "out"
    try:
        first = run(freshet(seeds, out, "--pages", str(REFRESHED_PAGES), "--connections", "16"), out, watch_memory=True,
                    says=scratch / "words", keeps=True)
        fetched = nginx.requests() - 1
        show("first fetch of 2,000 hosts of 50 pages", first, fetched, "")
        again = run(refresh(out, MANY_HOSTS * REFRESHED_PAGES, "--connections", "16"), out, watch_memory=True,
                    says=scratch / "words", begins_empty=False)
        checked = nginx.requests() - 2 - fetched
        show("check of them, all unchanged", again, checked, "under 160")
        print(f"\nCPU: first fetch {1e6 * first.cpu / fetched:.0f} us a request, check {1e6 * again.cpu / checked:.0f} us: "
              f"{again.cpu / checked / (first.cpu / fetched):.2f} (asked 0.5)\n" + (scratch / "words").read_text()[-600:])
    finally:
        nginx.stop()


MEASURES = {"refresh": measure_refresh, "hosts": measure_hosts, "large-host": measure_large_host, "pending-hosts": measure_pending_hosts}


def measure(scratch: Path, data: Path, names: list) -> None:
    print("| | most anonymous MB | asked | peak RSS MB | wall s | requests |\n|---|---|---|---|---|---|", flush=True)
    for name in names:
        MEASURES[name](scratch, data, scratch / "sites")
        shutil.rmtree(scratch / "sites")
