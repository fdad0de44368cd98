#include "crawl/seeds.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

// Returns the seeds of a line, or the reason why there are none.
std::string line(std::string_view text) {
  const LineSeeds found = read_seed_line(text);
  std::string all;
  for (const Url& url : found.urls) all += (all.empty() ? "" : " ") + std::string(url.href());
  return all.empty() ? found.why_bad : all;
}

// Returns "3 https://a.example/" for each seed, read in pieces of `piece` bytes.
std::string file(std::string_view text, std::size_t piece = 1000) {
  SeedReader reader;
  std::string all;
  for (std::size_t at = 0; at < text.size(); at += piece) reader.read(text.substr(at, piece));
  reader.finish();
  for (const Seed& seed : reader.take_seeds())
    all += std::to_string(seed.line) + " " + std::string(seed.url.href()) + "\n";
  for (const BadSeedLine& bad : reader.bad_lines())
    all += std::to_string(bad.line) + " bad: " + bad.why + "\n";
  return all;
}

TEST(Seeds, AreUrlsAndHosts) {
  EXPECT_EQ(line("https://a.example/x?y#z"), "https://a.example/x?y#z");
  EXPECT_EQ(line("  HTTP://A.example/b|c.  "), "http://a.example/b|c.");
  EXPECT_EQ(line("a.example"), "http://a.example/");
  EXPECT_EQ(line("a.example/path?x"), "http://a.example/path?x");
  EXPECT_EQ(line("a.example:8080"), "http://a.example:8080/");
  EXPECT_EQ(line("localhost:80/x"), "http://localhost/x");
  EXPECT_EQ(line("10.0.0.1"), "http://10.0.0.1/");
  EXPECT_EQ(line("[::1]:8080/"), "http://[::1]:8080/");
  EXPECT_EQ(line("b\xc3\xbc"
                 "cher.example"),
            "http://xn--bcher-kva.example/");
  EXPECT_EQ(line("# https://a.example/"), "");
  EXPECT_EQ(line(" "), "");
}

TEST(Seeds, AreFoundInTextAndJson) {
  EXPECT_EQ(line("See https://a.example/x, (or http://b.example/y_(z)). New: HTTPS://c.example!"),
            "https://a.example/x http://b.example/y_(z) https://c.example/");
  EXPECT_EQ(line(R"({"text":"new: https:\/\/a.example\/?x=1\u0026y=2\nhttp://b.example/","n":1})"),
            "https://a.example/?x=1&y=2 http://b.example/");
  EXPECT_EQ(line(R"(["http://a.example/\"","https://b.example"])"),
            "http://a.example/ https://b.example/");
  EXPECT_EQ(line("<a href='https://a.example/'>"), "https://a.example/");
  EXPECT_EQ(line("xhttp://a.example/ http:// http://b.example/"), "http://b.example/");
}

TEST(Seeds, SayWhatIsWrong) {
  EXPECT_EQ(line("nonsense"), "it is neither a URL nor a host");
  EXPECT_EQ(line("two words"), "there is no URL in it");
  EXPECT_EQ(line("ftp://a.example/"), "only http and https can be crawled");
  EXPECT_EQ(line("mailto:x@a.example"), "it is neither a URL nor a host");
  EXPECT_EQ(line("x@a.example"), "it is neither a URL nor a host");
  EXPECT_EQ(line("a.example:x"), "it is neither a URL nor a host");
  EXPECT_EQ(line(R"({"text":"nothing"})"), "there is no URL in it");
  EXPECT_TRUE(line("http://a.example:99999/").starts_with("it is no URL: "));
  EXPECT_TRUE(line("a.example:99999").starts_with("it is neither a URL nor a host: "));
  EXPECT_EQ(line("[::g]"), "there is no URL in it");
  EXPECT_TRUE(line("see http://[x").starts_with("a URL in it is wrong: "));
  EXPECT_EQ(line("http://a.example/" + std::string(kSeedUrlBytesMax, 'x')),
            "a URL in it is too long");
}

TEST(Seeds, OfAFileHaveTheirLinesAndGoOnBehindBadOnes) {
  const std::string_view text =
      "\xef\xbb\xbf"
      "a.example\r\n\r\n# no\nnonsense\x01\nhttps://b.example/ https://c.example/\n"
      "\xff\xfe\nd.example";
  const std::string expected =
      "1 http://a.example/\n5 https://b.example/\n5 https://c.example/\n7 http://d.example/\n"
      "4 bad: it is neither a URL nor a host\n6 bad: it is neither a URL nor a host\n";
  EXPECT_EQ(file(text), expected);
  for (std::size_t piece = 1; piece < 20; ++piece) EXPECT_EQ(file(text, piece), expected);
}

TEST(Seeds, AreLimited) {
  const std::string long_line(kSeedLineBytesMax + 1, 'x');
  EXPECT_EQ(file(long_line + "\na.example\n" + long_line, 4096),
            "2 http://a.example/\n1 bad: it is longer than a line may be\n"
            "3 bad: it is longer than a line may be\n");
  std::string many;
  for (std::size_t i = 0; i < kSeedsOfLineMax + 3; ++i) many += "http://a.example/ ";
  EXPECT_EQ(read_seed_line(many).urls.size(), kSeedsOfLineMax);
  SeedReader reader;
  for (std::size_t i = 0; i < kBadSeedLinesMax + 3; ++i) reader.read("x\n");
  EXPECT_EQ(reader.bad_lines().size(), kBadSeedLinesMax);
  EXPECT_EQ(reader.bad_line_count(), kBadSeedLinesMax + 3);
}

}  // namespace
}  // namespace freshet
