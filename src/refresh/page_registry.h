// The pages that a refresh knows, with their hosts and sites, each under a dense index.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/time.h"
#include "catalog/page_key.h"
#include "crawl/observation.h"
#include "life/page_life.h"
#include "schedule/live_policy.h"

namespace freshet {

using PageIndex = std::uint32_t;
using HostIndex = std::uint32_t;

struct RegisteredPage {
  std::string url;
  HostIndex host = 0;
  std::optional<PageNumber> number = {};  // in the policy; none: not scheduled
  bool is_chosen = false;                 // for a check, or being checked
  bool is_requisite = false;
  PageWord word = PageWord::none;
  PageLife life = {};
  float weight = 1;
  Time seen{};                             // when it was last known what is there
  double first_rate = 0;                   // predicted at first sight; 0: no prediction
  std::optional<Time> first_changed = {};  // the last change before it was first seen
  bool is_first = true;  // not checked yet: the date of a sitemap may still set its age
};

// Invariant: an index is never reused, and a URL has one. Not thread-safe.
class PageRegistry {
 public:
  // Returns the page with this key, which has a host. Registers the page if it is new.
  PageIndex add(const PageKey& key);
  std::optional<PageIndex> find(std::string_view url) const;

  // Returns the index of a host. Registers the host if it is new.
  HostIndex add_host(const Host& host);
  const Host& host(HostIndex host) const { return hosts_[host].host; }

  RegisteredPage& operator[](PageIndex page) { return pages_[page]; }
  const RegisteredPage& operator[](PageIndex page) const { return pages_[page]; }
  const std::vector<RegisteredPage>& pages() const { return pages_; }
  std::size_t size() const { return pages_.size(); }
  PageKey key(PageIndex page) const;

  // Returns the site of a page. The requisites of a site are a site of their own: their rates say
  // nothing about the pages, and the reverse.
  std::uint32_t site_of(PageIndex page) const;

  // Notes the number of a page in the policy.
  void set_number(PageIndex page, PageNumber number);
  // Returns the page that got this number last.
  PageIndex page_of(PageNumber number) const { return page_of_number_[number]; }

 private:
  struct RegisteredHost {
    Host host;
    std::uint32_t site = 0;
    std::uint32_t requisite_site = 0;
  };
  std::uint32_t add_site(std::string name);

  std::vector<RegisteredPage> pages_;
  std::vector<PageIndex> page_of_number_;
  std::unordered_map<std::uint64_t, PageIndex> by_url_;  // hash64 of the URL
  std::vector<RegisteredHost> hosts_;
  std::unordered_map<std::uint64_t, HostIndex> by_host_;
  std::unordered_map<std::string, std::uint32_t> sites_;
};

}  // namespace freshet
