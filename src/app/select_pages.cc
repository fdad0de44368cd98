#include "app/select_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/page_lookup.h"
#include "url/host.h"

namespace freshet {
namespace {

std::unexpected<Error> invalid_selection(std::string message) {
  return std::unexpected(Error{Errc::invalid, std::move(message)});
}

}  // namespace

Result<Selection> parse_selection(const SelectionWords& words, std::string_view prefix) {
  Selection selection;
  const auto name = [&](std::string_view field) { return fmt::format("{}{}", prefix, field); };
  for (const std::string& text : words.hosts) {
    auto host = parse_host(name("host"), text);
    if (!host) return std::unexpected(host.error());
    if (std::ranges::find(selection.hosts, *host) == selection.hosts.end())
      selection.hosts.push_back(*std::move(host));
  }
  for (const std::string& text : words.domains) {
    auto host = parse_host(name("domain"), text);
    if (!host) return std::unexpected(host.error());
    if (Host::from_key(*host)->name() != *host)
      return invalid_selection(
          fmt::format("{0}domain takes no port; use {0}host, as in example.com:8080", prefix));
    selection.domains.push_back(*std::move(host));
  }
  if (words.from) {
    const auto time = parse_start(name("from"), *words.from);
    if (!time) return std::unexpected(time.error());
    selection.from = *time;
  }
  if (words.to) {
    const auto time = parse_end(name("to"), *words.to);
    if (!time) return std::unexpected(time.error());
    selection.to = *time;
  }
  if (!selection.hosts.empty() && !selection.domains.empty())
    return invalid_selection(fmt::format("{0}host and {0}domain cannot be combined", prefix));
  if (selection.from > selection.to)
    return invalid_selection(fmt::format("{0}from is later than {0}to", prefix));
  return selection;
}

Result<std::vector<std::string>> select_pages(Archive& archive,
                                              const std::vector<std::string>& urls,
                                              Selection& selection) {
  if (!(selection.hosts.empty() && selection.domains.empty()))
    return invalid_selection("pages are selected by URL or by host and domain, not both");
  std::vector<std::string> missing;
  for (const std::string& text : urls) {
    const auto found = find_if_kept(archive, text, kTimeMax);
    if (!found) return std::unexpected(found.error());
    if (*found)
      selection.urls.push_back((*found)->page.key.url);
    else
      missing.push_back(text);
  }
  if (selection.urls.empty())
    return std::unexpected(Error{Errc::not_found, "none of the requested pages is in the archive"});
  return missing;
}

}  // namespace freshet
