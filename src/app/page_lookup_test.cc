#include "app/page_lookup.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

// Returns the candidates, or "none".
std::string urls(std::string_view text) {
  const auto candidates = candidate_urls(text);
  if (!candidates) return "none";
  std::string all;
  for (const std::string& url : *candidates) all += (all.empty() ? "" : " ") + url;
  return all;
}

std::string host(std::string_view text) { return parse_host("--host", text).value_or("none"); }

std::string end(std::string_view text) {
  const auto time = parse_end("--to", text);
  return time ? iso_time(*time) : time.error().message;
}

TEST(PageLookup, AUrlWithoutSchemeMayBeOfEither) {
  EXPECT_EQ(urls("https://example.com/a"), "https://example.com/a");
  EXPECT_EQ(urls("HTTP://example.com/a"), "HTTP://example.com/a");
  EXPECT_EQ(urls("dns:example.com"), "dns:example.com");
  EXPECT_EQ(urls("example.com/a"), "https://example.com/a http://example.com/a");
  EXPECT_EQ(urls("example.com:8080/a"), "https://example.com:8080/a http://example.com:8080/a");
  EXPECT_EQ(urls("localhost:8080"), "https://localhost:8080 http://localhost:8080");
  EXPECT_EQ(urls("localhost:8080/a:b"), "https://localhost:8080/a:b http://localhost:8080/a:b");
  EXPECT_EQ(urls("[::1]:80"), "https://[::1]:80 http://[::1]:80");
  EXPECT_EQ(urls("not a url"), "none");
  EXPECT_EQ(urls(""), "none");
}

TEST(PageLookup, AHostMayBeWrittenInSeveralWays) {
  EXPECT_EQ(host("Example.com"), "example.com");
  EXPECT_EQ(host("https://example.com/"), "example.com");
  EXPECT_EQ(host("example.com:443"), "example.com");
  EXPECT_EQ(host("example.com:8080"), "example.com:8080");
  EXPECT_EQ(host("bücher.example"), "xn--bcher-kva.example");
  EXPECT_EQ(host("[::1]"), "[::1]");
  for (const char* bad : {"", "a b", "example.com/a", "example.com?", "ftp://example.com/"})
    EXPECT_EQ(host(bad), "none") << bad;
}

TEST(PageLookup, TheEndOfATimeIsTheLastMomentOfWhatIsWritten) {
  EXPECT_EQ(end("2026"), "2026-12-31T23:59:59.999999Z");
  EXPECT_EQ(end("2026-02"), "2026-02-28T23:59:59.999999Z");
  EXPECT_EQ(end("2028-02"), "2028-02-29T23:59:59.999999Z");
  EXPECT_EQ(end("202612"), "2026-12-31T23:59:59.999999Z");
  EXPECT_EQ(end("2026-11-16"), "2026-11-16T23:59:59.999999Z");
  EXPECT_EQ(end("2026-11-16T12:30"), "2026-11-16T12:30:59.999999Z");
  EXPECT_EQ(end("2026-11-16 12:30:05"), "2026-11-16T12:30:05.999999Z");
  EXPECT_EQ(end("2026-11-16T12:30:05+01:00"), "2026-11-16T11:30:05.999999Z");
  EXPECT_EQ(end("2026-11-16T12:30-02:30"), "2026-11-16T15:00:59.999999Z");
  EXPECT_EQ(end("20261116123005"), "2026-11-16T12:30:05.999999Z");
  EXPECT_EQ(end("9999"), "9999-12-31T23:59:59.999999Z");
  EXPECT_EQ(end("soon"),
            "--to must be a time such as 2026, 2026-11-16, 2026-11-16T12:30:00Z or "
            "20261116123000, not \"soon\"");
}

// "...05.123": a moment to the microsecond is its own end.
TEST(PageLookup, AFractionIsItsOwnEnd) {
  EXPECT_EQ(end("2026-11-16T12:30:05.123456Z"), "2026-11-16T12:30:05.123456Z");
}

}  // namespace
}  // namespace freshet
