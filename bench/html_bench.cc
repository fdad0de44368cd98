// How fast pages are read: the tag index and what is made from it, beside a memchr scan without any
// rules and beside libgumbo's tree.
//
//   build/bench/html_bench [--without-gumbo]
#include <fmt/format.h>
#include <gumbo.h>

#include <cstring>
#include <string>
#include <string_view>

#include "base/utf8.h"
#include "html/tag_index.h"
#include "html/tag_vectors.h"
#include "measure.h"
#include "testkit/test_data.h"

namespace freshet::bench {
namespace {

bool ends_name(char c) {
  return c == '>' || c == ' ' || c == '/' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

// The reference: '<' to '>' by memchr, no rules at all, the same quadruples written.
std::size_t memchr_scan(std::string_view text, TagIndex& index) {
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  std::size_t count = 0;
  const char* at = begin;
  while ((at = static_cast<const char*>(
              std::memchr(at, '<', static_cast<std::size_t>(end - at)))) != nullptr) {
    const char* close =
        static_cast<const char*>(std::memchr(at + 1, '>', static_cast<std::size_t>(end - at - 1)));
    if (close == nullptr) break;
    const char* name = at + 1;
    if (*name == '/') ++name;
    const char* name_end = name;
    while (name_end < close && !ends_name(*name_end)) ++name_end;
    index[count++] = {
        static_cast<std::uint32_t>(at - begin), static_cast<std::uint32_t>(close + 1 - at),
        static_cast<std::uint32_t>(name - at), static_cast<std::uint32_t>(name_end - name)};
    at = close + 1;
  }
  return count;
}

int run(bool with_gumbo) {
  std::vector<std::string> pages;
  std::size_t bytes = 0, largest = 0;
  for (const auto& file : testkit::real_pages()) {
    pages.push_back(repair_utf8(testkit::read_file(file)));
    bytes += pages.back().size();
    largest = std::max(largest, pages.back().size());
  }
  TagIndex scratch(largest);
  TagIndex index;
  const auto over_pages = [&](auto read) {
    return [&pages, read] {
      std::size_t count = 0;
      for (const std::string& page : pages) count += read(page);
      return count;
    };
  };
  const auto indexed = [&](Vectors vectors) {
    return over_pages([&index, vectors](const std::string& page) {
      index_tags_with(vectors, page, Scripting::on, index);
      return index.size();
    });
  };

  std::vector<Contender> contenders;
  contenders.push_back({"memchr < >", over_pages([&](const std::string& page) {
                          return memchr_scan(page, scratch);
                        })});
  contenders.push_back({"tag index", indexed(best_vectors())});
  contenders.push_back({"tag index, portable", indexed(Vectors::portable)});
  if (with_gumbo) {
    contenders.push_back({"libgumbo tree", over_pages([](const std::string& page) {
                            GumboOutput* out = gumbo_parse_with_options(&kGumboDefaultOptions,
                                                                        page.data(), page.size());
                            gumbo_destroy_output(&kGumboDefaultOptions, out);
                            return std::size_t{1};
                          }),
                          3});
  }
  run_interleaved(contenders);
  const double reference = contenders.front().median();
  fmt::print("{} pages, {:.1f} MB\n{:<24}{:>10}{:>12}{:>12}\n", pages.size(),
             static_cast<double>(bytes) / 1e6, "", "MB/s", "of memchr", "count");
  for (const Contender& c : contenders)
    fmt::print("{:<24}{:>10.0f}{:>12.4f}{:>12}\n", c.name,
               static_cast<double>(bytes) / 1e6 / c.median(), reference / c.median(), c.count);
  return 0;
}

}  // namespace
}  // namespace freshet::bench

int main(int argc, char** argv) {
  return freshet::bench::run(argc < 2 || std::string_view(argv[1]) != "--without-gumbo");
}
