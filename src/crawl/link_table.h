// The intra-link table of a visit (after Genovese and Geraci, section 2.2.2): the URLs of one host
// in the order of discovery, each once. It lives as long as the visit.
//
// Known URLs are identified by a hash of 64 bits: with a million URLs of one host the probability
// of any collision is 3 in 100 million. A URL takes its path and about 40 bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/seen_set.h"

namespace freshet {

enum class LinkUse : std::uint8_t {
  page,
  requisite,  // needed to show a page
  sitemap,
};

using LinkNumber = std::uint32_t;  // in the order of discovery

struct KnownLink {
  LinkUse use = LinkUse::page;
  std::uint16_t depth = 0;
  std::uint8_t redirects = 0;  // consecutive, that led here
  std::uint8_t tries = 0;
  std::uint8_t refusals = 0;  // 429 and 503, in this visit
  bool is_wanted = false;     // another host's page asked for it, or it is a seed
  bool is_seed = false;       // or the home page of a seed's host
  bool has_failed = false;    // its tries are used up; the next run tries it again
  bool is_doubtful = false;   // it brought nothing new, and neither did its links so far
  bool met_cookie_wall = false;
  std::uint8_t steps = 0;  // from page to page of a list, since the last full level of depth
  LinkNumber via = 0;      // number of the link that it was found on; its own if there is none
};

class LinkTable {
 public:
  // Returns the number of the new link; nothing if a URL with this key was added before. URLs are
  // compared by `key`, often the URL itself.
  std::optional<LinkNumber> add(std::string_view url, std::string_view key, const KnownLink& link);

  // Marks a URL as seen without storing it.
  void mark_seen(std::string_view key) { seen_.insert(key); }
  bool is_seen(std::string_view key) const { return seen_.contains(key); }

  LinkNumber size() const { return static_cast<LinkNumber>(links_.size()); }
  std::string url(LinkNumber number) const;
  KnownLink& link(LinkNumber number) { return links_[number].known; }
  const KnownLink& link(LinkNumber number) const { return links_[number].known; }

  // Returns the approximate memory use.
  std::size_t bytes() const;

 private:
  struct Stored {
    std::uint32_t origin;
    std::uint32_t length;  // of the rest
    std::uint64_t rest;    // offset in text_
    KnownLink known;
  };

  std::vector<std::string> origins_;  // "https://example.com": two or three
  std::string text_;                  // the rests of the URLs, concatenated
  std::vector<Stored> links_;
  SeenSet seen_;
};

}  // namespace freshet
