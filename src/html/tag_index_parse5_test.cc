// index_tags against parse5, tag by tag: on real pages, and on a hundred thousand damaged ones.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <random>

#include "base/utf8.h"
#include "html/tag_index.h"
#include "html/tag_vectors.h"
#include "testkit/oracle.h"
#include "testkit/test_data.h"

namespace freshet {
namespace {

using testkit::has_test_data;

class Parse5Test : public testing::TestWithParam<Scripting> {
 protected:
  std::vector<TagIndex> parse5_tags(const std::vector<std::string>& pages) {
    const std::string mode = GetParam() == Scripting::on ? "on" : "off";
    const std::string answer = testkit::run_oracle("tags.mjs", {mode}, testkit::pack_inputs(pages));
    std::vector<TagIndex> indexes;
    for (std::size_t at = 0; at < answer.size();) {
      std::uint32_t count;
      std::memcpy(&count, answer.data() + at, sizeof count);
      at += sizeof count;
      TagIndex index;
      for (std::uint32_t i = 0; i < count; ++i) {
        std::array<std::uint32_t, 4> numbers;  // start, length, name_offset, name_length
        std::memcpy(numbers.data(), answer.data() + at, sizeof numbers);
        at += sizeof numbers;
        index.push_back({.start = numbers[0],
                         .length = numbers[1],
                         .name_length = numbers[3],
                         .name_offset = static_cast<std::uint8_t>(numbers[2])});
      }
      indexes.push_back(std::move(index));
    }
    return indexes;
  }

  // Returns the error in our index of `page`; empty if there is none.
  std::string difference(const std::string& page, const TagIndex& theirs) {
    for (const Vectors vectors : {Vectors::portable, best_vectors()}) {
      TagIndex ours;
      index_tags_with(vectors, page, GetParam(), ours);
      if (ours == theirs) continue;
      std::size_t i = 0;
      while (i < ours.size() && i < theirs.size() && ours[i] == theirs[i]) ++i;
      const auto say = [&](const TagIndex& index) {
        if (i >= index.size()) return std::string("nothing");
        return std::to_string(index[i].start) + " " + page.substr(index[i].start, index[i].length);
      };
      return "tag " + std::to_string(i) + ": ours " + say(ours) + ", parse5's " + say(theirs);
    }
    return {};
  }
};

TEST_P(Parse5Test, AgreesOnAllTagsOfTheRealPages) {
  if (!has_test_data("real-pages.tar.zst")) return;
  const std::vector<std::string> pages = testkit::real_page_texts();
  const std::vector<TagIndex> expected = parse5_tags(pages);
  ASSERT_EQ(expected.size(), pages.size());
  std::size_t tags = 0;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    EXPECT_EQ(difference(pages[i], expected[i]), "") << testkit::real_pages()[i];
    tags += expected[i].size();
  }
  RecordProperty("tags", static_cast<int>(tags));
}

// Damages pages as the web does: cut, spliced, doubled, with tags and bytes in wrong places.
class Mutator {
 public:
  Mutator(std::uint64_t seed, std::vector<std::string> small, std::vector<std::string> large)
      : random_(seed), small_(std::move(small)), large_(std::move(large)) {}

  std::string next() {
    std::string page = pick();
    const std::size_t steps = 1 + random_() % 6;
    for (std::size_t i = 0; i < steps; ++i) mutate(page);
    return repair_utf8(page);
  }

 private:
  std::size_t below(std::size_t n) { return n == 0 ? 0 : random_() % n; }

  std::string window(const std::string& page) {
    const std::size_t size = 1 + below(2000);
    const std::size_t at = below(page.size());
    return page.substr(at, size);
  }

  std::string pick() {
    if (below(3) == 0) return window(large_[below(large_.size())]);
    return small_[below(small_.size())];
  }

