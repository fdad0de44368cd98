#include "store/cdxj/cdxj_reader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/random.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

CdxjLine reader_line(const std::string& url, std::int64_t second) {
  return {.key = cdxj_key(url),
          .time = Time(std::chrono::seconds(second)),
          .url = url,
          .mime = "text/html",
          .status = 200,
          .digest = sha1(url),
          .filename = "x.warc.gz",
          .offset = 0,
          .length = 100};
}

class CdxjReaderTest : public testing::Test {
 protected:
  // Each call makes one more file.
  void run(const std::vector<CdxjLine>& lines) { put(lines, true); }
  void tail(const std::vector<CdxjLine>& lines) { put(lines, false); }

  // A file of just these bytes.
  void bytes(const std::string& text, bool is_sorted) {
    const std::string path = scratch_ / std::to_string(files_.size());
    ASSERT_TRUE(replace_file(disk_, path, text));
    files_.push_back({.path = path, .bytes = text.size(), .is_sorted = is_sorted});
  }

  CdxjReader reader() {
    auto opened = CdxjReader::open(disk_, files_);
    EXPECT_TRUE(opened) << opened.error().message;
    return *std::move(opened);
  }

  // "url@second" of each line in the range.
  std::vector<std::string> found(const CdxjRange& range) {
    std::vector<std::string> all;
    const auto done = reader().each(range, [&](const CdxjLine& line) {
      all.push_back(show(line));
      return true;
    });
    EXPECT_TRUE(done) << done.error().message;
    return all;
  }

  std::string nearest(const std::string& url, std::int64_t second) {
    const auto line = reader().nearest(url, Time(std::chrono::seconds(second)));
    if (!line) return line.error().message;
    return *line ? show(**line) : "none";
  }

  std::string complaint(const CdxjRange& range = cdxj_everything()) {
    auto opened = CdxjReader::open(disk_, files_);
    if (!opened) return opened.error().message;
    const auto done = opened->each(range, [](const CdxjLine&) { return true; });
    return done ? "none" : done.error().message;
  }

  static std::string show(const CdxjLine& line) {
    return fmt::format("{}@{}", line.url, line.time.time_since_epoch() / std::chrono::seconds(1));
  }

  Scratch scratch_;
  Disk& disk_ = system_disk();
  std::vector<CdxjFile> files_;

 private:
  void put(const std::vector<CdxjLine>& lines, bool is_sorted) {
    std::vector<std::string> written;
    for (const CdxjLine& line : lines) written.push_back(write_line(line).value() + '\n');
    if (is_sorted) std::ranges::sort(written);
    std::string text;
    for (const std::string& line : written) text += line;
    bytes(text, is_sorted);
  }
};

using Strings = std::vector<std::string>;

TEST_F(CdxjReaderTest, GivesTheCapturesOfAPageInOrderOfTime) {
  run({reader_line("http://e/a", 3), reader_line("http://e/a", 1), reader_line("http://e/ab", 1)});
  run({reader_line("http://e/a", 2), reader_line("http://e/", 9)});
  tail({reader_line("http://e/b", 1), reader_line("https://www.e/a", 4),
        reader_line("http://e/a", 0)});
  EXPECT_EQ(found(cdxj_captures_of("http://e/a")),
            (Strings{"http://e/a@0", "http://e/a@1", "http://e/a@2", "http://e/a@3",
                     "https://www.e/a@4"}));
  EXPECT_EQ(found(cdxj_captures_of("http://e/c")), Strings{});
}

TEST_F(CdxjReaderTest, GivesALineOnceThoughItStandsInSeveralFiles) {
  run({reader_line("http://e/a", 1)});
  run({reader_line("http://e/a", 1)});
  tail({reader_line("http://e/a", 1), reader_line("http://e/a", 1)});
  EXPECT_EQ(found(cdxj_everything()), Strings{"http://e/a@1"});
}

TEST_F(CdxjReaderTest, FindsTheNearestInTime) {
  run({reader_line("http://e/a", 10), reader_line("http://e/a", 20),
       reader_line("http://e/a", 40)});
  EXPECT_EQ(nearest("http://e/a", 0), "http://e/a@10");
  EXPECT_EQ(nearest("http://e/a", 15), "http://e/a@10");  // the earlier of two
  EXPECT_EQ(nearest("http://e/a", 16), "http://e/a@20");
  EXPECT_EQ(nearest("http://e/a#top", 39), "http://e/a@40");
  EXPECT_EQ(nearest("http://e/b", 39), "none");
  EXPECT_EQ(reader().nearest("http://e/a", Time::max()).value()->time,
            Time(std::chrono::seconds(40)));
  EXPECT_EQ(reader().nearest("http://e/a", Time::min()).value()->time,
            Time(std::chrono::seconds(10)));
}

TEST_F(CdxjReaderTest, PrefersTheExactUrlToOthersOfItsKey) {
  run({reader_line("http://e/a", 10), reader_line("https://www.e/A", 20)});
  EXPECT_EQ(nearest("http://e/a", 20), "http://e/a@10");
  EXPECT_EQ(nearest("https://www.e/A", 10), "https://www.e/A@20");
  EXPECT_EQ(nearest("https://e/a", 19), "https://www.e/A@20");
}

