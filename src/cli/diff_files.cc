#include "cli/diff_files.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/saved_page.h"

namespace freshet {
namespace {

struct Files {
  std::string old_page, new_page;
  std::vector<std::string> earlier;
};

// --earlier takes all words up to the next flag, OLD and NEW included.
std::expected<Files, Failure> find_files(const Arguments& arguments) {
  Files files;
  std::vector<std::string> words;
  for (const std::string_view operand : {"OLD", "NEW"})
    if (const auto& word = arguments.value(operand)) words.push_back(*word);
  files.earlier = arguments.values("--earlier");
  const std::size_t missing = 2 - words.size();
  if (files.earlier.size() < missing) return wrong_usage("diff needs OLD and NEW");
  words.insert(words.end(), files.earlier.end() - static_cast<std::ptrdiff_t>(missing),
               files.earlier.end());
  files.earlier.resize(files.earlier.size() - missing);
  files.old_page = words[0];
  files.new_page = words[1];
  std::size_t from_stdin = (files.old_page == "-") + (files.new_page == "-");
  for (const std::string& file : files.earlier) from_stdin += file == "-";
  if (from_stdin > 1) return wrong_usage("only one page can come from standard input");
  return files;
}

Result<PageVersion> read_version(const std::string& file, const Settings& settings) {
  const auto page = read_saved_page(file, "", settings);
  if (!page) return std::unexpected(page.error());
  return PageVersion{read_blocks(page->text(), page->index, page->scripting),
                     print_page(page->bytes, page->text(), page->index, page->scripting)};
}

}  // namespace

std::expected<PageDiff, Failure> diff_files(const Session& session) {
  const auto files = find_files(session.arguments);
  if (!files) return std::unexpected(files.error());
  std::vector<std::string> all = files->earlier;
  all.insert(all.end(), {files->old_page, files->new_page});
  std::vector<PageVersion> read;
  for (const std::string& file : all) {
    auto version = read_version(file, session.config.settings);
    if (!version) return could_not(version.error().message);
    read.push_back(*std::move(version));
  }
  ComparedVersions versions;
  versions.now = std::move(read.back());
  read.pop_back();
  versions.before = std::move(read.back());
  read.pop_back();
  versions.earlier = std::move(read);
  return compare_versions(versions);
}

}  // namespace freshet