  void mutate(std::string& page) {
    static const std::vector<std::string> pieces = {"<",
                                                    ">",
                                                    "\"",
                                                    "'",
                                                    "=",
                                                    "/",
                                                    "<!--",
                                                    "-->",
                                                    "--!>",
                                                    "<![CDATA[",
                                                    "]]>",
                                                    "<svg>",
                                                    "</svg>",
                                                    "<math>",
                                                    "</math>",
                                                    "<title>",
                                                    "</title>",
                                                    "<title/>",
                                                    "<script>",
                                                    "</script>",
                                                    "<style>",
                                                    "</style>",
                                                    "<select>",
                                                    "</select>",
                                                    "<table>",
                                                    "</table>",
                                                    "<tr>",
                                                    "<td>",
                                                    "<template>",
                                                    "</template>",
                                                    "<col>",
                                                    "<colgroup>",
                                                    "<frameset>",
                                                    "</frameset>",
                                                    "<noframes>",
                                                    "<noscript>",
                                                    "</noscript>",
                                                    "<textarea>",
                                                    "</textarea>",
                                                    "<plaintext>",
                                                    "<xmp>",
                                                    "<iframe>",
                                                    "<desc>",
                                                    "<foreignObject>",
                                                    "</foreignObject>",
                                                    "<mi>",
                                                    "<annotation-xml encoding=text/html>",
                                                    "<p>",
                                                    "</p>",
                                                    "<div>",
                                                    "</div>",
                                                    "<a>",
                                                    "</a>",
                                                    "<b>",
                                                    "</b>",
                                                    "<form>",
                                                    "</form>",
                                                    "<option>",
                                                    "<input>",
                                                    "<body>",
                                                    "</body>",
                                                    "<html>",
                                                    "</html>",
                                                    "<head>",
                                                    "</head>",
                                                    "<font color=x>",
                                                    "<font>",
                                                    "<br>",
                                                    "</br>",
                                                    "<li>",
                                                    "<button>",
                                                    "</button>",
                                                    "<h1>",
                                                    "<nobr>",
                                                    "<object>",
                                                    "</object>",
                                                    "<caption>",
                                                    "<!DOCTYPE html>",
                                                    "&#32;",
                                                    "&#10;",
                                                    "&#0;",
                                                    "&Tab;",
                                                    "&amp;",
                                                    "<![CDATA[x]]>",
                                                    "<input type=&#104;idden>",
                                                    "<annotation-xml encoding=\"text&#47;html\">",
                                                    "<frameset><script><a></script>",
                                                    "<?x",
                                                    "</3",
                                                    " ",
                                                    "x",
                                                    "<script><!--<script>",
                                                    "\t",
                                                    "\n",
                                                    "\f",
                                                    "\r"};
    const std::size_t at = below(page.size() + 1);
    switch (below(6)) {
      case 0:
        page.insert(at, pieces[below(pieces.size())]);
        break;
      case 1:
        page.insert(at, pieces[below(pieces.size())]);
        page.insert(below(page.size() + 1), pieces[below(pieces.size())]);
        break;
      case 2:
        page.erase(at, below(40));
        break;
      case 3: {
        const std::string other = pick();
        page.insert(at, other.substr(below(other.size()), below(400)));
        break;
      }
      case 4:
        if (at < page.size()) page[at] = static_cast<char>(below(128));
        break;
      default:
        page += page.substr(at, below(200));
    }
  }

  std::mt19937_64 random_;
  std::vector<std::string> small_;
  std::vector<std::string> large_;
};

TEST_P(Parse5Test, AgreesOnAHundredThousandDamagedPages) {
  if (!has_test_data("real-pages.tar.zst") || !has_test_data("html5lib-tests")) return;
  constexpr std::size_t kPages = 100'000;
  constexpr std::uint64_t kSeed = 20'260'901;
  std::vector<std::string> large;
  for (const auto& file : testkit::real_pages()) large.push_back(testkit::read_file(file));
  Mutator mutator(kSeed, testkit::tree_construction_inputs(), std::move(large));
  std::vector<std::string> pages;
  while (pages.size() < kPages) pages.push_back(mutator.next());
  const std::vector<TagIndex> expected = parse5_tags(pages);
  ASSERT_EQ(expected.size(), pages.size());
  std::size_t different = 0;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const std::string what = difference(pages[i], expected[i]);
    if (what.empty()) continue;
    if (++different <= 10) ADD_FAILURE() << "page " << i << ": " << what << "\n" << pages[i];
  }
  EXPECT_EQ(different, 0u);
}

INSTANTIATE_TEST_SUITE_P(Scripting, Parse5Test, testing::Values(Scripting::off, Scripting::on),
                         [](const auto& mode) {
                           return mode.param == Scripting::on ? "on" : "off";
                         });

}  // namespace
}  // namespace freshet
