"""Scrapy's least: follow every link on loopback, keep nothing. Run by crawl_contenders.py."""

from scrapy.linkextractors import LinkExtractor
from scrapy.spiders import CrawlSpider, Rule


class Loopback(CrawlSpider):
    name = "loopback"
    rules = [Rule(LinkExtractor(allow=r"^http://127\."), callback="parse_page", follow=True)]
    custom_settings = {
        "CONCURRENT_REQUESTS": 32,
        "ROBOTSTXT_OBEY": True,
        "COOKIES_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
        "LOG_LEVEL": "ERROR",
    }

    def __init__(self, seeds, **rest):
        super().__init__(**rest)
        with open(seeds) as lines:
            self.start_urls = lines.read().split()

    def parse_page(self, response):
        return []
