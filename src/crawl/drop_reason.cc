#include "crawl/drop_reason.h"

#include <algorithm>
#include <array>

#include "base/check.h"

namespace freshet {
namespace {

struct Row {
  DropReason reason;
  std::string_view code;
  DropKind kind;
  std::string_view sentence;
  std::string_view old_sentence = {};  // stored instead of the code by earlier versions
};

constexpr std::array<Row, kDropReasons> kRows = {{
    {DropReason::not_http, "not-http", DropKind::rule, "only http and https are crawled",
     "only http and https are crawled"},
    {DropReason::outside_hosts, "outside-hosts", DropKind::rule, "its host is not in the scope",
     "its host is not in the scope"},
    {DropReason::outside_surts, "outside-surts", DropKind::rule,
     "it is under none of the SURT prefixes", "it is under none of the SURT prefixes"},
    {DropReason::excluded, "excluded", DropKind::rule, "a pattern excludes it",
     "a pattern excludes it"},
    {DropReason::not_included, "not-included", DropKind::rule, "no pattern includes it",
     "no pattern includes it"},
    {DropReason::robots, "robots", DropKind::rule, "robots.txt forbids it",
     "robots.txt forbids it"},
    {DropReason::robots_unreachable, "robots-unreachable", DropKind::failure,
     "its robots.txt cannot be fetched", "its robots.txt cannot be had"},
    {DropReason::noindex, "noindex", DropKind::rule, "the page asks not to be kept (noindex)",
     "the page asks not to be kept"},
    {DropReason::noarchive, "noarchive", DropKind::rule,
     "the page asks not to be kept (noarchive)"},
    {DropReason::nofollow, "nofollow", DropKind::rule, "all links to it are nofollow"},
    {DropReason::sitemap_of_other_host, "sitemap-of-other-host", DropKind::rule,
     "a sitemap leads to another host", "a sitemap names a page of another host"},
    {DropReason::page_limit, "page-limit", DropKind::limit, "the page limit is reached",
     "the page limit is reached"},
    {DropReason::requisite_limit, "requisite-limit", DropKind::limit,
     "the limit of requisites is reached", "the limit of requisites is reached"},
    {DropReason::too_deep, "too-deep", DropKind::limit, "it is deeper than the depth limit",
     "it is too deep"},
    {DropReason::level_full, "level-full", DropKind::limit, "its level has enough pages",
     "its level has enough pages"},
    {DropReason::sitemap_limit, "sitemap-limit", DropKind::limit, "the sitemaps name too many URLs",
     "the sitemaps name too much"},
    {DropReason::sitemap_count, "sitemap-count", DropKind::limit,
     "the host has more sitemaps than are read"},
    {DropReason::sitemap_cut, "sitemap-cut", DropKind::limit,
     "a sitemap is longer than the limits allow"},
    {DropReason::sitemap_unreadable, "sitemap-unreadable", DropKind::limit,
     "a sitemap is damaged or in an unknown coding"},
    {DropReason::new_page_limit, "new-page-limit", DropKind::limit,
     "there are enough new pages for one visit", "there are enough new pages for one visit"},
    {DropReason::redirects_between_hosts, "redirects-between-hosts", DropKind::limit,
     "hosts redirect to each other without end", "hosts send us to and fro"},
    {DropReason::memory_limit, "memory-limit", DropKind::limit,
     "the host has more links than crawl.memory has room for"},
    {DropReason::domain_hosts, "domain-hosts", DropKind::limit,
     "its domain has enough hosts (crawl.domain_hosts)"},
    {DropReason::domain_pages, "domain-pages", DropKind::limit,
     "its domain has enough pages (crawl.domain_pages)"},
    {DropReason::parked, "parked", DropKind::rule,
     "its name server is judged parking (crawl.parking)"},
    {DropReason::url_too_long, "url-too-long", DropKind::limit, "its URL is too long",
     "its URL is too long"},
    {DropReason::too_many_segments, "too-many-segments", DropKind::limit,
     "its path has too many segments", "its path has too many segments"},
    {DropReason::path_repeats, "path-repeats", DropKind::limit, "its path repeats itself",
     "its path repeats itself"},
    {DropReason::too_many_arguments, "too-many-arguments", DropKind::limit,
     "its query has too many arguments", "its query has too many arguments"},
    {DropReason::too_many_queries, "too-many-queries", DropKind::limit,
     "its path has too many queries", "its path has too many queries"},
    {DropReason::pages_alike, "pages-alike", DropKind::limit, "pages of its kind bring nothing new",
     "the last pages of its kind were alike"},
    {DropReason::hosts_alike, "hosts-alike", DropKind::limit,
     "its host is like many hosts beside it (traps.similar_hosts)"},
    {DropReason::calendar, "calendar", DropKind::limit, "its calendar goes on",
     "its calendar goes on"},
    {DropReason::date_far, "date-far", DropKind::limit, "its date is far from today",
     "its date is far from today"},
    {DropReason::requisite_repeats, "requisite-repeats", DropKind::rule,
     "its path gives the same style sheet or image for every query"},
    {DropReason::redirect_limit, "redirect-limit", DropKind::failure, "too many redirects",
     "too many redirects"},
    {DropReason::redirect_not_http, "redirect-not-http", DropKind::failure,
     "it redirects to a URL that is not http or https", "it is sent on to what is not the web"},
    {DropReason::soft_404, "soft-404", DropKind::failure,
     "it looks like the host's page for missing pages",
     "it looks like the page for what is not there"},
    {DropReason::failed, "failed", DropKind::failure, "it could not be fetched"},
    {DropReason::failed_before, "failed-before", DropKind::failure, "it failed before",
     "it failed before"},
    {DropReason::other, "other", DropKind::failure, "for another reason"},
}};

constexpr bool rows_are_in_order() {
  for (std::size_t i = 0; i < kRows.size(); ++i)
    if (kRows[i].reason != static_cast<DropReason>(i) || kRows[i].code.empty()) return false;
  return true;
}
static_assert(rows_are_in_order(), "the table has a row for each reason, in the enum's order");

const Row& row_of(DropReason reason) {
  const auto at = static_cast<std::size_t>(reason);
  require(at < kRows.size(), "a drop reason is one of the enum");
  return kRows[at];
}

}  // namespace

std::string_view code_of(DropReason reason) { return row_of(reason).code; }

std::string_view sentence_of(DropReason reason) { return row_of(reason).sentence; }

DropKind kind_of(DropReason reason) { return row_of(reason).kind; }

DropReason read_drop_reason(std::string_view text) {
  const auto row = std::ranges::find_if(kRows, [&](const Row& known) {
    return known.code == text || (!text.empty() && known.old_sentence == text);
  });
  return row == kRows.end() ? DropReason::other : row->reason;
}

void add_example(DropExamples& examples, DropReason reason, std::string_view url) {
  if (url.empty() || url.size() > kDropExampleBytesMax) return;
  std::vector<std::string>& known = examples[reason];
  if (known.size() < kDropExamplesMax && std::ranges::find(known, url) == known.end())
    known.emplace_back(url);
}

std::optional<DropReason> most_frequent(const DropCounts& dropped, DropKind kind) {
  std::optional<DropReason> most;
  for (const auto& [reason, count] : dropped)
    if (count > 0 && kind_of(reason) == kind && (!most || count > dropped.at(*most))) most = reason;
  return most;
}

}  // namespace freshet