TEST_F(CdxjReaderTest, GivesHostsPathsAndDomains) {
  run({reader_line("http://example.com/", 1), reader_line("http://example.com/blog/a", 1),
       reader_line("http://example.com/blogger", 1), reader_line("http://example.com:8080/", 1)});
  tail({reader_line("http://a.example.com/", 1), reader_line("http://a.b.example.com/blog/a", 1),
        reader_line("http://example-two.com/", 1), reader_line("http://example.org/", 1),
        reader_line("http://a.example.com:81/", 1), reader_line("http://examples.com/", 1)});
  EXPECT_EQ(found(cdxj_host_of("https://www.example.com/x?y")),
            (Strings{"http://example.com/@1", "http://example.com/blog/a@1",
                     "http://example.com/blogger@1"}));
  EXPECT_EQ(found(cdxj_host_of("http://example.com:8080/x")),
            Strings{"http://example.com:8080/@1"});
  EXPECT_EQ(found(cdxj_below("http://example.com/blog/")), Strings{"http://example.com/blog/a@1"});
  EXPECT_EQ(found(cdxj_with_prefix("com,example)/blog")),
            (Strings{"http://example.com/blog/a@1", "http://example.com/blogger@1"}));
  EXPECT_EQ(found(cdxj_domain("example.com")),
            (Strings{"http://example.com/@1", "http://example.com/blog/a@1",
                     "http://example.com/blogger@1", "http://a.example.com/@1",
                     "http://a.example.com:81/@1", "http://a.b.example.com/blog/a@1",
                     "http://example.com:8080/@1"}));
  EXPECT_EQ(found(cdxj_domain("nobody.example")), Strings{});
  EXPECT_EQ(found(cdxj_domain("not a domain")), Strings{});
  EXPECT_EQ(found(cdxj_everything()).size(), 10u);
}

TEST_F(CdxjReaderTest, StopsWhenItIsTold) {
  run({reader_line("http://a/", 1), reader_line("http://b/", 1)});
  int visits = 0;
  ASSERT_TRUE(reader().each(cdxj_everything(), [&](const CdxjLine&) { return ++visits < 1; }));
  EXPECT_EQ(visits, 1);
}

// Against a naive search, over files of many blocks with lines of very different lengths.
TEST_F(CdxjReaderTest, FindsWhatANaiveSearchFinds) {
  Random random(64);
  std::set<std::string> all;
  std::vector<CdxjLine> batch;
  for (int file = 0; file < 5; ++file) {
    batch.clear();
    for (int i = 0; i < 400; ++i) {
      const bool is_long = random.below(20) == 0;
      const std::string url =
          fmt::format("http://h{}.example/{:x}{}", random.below(10), random.below(300),
                      std::string(is_long ? random.below(9000) : random.below(100), 'x'));
      batch.push_back(reader_line(url, static_cast<std::int64_t>(random.below(5))));
      all.insert(write_line(batch.back()).value());
    }
    file == 4 ? tail(batch) : run(batch);
  }
  CdxjReader opened = reader();
  for (int i = 0; i < 1000; ++i) {
    const std::string& line =
        *std::next(all.begin(), static_cast<std::ptrdiff_t>(random.below(all.size())));
    std::string prefix = line.substr(0, random.below(std::min<std::size_t>(line.size(), 200)));
    if (random.below(4) == 0) prefix = line.substr(0, line.find(' ') + 1);
    if (random.below(4) == 0) prefix += 'y';
    Strings expected;
    for (auto at = all.lower_bound(prefix); at != all.end() && at->starts_with(prefix); ++at)
      expected.push_back(*at);
    Strings got;
    const auto done = opened.each(cdxj_with_prefix(prefix), [&](const CdxjLine& found_line) {
      got.push_back(write_line(found_line).value());
      return true;
    });
    ASSERT_TRUE(done) << done.error().message;
    ASSERT_EQ(got, expected) << prefix;
  }
}

TEST_F(CdxjReaderTest, NamesTheDamagedLine) {
  run({reader_line("http://a/", 1), reader_line("http://b/", 1)});
  std::string text = read_whole(disk_, files_[0].path, 10000).value();
  const std::size_t second = text.find('\n') + 1;
  text[text.find(' ', second) + 1] = 'x';
  files_.clear();
  bytes(text, true);
  EXPECT_EQ(complaint(), fmt::format("index file \"{}\", offset {}: expected a time of 14 or 17 "
                                     "digits after the key, then a space",
                                     files_[0].path, second));
  EXPECT_EQ(complaint(cdxj_captures_of("http://a/")), "none");
}

TEST_F(CdxjReaderTest, NamesTheLineThatIsOutOfOrder) {
  const std::string a = write_line(reader_line("http://a/", 1)).value() + '\n';
  const std::string b = write_line(reader_line("http://b/", 1)).value() + '\n';
  bytes(b + a, true);
  EXPECT_EQ(complaint(), fmt::format("index file \"{}\", offset {}: expected a line that sorts "
                                     "behind the one before it",
                                     files_[0].path, b.size()));
  files_.clear();
  bytes(b + a, false);
  EXPECT_EQ(complaint(), "none");
}

TEST_F(CdxjReaderTest, RefusesLinesWithoutEnd) {
  bytes("\n", true);
  EXPECT_NE(complaint().find("offset 0: expected an index line, not an empty one"),
            std::string::npos);
  files_.clear();
  bytes("no line feed", true);
  EXPECT_NE(complaint().find("offset 0: expected a line feed before offset 12"), std::string::npos)
      << complaint();
  files_.clear();
  bytes(std::string(kCdxjLineBytesMax * 2, 'x') + '\n', true);
  EXPECT_NE(complaint().find("offset 0: expected a line of at most"), std::string::npos)
      << complaint();
  files_[0].is_sorted = false;
  EXPECT_NE(complaint().find("offset 0: expected a line of at most"), std::string::npos)
      << complaint();
}

}  // namespace
}  // namespace freshet
