#include "crawl/sitemap.h"

#include <gtest/gtest.h>

#include "warc/gzip.h"

namespace freshet {
namespace {

const Url kFrom = *Url::parse("https://a.example/maps/sitemap.xml");

Sitemap read(std::string_view text) { return read_sitemap(text, kFrom); }

std::string urls(const Sitemap& map) {
  std::string text;
  for (const SitemapEntry& entry : map.entries) text += std::string(entry.url.href()) + " ";
  return text;
}

std::string packed(std::string_view text) {
  std::string out;
  warc::GzipWriter().append_member(out, std::array{text});
  return out;
}

constexpr std::string_view kPages = R"(<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>http://www.example.com/</loc><lastmod>2005-01-01</lastmod>
    <changefreq>monthly</changefreq><priority>0.8</priority></url>
  <url><loc> http://www.example.com/catalog?item=12&amp;desc=vacation_hawaii </loc>
    <changefreq>Weekly</changefreq></url>
  <url><loc><![CDATA[http://www.example.com/?a=1&b=2]]></loc>
    <lastmod>2004-12-23T18:00:15+00:00</lastmod><priority>0.3</priority></url>
</urlset>)";

// https://www.sitemaps.org/protocol.html, "Sample XML Sitemap" and "Entity escaping"
TEST(Sitemap, ListsPagesWithWhatIsSaidOfThem) {
  const Sitemap map = read(kPages);
  EXPECT_EQ(map.kind, SitemapKind::pages);
  ASSERT_EQ(map.entries.size(), 3u);
  EXPECT_EQ(map.entries[0], (SitemapEntry{.url = *Url::parse("http://www.example.com/"),
                                          .last_modified = parse_time("2005-01-01"),
                                          .changes = ChangeFrequency::monthly,
                                          .priority = 0.8}));
  EXPECT_EQ(map.entries[1].url.href(),
            "http://www.example.com/catalog?item=12&desc=vacation_hawaii");
  EXPECT_EQ(map.entries[1].changes, ChangeFrequency::weekly);
  EXPECT_EQ(map.entries[1].last_modified, std::nullopt);
  EXPECT_EQ(map.entries[2].url.href(), "http://www.example.com/?a=1&b=2");
  EXPECT_EQ(map.entries[2].last_modified, parse_time("2004-12-23T18:00:15Z"));
  EXPECT_EQ(map.bad + map.over_limit, 0u);
  EXPECT_FALSE(map.error);
}

TEST(Sitemap, ListsFurtherSitemaps) {
  const Sitemap map = read(
      "\xef\xbb\xbf<!-- x --><sitemapindex><sitemap><loc>http://a.example/1.xml.gz</loc>"
      "<lastmod>2004-10-01</lastmod></sitemap><sitemap><loc>2.xml</loc></sitemap></sitemapindex>");
  EXPECT_EQ(map.kind, SitemapKind::sitemaps);
  EXPECT_EQ(urls(map), "http://a.example/1.xml.gz https://a.example/maps/2.xml ");
  EXPECT_EQ(map.entries[0].last_modified, parse_time("2004-10-01"));
}

TEST(Sitemap, TakesAnyPrefixButTheFieldsOfTheEntryOnly) {
  EXPECT_EQ(urls(read("<s:urlset xmlns:s='x'><s:url><s:loc>http://a.example/1</s:loc></s:url>"
                      "</s:urlset>")),
            "http://a.example/1 ");
  EXPECT_EQ(urls(read("<urlset><url><image:image><image:loc>http://b.example/i.png</image:loc>"
                      "</image:image><loc>http://a.example/2</loc><xhtml:link href='x'/>"
                      "<video:v><loc>http://c.example/</loc></video:v></url></urlset>")),
            "http://a.example/2 ")
      << "the first loc counts";
}

TEST(Sitemap, ReadsTextAndFeeds) {
  const Sitemap text = read("http://a.example/1\r\n\n  https://a.example/2  \nnonsense\n");
  EXPECT_EQ(text.kind, SitemapKind::text);
  EXPECT_EQ(urls(text), "http://a.example/1 https://a.example/2 ");
  EXPECT_EQ(text.bad, 1u);
  const Sitemap rss = read(
      "<rss version='2.0'><channel><link>http://a.example/</link><item><title>x</title>"
      "<link>http://a.example/1</link></item></channel></rss>");
  EXPECT_EQ(rss.kind, SitemapKind::feed);
  EXPECT_EQ(urls(rss), "http://a.example/1 ");
  const Sitemap atom = read(
      "<feed><link href='http://a.example/'/><entry><link rel=\"self\" href='http://a.example/0'/>"
      "<link title='a=\"b>\"' href=\"http://a.example/?a&amp;b\" /><updated>2026-01-02T03:04:05Z"
      "</updated></entry></feed>");
  EXPECT_EQ(urls(atom), "http://a.example/?a&b ");
  EXPECT_EQ(atom.entries[0].last_modified, parse_time("2026-01-02T03:04:05Z"));
}

TEST(Sitemap, IsUnpacked) {
  EXPECT_EQ(read(packed(kPages)).entries, read(kPages).entries);
  EXPECT_EQ(urls(read(packed("http://a.example/1"))), "http://a.example/1 ");
  const std::string cut = packed(kPages).substr(0, 200);
  ASSERT_TRUE(read(cut).error);
  EXPECT_EQ(read(cut).error->code, Errc::corrupt);
}

TEST(Sitemap, DoesNotGrowOrReferToAnything) {
  const Sitemap map = read(
      "<!DOCTYPE urlset [<!ENTITY x \"http://b.example/\"><!ENTITY y SYSTEM 'file:///etc/passwd'>]>"
      "<urlset><url><loc>http://a.example/&x;&y;&#65;&#x42;&#0;&#xD800;&#99999999999;&lt</loc></"
      "url>"
      "</urlset>");
  EXPECT_EQ(urls(map), "http://a.example/&x;&y;AB&#0;&#xD800;&#99999999999;&lt ");
}

TEST(Sitemap, CountsWhatItDoesNotList) {
  const Sitemap map = read(
      "<urlset><url></url><url><loc>mailto:x</loc></url><url/><url><loc>http://a.example:x/</loc>"
      "</url><url><loc>http://a.example/" +
      std::string(kSitemapUrlBytesMax, 'x') +
      "</loc></url><url><loc>/1</loc><priority>2</priority><changefreq>often</changefreq>"
      "<lastmod>soon</lastmod></url></urlset>");
  EXPECT_EQ(map.bad, 4u);
  EXPECT_EQ(map.over_limit, 1u);
  EXPECT_EQ(map.entries, std::vector<SitemapEntry>{{.url = *Url::parse("https://a.example/1")}});
}

TEST(Sitemap, IsLimited) {
  std::string many = "<urlset>";
  for (std::size_t i = 0; i < kSitemapUrlsMax + 7; ++i) many += "<url><loc>/x</loc></url>";
  const Sitemap map = read(many);
  EXPECT_EQ(map.entries.size(), kSitemapUrlsMax);
  EXPECT_EQ(map.over_limit, 7u);
  const std::string bomb = packed("<urlset>" + std::string(kSitemapBytesMax, ' '));
  EXPECT_LT(bomb.size(), kSitemapBytesMax / 50);
  const Sitemap unpacked = read(bomb);
  ASSERT_TRUE(unpacked.error);
  EXPECT_EQ(unpacked.error->code, Errc::limit);
  const Sitemap plain =
      read("<urlset><url><loc>/1</loc></url>" + std::string(kSitemapBytesMax, ' '));
  ASSERT_TRUE(plain.error);
  EXPECT_EQ(plain.error->code, Errc::limit);
  EXPECT_EQ(urls(plain), "https://a.example/1 ");
}

TEST(Sitemap, IsReadAsFarAsItGoes) {
  const std::size_t all = read(kPages).entries.size();
  for (std::size_t length = 0; length < kPages.size(); ++length)
    EXPECT_LE(read(kPages.substr(0, length)).entries.size(), all);
  EXPECT_EQ(read(kPages.substr(0, kPages.size() - 9)).entries.size(), all);
  EXPECT_EQ(read("<html><url><loc>http://a.example/</loc></url>").kind, SitemapKind::none);
  EXPECT_EQ(read("").kind, SitemapKind::none);
  EXPECT_EQ(urls(read("<urlset><url <loc>/1</loc></url>")), "https://a.example/1 ");
}

}  // namespace
}  // namespace freshet
