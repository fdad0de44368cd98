#include "app/coherence_links.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "html/links.h"
#include "store/read_page.h"
#include "store/snapshot_facts.h"
#include "url/normal_form.h"

namespace freshet {
namespace {

using PageNumbers = std::unordered_map<std::string_view, std::uint32_t>;

// Appends the links of one page, each target once.
void append_page_links(const TaggedPage& page, std::uint32_t number, const PageRow& row,
                       const NormalFormOptions& form, const PageNumbers& numbers,
                       std::vector<PageLink>& links) {
  const auto base = Url::parse(row.key.url);
  const Links found = extract_links(page.text(), page.tags.index, page.tags.scripting,
                                    base ? std::optional(*base) : std::nullopt, {.texts = false});
  std::unordered_set<std::uint32_t> targets = {number};
  for (const Link& link : found.all) {
    auto target = numbers.find(link.url.href_without_fragment());
    if (target == numbers.end())
      target = numbers.find(normal_form(link.url, form).href_without_fragment());
    if (target == numbers.end() || !targets.insert(target->second).second) continue;
    links.push_back({.from = number, .to = target->second});
  }
}

}  // namespace

Result<std::vector<PageLink>> read_site_links(ArchiveSession& session,
                                              std::span<const PageRow> pages,
                                              std::span<const SightPlace> places) {
  Archive& archive = session.archive();
  PageNumbers numbers;
  for (std::uint32_t i = 0; i < pages.size(); ++i) numbers.emplace(pages[i].key.url, i);
  std::vector<PageLink> links;
  for (std::uint32_t i = 0; i < pages.size(); ++i) {
    if (places[i].file == 0) continue;
    const auto found = snapshot_at(archive, pages[i], places[i]);
    if (!found) return std::unexpected(found.error());
    const auto body = archive.with_body(*found);
    if (!body && body.error().code == Errc::not_found) continue;
    if (!body) return std::unexpected(body.error());
    if (!is_html_mime(body->snapshot.mime)) continue;
    const auto page = read_tagged_page(archive, *body);
    if (!page && (page.error().code == Errc::not_found || page.error().code == Errc::corrupt))
      continue;
    if (!page) return std::unexpected(page.error());
    append_page_links(*page, i, pages[i], session.plan().normal_form, numbers, links);
  }
  return links;
}

std::optional<std::uint32_t> find_home(std::span<const PageRow> pages) {
  std::optional<std::uint32_t> home;
  for (std::uint32_t i = 0; i < pages.size(); ++i) {
    const auto url = Url::parse(pages[i].key.url);
    if (url && url->path() == "/" && !url->query()) return i;
    if (!home || pages[i].key.url.size() < pages[*home].key.url.size()) home = i;
  }
  return home;
}

FoundFromHome find_from_home(std::size_t pages, std::span<const PageLink> links,
                             std::optional<std::uint32_t> home) {
  FoundFromHome found{
      .depths = std::vector<std::optional<std::uint32_t>>(pages), .order = {}, .parents = {}};
  if (pages == 0 || !home) return found;
  std::vector<PageLink> by_source(links.begin(), links.end());
  std::ranges::stable_sort(by_source, {}, &PageLink::from);
  found.depths[*home] = 0;
  found.order = {*home};
  found.parents = {0};
  for (std::uint32_t at = 0; at < found.order.size(); ++at) {
    const std::uint32_t page = found.order[at];
    for (auto link = std::ranges::lower_bound(by_source, page, {}, &PageLink::from);
         link != by_source.end() && link->from == page; ++link) {
      if (found.depths[link->to]) continue;
      found.depths[link->to] = *found.depths[page] + 1;
      found.order.push_back(link->to);
      found.parents.push_back(at);
    }
  }
  for (std::uint32_t page = 0; page < pages; ++page) {
    if (found.depths[page]) continue;
    found.order.push_back(page);
    found.parents.push_back(0);
  }
  return found;
}

}  // namespace freshet
