#!/usr/bin/env python3
"""CPU a page of other programs on the pages of content_eval: content_contenders.py DIR [EVERY]

Needs trafilatura and resiliparse (pip). Reads every EVERYth page (by default all), so that all run
within a short time; run `content_eval DIR --shipped EVERY` before and after, in the same minutes.
"""
import pathlib
import sys
import time


def resiliparse_text(html):
    from resiliparse.extract.html2text import extract_plain_text

    return extract_plain_text(html, main_content=True)


def trafilatura_text(html):
    import trafilatura

    return trafilatura.extract(html)


def main():
    every = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    files = sorted((pathlib.Path(sys.argv[1]) / "html").iterdir())[::every]
    pages = [file.read_text(encoding="utf-8", errors="replace") for file in files]
    for name, extract in (("resiliparse", resiliparse_text), ("trafilatura", trafilatura_text)):
        extract(pages[0])  # imports
        start = time.process_time()
        for page in pages:
            extract(page)
        took = time.process_time() - start
        print(f"{name}: {1e3 * took / len(pages):.3f} ms of CPU a page, {len(pages)} pages", flush=True)


if __name__ == "__main__":
    main()
