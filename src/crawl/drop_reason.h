// The reasons why a visit does not follow a URL.
//
// To add a reason: add an enumerator here and a row with its code, kind and sentence to the table
// in drop_reason.cc. Codes are stored in the catalog and never change; sentences may be reworded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace freshet {

enum class DropReason : std::uint8_t {
  // The scope of the crawl.
  not_http,
  outside_hosts,
  outside_surts,
  excluded,
  not_included,
  // Rules of the host and of its pages.
  robots,
  robots_unreachable,
  noindex,
  noarchive,
  nofollow,
  sitemap_of_other_host,
  // Limits.
  page_limit,
  requisite_limit,
  too_deep,
  level_full,
  sitemap_limit,
  sitemap_count,
  sitemap_cut,
  sitemap_unreadable,
  new_page_limit,
  redirects_between_hosts,
  memory_limit,
  domain_hosts,
  domain_pages,
  parked,
  // Traps.
  url_too_long,
  too_many_segments,
  path_repeats,
  too_many_arguments,
  too_many_queries,
  pages_alike,
  hosts_alike,
  calendar,
  date_far,
  requisite_repeats,
  // The answer.
  redirect_limit,
  redirect_not_http,
  soft_404,
  failed,
  failed_before,
  // A code that this version does not know.
  other,
};

inline constexpr std::size_t kDropReasons = static_cast<std::size_t>(DropReason::other) + 1;

enum class DropKind : std::uint8_t {
  rule,     // excluded by the scope, the site or the page: the crawl is complete without it
  limit,    // a limit or a trap cut it off: the host is partial
  failure,  // no usable answer
};

std::string_view code_of(DropReason reason);      // "page-limit": for files and programs
std::string_view sentence_of(DropReason reason);  // "the page limit is reached": for people
DropKind kind_of(DropReason reason);

// Reads a code, or a sentence as earlier versions stored it; `other` for anything else.
DropReason read_drop_reason(std::string_view text);

// Number of dropped URLs by reason.
using DropCounts = std::map<DropReason, std::uint64_t>;

// Some of the dropped URLs, for inspection.
using DropExamples = std::map<DropReason, std::vector<std::string>>;
inline constexpr std::size_t kDropExamplesMax = 20;       // of each reason
inline constexpr std::size_t kDropExampleBytesMax = 500;  // of a URL

void add_example(DropExamples& examples, DropReason reason, std::string_view url);

// Returns the most frequent reason of this kind, if there is one.
std::optional<DropReason> most_frequent(const DropCounts& dropped, DropKind kind);

}  // namespace freshet
