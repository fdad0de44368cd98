// How fast pages are read: the tag index and what is made from it, beside a memchr scan without any
// rules and beside libgumbo's tree.
//
//   build/bench/html_bench [--without-gumbo]
#include <fmt/format.h>
#include <gumbo.h>

#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "html/links.h"
#include "html/packed_index.h"
#include "html/tag_index.h"
#include "html/tag_vectors.h"
#include "html/text.h"
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
        static_cast<std::uint32_t>(name_end - name), static_cast<std::uint8_t>(name - at)};
    at = close + 1;
  }
  return count;
}

struct Page {
  std::string text;
  TagIndex index;
  std::string packed;
};

int run(bool with_gumbo) {
  std::vector<Page> pages;
  std::size_t bytes = 0, largest = 0, tags = 0, packed_bytes = 0;
  for (std::string& text : testkit::real_page_texts()) {
    TagIndex index = index_tags(text, Scripting::on);
    std::string packed = pack_index(index);
    bytes += text.size();
    largest = std::max(largest, text.size());
    tags += index.size();
    packed_bytes += packed.size();
    pages.push_back({std::move(text), std::move(index), std::move(packed)});
  }
  const std::optional<Url> url = *Url::parse("https://site.example/section/page.html");
  TagIndex scratch(largest);
  TagIndex index;
  const auto over_pages = [&](auto read) {
    return [&pages, read] {
      std::size_t count = 0;
      for (const Page& page : pages) count += read(page);
      return count;
    };
  };
  const auto indexed = [&](Vectors vectors) {
    return over_pages([&index, vectors](const Page& page) {
      index_tags_with(vectors, page.text, Scripting::on, index);
      return index.size();
    });
  };

  std::vector<Contender> contenders;
  contenders.push_back({"memchr < >", over_pages([&](const Page& page) {
                          return memchr_scan(page.text, scratch);
                        })});
  contenders.push_back({"tag index", indexed(best_vectors())});
  contenders.push_back({"tag index, portable", indexed(Vectors::portable)});
  contenders.push_back(
      {"links, given the index", over_pages([&](const Page& page) {
         return extract_links(page.text, page.index, Scripting::on, url).all.size();
       })});
  contenders.push_back({"text, given the index", over_pages([](const Page& page) {
                          return visible_text(page.text, page.index, Scripting::on).size();
                        })});
  contenders.push_back({"pack the index", over_pages([](const Page& page) {
                          return pack_index(page.index).size();
                        })});
  contenders.push_back({"unpack the index", over_pages([](const Page& page) {
                          return unpack_index(page.packed, page.text.size(), {})->size();
                        })});
  if (with_gumbo) {
    contenders.push_back({"libgumbo tree", over_pages([](const Page& page) {
                            GumboOutput* out = gumbo_parse_with_options(
                                &kGumboDefaultOptions, page.text.data(), page.text.size());
                            gumbo_destroy_output(&kGumboDefaultOptions, out);
                            return std::size_t{1};
                          }),
                          3});
  }
  run_interleaved(contenders);
  print_speeds(contenders, bytes, "memchr");
  fmt::print("packed index: {:.3f} bytes a tag\n",
             static_cast<double>(packed_bytes) / static_cast<double>(tags));
  return 0;
}

}  // namespace
}  // namespace freshet::bench

int main(int argc, char** argv) {
  return freshet::bench::run(argc < 2 || std::string_view(argv[1]) != "--without-gumbo");
}
