#include "app/compare_captures.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "base/escape.h"
#include "base/json.h"
#include "base/wording.h"

namespace freshet {
namespace {

std::map<std::string_view, const PageCoherence*> pages_there(const SiteCoherence& site) {
  std::map<std::string_view, const PageCoherence*> pages;
  for (const PageCoherence& page : site.pages)
    if (!page.is_absent()) pages.emplace(page.url, &page);
  return pages;
}

void compare_pages(HostComparison& compared) {
  const auto first = pages_there(compared.first);
  const auto second = pages_there(compared.second);
  for (const auto& [url, page] : first) {
    const auto other = second.find(url);
    if (other == second.end()) {
      compared.only_first.emplace_back(url);
    } else if (page->verdict.content != other->second->verdict.content) {
      compared.changed.emplace_back(url);
    } else {
      ++compared.same;
      if (page->verdict.verdict == Verdict::proven &&
          other->second->verdict.verdict == Verdict::proven)
        ++compared.same_proven;
    }
  }
  for (const auto& [url, page] : second)
    if (!first.contains(url)) compared.only_second.emplace_back(url);
}

void write_urls(JsonWriter& json, std::string_view name, const std::vector<std::string>& urls) {
  json.key(name).begin_array();
  for (const std::string& url : urls) json.value(url);
  json.end_array();
}

std::string capture_line(const SiteCoherence& site) {
  return fmt::format("  {:<20} {} of {} proven ({:.1f} %) at {}\n", visible(site.capture),
                     site.count(Verdict::proven), counted(site.present(), "page", "pages"),
                     100 * site.proven_share(), second_words(site.at));
}

std::string urls_text(std::string_view mark, const std::vector<std::string>& urls) {
  std::string out;
  for (const std::string& url : urls) out += fmt::format("{} {}\n", mark, visible(url));
  return out;
}

}  // namespace

Result<CaptureRow> find_capture(ArchiveSession& session, const std::string& name) {
  auto row = session.catalog().find_capture(name);
  if (!row) return std::unexpected(row.error());
  if (!*row)
    return std::unexpected(
        Error{Errc::not_found,
              fmt::format("the archive has no capture \"{}\"; freshet captures lists them",
                          visible(name))});
  return **std::move(row);
}

CoherenceRequest request_of_capture(const CaptureRow& capture, ContentRule rule) {
  CoherenceRequest request{.rule = rule,
                           .within = {capture.began, capture.ended.value_or(kTimeMax)},
                           .capture = capture.name};
  if (capture.instant_from && capture.instant_until)
    request.at = *capture.instant_from + (*capture.instant_until - *capture.instant_from) / 2;
  return request;
}

Result<std::vector<HostComparison>> compare_captures(ArchiveSession& session,
                                                     const std::string& first,
                                                     const std::string& second, ContentRule rule) {
  const auto a = find_capture(session, first);
  if (!a) return std::unexpected(a.error());
  const auto b = find_capture(session, second);
  if (!b) return std::unexpected(b.error());
  std::vector<HostComparison> found;
  for (const Host& host : a->hosts) {
    if (std::ranges::find(b->hosts, host) == b->hosts.end()) continue;
    auto earlier = assess_site(session, host, request_of_capture(*a, rule));
    if (!earlier) return std::unexpected(earlier.error());
    auto later = assess_site(session, host, request_of_capture(*b, rule));
    if (!later) return std::unexpected(later.error());
    found.push_back({.first = std::move(earlier->site), .second = std::move(later->site)});
    compare_pages(found.back());
  }
  if (found.empty())
    return std::unexpected(
        Error{Errc::not_found, fmt::format("the captures \"{}\" and \"{}\" have no host in common",
                                           visible(first), visible(second))});
  return found;
}

std::string to_json(const HostComparison& comparison) {
  JsonWriter json;
  json.begin_object().key("host").value(comparison.first.host).key("first");
  write_json(json, comparison.first, PagesShown::no);
  json.key("second");
  write_json(json, comparison.second, PagesShown::no);
  json.key("same").value(comparison.same).key("same_proven").value(comparison.same_proven);
  write_urls(json, "changed", comparison.changed);
  write_urls(json, "only_first", comparison.only_first);
  write_urls(json, "only_second", comparison.only_second);
  return json.end_object().take();
}

std::string comparison_text(const HostComparison& comparison, PagesShown pages) {
  std::string out = fmt::format("{}\n", visible(comparison.first.host)) +
                    capture_line(comparison.first) + capture_line(comparison.second);
  out +=
      fmt::format("  {} the same ({} proven in both), {} changed, {} only in {}, {} only in {}\n",
                  comparison.same, comparison.same_proven, comparison.changed.size(),
                  comparison.only_first.size(), visible(comparison.first.capture),
                  comparison.only_second.size(), visible(comparison.second.capture));
  if (pages == PagesShown::yes)
    out += urls_text("~", comparison.changed) + urls_text("-", comparison.only_first) +
           urls_text("+", comparison.only_second);
  return out;
}

}  // namespace freshet
