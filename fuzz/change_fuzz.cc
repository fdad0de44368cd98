// Reads: src/change/blocks.cc src/change/page_print.cc src/change/element_diff.cc
// src/change/noise.cc src/change/judge.cc src/change/text_diff.cc
//
// Versions of a page, parted by a line of "====": the last is new, the one before it old, and what
// stands before are earlier ones.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/utf8.h"
#include "change/judge.h"
#include "change/text_diff.h"

using freshet::require;

namespace {

constexpr std::string_view kParting = "\n====\n";

struct Version {
  std::vector<freshet::Block> blocks;
  freshet::PagePrint print;
};

Version read(std::string_view page) {
  const freshet::TagIndex index = freshet::index_tags(page, freshet::Scripting::off);
  return {freshet::read_blocks(page, index, freshet::Scripting::off),
          freshet::print_page(page, page, index, freshet::Scripting::off)};
}

using Lines = std::vector<freshet::DiffLine>;

template <class IsShown>
void check_lines(const Lines& lines, const Version& old_page, const Version& new_page,
                 IsShown is_shown) {
  std::size_t old_lines = 0, new_lines = 0;
  for (const auto& line : lines) {
    require(!line.pieces.empty(), "a line has pieces");
    old_lines += line.kind != freshet::DiffLine::Kind::added;
    new_lines += line.kind != freshet::DiffLine::Kind::removed;
  }
  const auto count = [&](const Version& version) {
    std::size_t blocks = 0;
    for (const freshet::Block& block : version.blocks) blocks += is_shown(block);
    return blocks;
  };
  require(old_lines == count(old_page), "every old block is shown once");
  require(new_lines == count(new_page), "every new block is shown once");
}

void check_lines(const Version& old_page, const Version& new_page) {
  const auto has_text = [](const freshet::Block& block) { return !block.text.empty(); };
  const auto has_any = [](const freshet::Block& block) {
    return !block.text.empty() || !block.images.empty() || !block.links.empty();
  };
  check_lines(freshet::diff_texts(old_page.blocks, new_page.blocks), old_page, new_page, has_text);
  check_lines(freshet::diff_pages(old_page.blocks, new_page.blocks), old_page, new_page, has_any);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string all = freshet::repair_utf8({reinterpret_cast<const char*>(bytes), size});
  std::vector<Version> versions;
  std::string_view rest = all;
  while (versions.size() < 10) {
    const std::size_t end = rest.find(kParting);
    versions.push_back(read(rest.substr(0, end)));
    if (end == rest.npos) break;
    rest.remove_prefix(end + kParting.size());
  }
  if (versions.size() < 2) versions.push_back(read(""));
  const Version new_page = std::move(versions.back());
  versions.pop_back();
  const Version old_page = std::move(versions.back());
  versions.pop_back();
  std::vector<freshet::PagePrint> earlier;
  for (Version& version : versions) earlier.push_back(std::move(version.print));

  const freshet::Change change = freshet::judge_change(old_page.print, new_page.print, earlier);
  require(change.score >= 0 && change.score <= 1, "a score is a probability");
  require(!change.stages.empty(), "the judge says what it saw");
  require(!change.meaningful || change.kind != freshet::ChangeClass::none,
          "what is meaningful is a change");
  const freshet::Change same = freshet::judge_change(new_page.print, new_page.print, earlier);
  require(same.kind == freshet::ChangeClass::none && !same.meaningful, "a page is as itself");
  check_lines(old_page, new_page);
  return 0;
}
