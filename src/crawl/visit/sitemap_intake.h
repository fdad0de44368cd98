// Sitemaps and feeds in a visit: the pages that a host lists, and the dates that it gives for them.
// One thread uses it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "crawl/sitemap.h"
#include "crawl/visit/link_intake.h"
#include "crawl/visit/visit_parts.h"
#include "warc/http_head.h"

namespace freshet {

class SitemapIntake {
 public:
  SitemapIntake(const VisitParts& visit, LinkIntake& links) : visit_(visit), links_(links) {}

  // Adds a sitemap to the agenda. `nested`: how many indexes led to it.
  void add(std::string_view written, const Url& found_on, std::uint8_t nested);

  void on_answer(const Errand& errand, const warc::HttpHead& head, std::string_view body,
                 warc::Truncation truncated, FrontierNews& news);

  // Returns the statement of a sitemap about a page that is new; an empty one if there is none.
  SitemapWord word_of(std::string_view url) const;

  // Returns and removes the statement of a sitemap about a page that is new.
  std::optional<SitemapWord> take_word(std::string_view url);

  std::vector<PageHint> take_hints() { return std::exchange(hints_, {}); }

 private:
  void count_losses(const Errand& errand, const std::optional<Error>& coding_error,
                    const Sitemap& sitemap, warc::Truncation truncated);
  bool on_entry(const Errand& errand, const SitemapEntry& entry, SitemapKind kind,
                FrontierNews& news);
  void count_bytes();

  VisitParts visit_;
  LinkIntake& links_;
  std::vector<PageHint> hints_;
  std::unordered_map<std::uint64_t, SitemapWord> words_;  // by hash64 of URLs
  std::size_t hint_bytes_ = 0;
  std::size_t sitemaps_ = 0;
  std::size_t urls_ = 0;
};

}  // namespace freshet
