#!/usr/bin/env python3
"""Shows what pywb replays of some WARC files. By hand, not part of scripts/test:

    python3 -m venv venv && venv/bin/pip install pywb
    venv/bin/python tests/oracle/pywb.py [--index LINES.cdxj] URL TIME[,TIME...] FILE.warc.gz...

TIME is 14 digits, or `latest`. Without --index pywb makes its own index of the files. For each time a
line is printed: the time, the status, the beginning of the body without its tags.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

PORT = 8077
PATIENCE_SECONDS = 60


def replay(url, when):
    address = f"http://127.0.0.1:{PORT}/web/{'' if when == 'latest' else when}mp_/{url}"
    try:
        with urllib.request.urlopen(address, timeout=30) as answer:
            status, body = answer.status, answer.read()
    except urllib.error.HTTPError as error:
        status, body = error.code, error.read()
    text = re.sub(rb"<(script|style|head).*?</\1>|<!--.*?-->|<[^>]*>", b" ", body, flags=re.S)
    return status, " ".join(text.decode(errors="replace").split())[:80]


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--index")
    arguments.add_argument("url")
    arguments.add_argument("times")
    arguments.add_argument("files", nargs="+")
    given = arguments.parse_args()
    tools = os.path.dirname(os.path.abspath(sys.executable))
    with tempfile.TemporaryDirectory() as folder:
        quiet = dict(cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        files = [os.path.abspath(file) for file in given.files]
        index = os.path.abspath(given.index) if given.index else None
        subprocess.run([f"{tools}/wb-manager", "init", "web"], **quiet)
        if index:
            for file in files:
                shutil.copy(file, f"{folder}/collections/web/archive")
            shutil.copy(index, f"{folder}/collections/web/indexes/index.cdxj")
        else:
            subprocess.run([f"{tools}/wb-manager", "add", "web", *files], **quiet)
        with open(f"{folder}/log", "w") as log:
            server = subprocess.Popen([f"{tools}/wayback", "-p", str(PORT)], cwd=folder, stdout=log, stderr=log)
        try:
            end = time.monotonic() + PATIENCE_SECONDS
            while time.monotonic() < end:
                try:
                    urllib.request.urlopen(f"http://127.0.0.1:{PORT}/", timeout=5)
                    break
                except OSError:
                    time.sleep(0.2)
            for when in given.times.split(","):
                status, text = replay(given.url, when)
                print(f"{when:<14} {status} {text}")
        finally:
            server.terminate()
            server.wait()


main()
