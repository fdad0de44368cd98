#include "cli/selecting.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "app/select_pages.h"
#include "base/ascii.h"
#include "base/log.h"
#include "cli/archive_access.h"
#include "cli/input.h"

namespace freshet {
namespace {

constexpr std::size_t kUrlListBytesMax = std::size_t{256} << 20;

std::vector<std::string> urls_of_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trim_ascii_whitespace(text.substr(0, end));
    if (!line.empty() && !line.starts_with('#')) lines.emplace_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::expected<std::vector<std::string>, Failure> given_urls(const Arguments& arguments) {
  std::vector<std::string> urls = arguments.values("--url");
  for (const std::string& file : arguments.values("--urls")) {
    auto text = file == "-" ? read_stdin(kUrlListBytesMax) : read_file(file, kUrlListBytesMax);
    if (!text) return could_not(text.error());
    for (std::string& line : urls_of_lines(*text)) urls.push_back(std::move(line));
  }
  return urls;
}

}  // namespace

std::vector<Option> range_options() {
  return {
      {"--host", "HOST", "Only pages of this host, such as example.com:8080; may be repeated",
       true},
      {"--domain", "NAME", "Only pages of this domain and its subdomains; may be repeated", true},
      {"--from", "TIME", "Only snapshots from TIME on: 2026-11, 2026-11-16T12:30"},
      {"--to", "TIME", "Only snapshots up to the end of TIME; 2026 includes all of 2026"}};
}

std::vector<Option> page_options() {
  return {{"--url", "URL", "Only this page; may be repeated", true},
          {"--urls", "FILE", "Only the pages listed in FILE, one URL per line; - is standard input",
           true}};
}

std::vector<Option> selection_options() {
  std::vector<Option> options = range_options();
  for (const Option& option : page_options()) options.push_back(option);
  options.push_back({"--last", "", "Only the newest of these versions of each page"});
  return options;
}

std::expected<Selection, Failure> range_from_arguments(const Arguments& arguments) {
  auto selection = parse_selection({.hosts = arguments.values("--host"),
                                    .domains = arguments.values("--domain"),
                                    .from = arguments.value("--from"),
                                    .to = arguments.value("--to")});
  if (!selection) return failure_of(selection.error());
  return *std::move(selection);
}

CommandResult add_named_pages(const Arguments& arguments, Archive& archive, Selection& selection) {
  if (!arguments.has("--url") && !arguments.has("--urls")) return {};
  const auto urls = given_urls(arguments);
  if (!urls) return std::unexpected(urls.error());
  const auto missing = select_pages(archive, *urls, selection);
  if (!missing) return failure_of(missing.error());
  for (const std::string& url : *missing)
    log(LogLevel::warning, "a page is not in the archive", {{"url", url}});
  return {};
}

std::expected<Selection, Failure> selection_from_arguments(const Arguments& arguments,
                                                           Archive& archive) {
  auto selection = range_from_arguments(arguments);
  if (!selection) return selection;
  selection->only_last = arguments.has("--last");
  if (auto added = add_named_pages(arguments, archive, *selection); !added)
    return std::unexpected(added.error());
  return selection;
}

}  // namespace freshet
