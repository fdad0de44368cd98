// Follows the links of a visit's pages: URLs of its own host go to the agenda, those of other hosts
// to the frontier. One thread uses it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "crawl/continuation.h"
#include "crawl/page_reader.h"
#include "crawl/requisite_guard.h"
#include "crawl/seen_set.h"
#include "crawl/visit/admission.h"
#include "crawl/visit/known_pages.h"
#include "crawl/visit/link_budget.h"
#include "crawl/visit/visit_parts.h"
#include "crawl/written_links.h"
#include "url/host.h"

namespace freshet {

class LinkIntake {
 public:
  LinkIntake(const VisitParts& visit, WrittenLinks& written, KnownPages& known);

  // --- At the beginning of a visit ---

  void restore(const Continuation& before);
  void add_pending(const Continuation::Pending& pending);
  // Adds a URL that others ask for. `is_done`: the archive has it, or it failed.
  void add_wanted(const WantedUrl& wanted, bool is_done);
  void add_home();
  // Takes note of a page whose links are known.
  void mark_read(const std::string& url);
  void leave(Continuation& left) const;

  // --- What answers say ---

  void on_links(const Errand& errand, const ReadAnswer& read, FrontierNews& news);
  void on_redirect(const Errand& errand, const Url& target, FrontierNews& news);
  void note_requisite(const Url& url, std::uint64_t answer) { requisites_.note(url, answer); }
  std::optional<DropReason> requisite_refusal(const Url& url) const {
    return requisites_.refusal(url);
  }

  enum class Listed : std::uint8_t { added, refused, full };
  // Adds a page that a sitemap of this host lists; `full`: no more can be taken.
  Listed add_listed(const Errand& errand, const Url& url, FrontierNews& news);

  // Counts a link to another host, which is then visited. Returns why it is not followed.
  std::optional<DropReason> follow_elsewhere(const Url& url, const Host& host, FrontierNews& news);

  // Tries the home page on http after it was guessed to be on https. Returns false if it was not.
  bool fall_back_to_http(const Errand& errand);

  // --- Memory ---

  // Returns false if a new link of this host cannot be taken: it is dropped, or its page is read
  // again.
  bool may_hold_more();
  void count_memory();
  void set_sitemap_bytes(std::size_t bytes) { sitemap_bytes_ = bytes; }
  LinkBudget& budget() { return budget_; }
  // Returns true if links of a page were left for lack of memory since the last call.
  bool take_unread() { return std::exchange(is_unread_, false); }
  void clear();  // frees the links that were seen

  // --- At the end ---

  // Counts the URLs that only links with nofollow lead to.
  void count_nofollowed();
  const std::vector<Host>& adopted() const { return adopted_; }

 private:
  void on_page_link(const Errand& errand, const FoundLink& link, FrontierNews& news);
  void on_requisite(const Errand& errand, const Url& url, FrontierNews& news);
  void on_redirect_elsewhere(const Errand& errand, const Url& target, const Host& host,
                             unsigned hops, FrontierNews& news);
  bool meets_cookie_wall(const Errand& errand, const Url& target);
  void look_up(std::span<const FoundLink> links);
  bool is_new(const Url& url, const Errand& errand, unsigned hops, FrontierNews& news);
  bool has_room() const;
  bool is_in_scope(const Host& host);
  void want_elsewhere(const Url& url, bool is_page, const Errand& errand, unsigned hops,
                      FrontierNews& news) const;
  std::size_t bytes() const;

  VisitParts visit_;
  WrittenLinks& written_;
  KnownPages& known_;
  Admission admission_;
  RequisiteGuard requisites_;
  std::size_t nested_left_ = kNestedRequisites;
  LinkBudget budget_;
  SeenSet raw_seen_;                             // links as written that need no second look
  std::set<std::string> nofollowed_;             // URLs of the host behind links with nofollow
  std::unordered_map<std::string, bool> scope_;  // of other hosts
  std::vector<Host> adopted_;
  std::size_t wanted_bytes_ = 0;  // of URLs of other hosts, of the page that is being read
  std::size_t sitemap_bytes_ = 0;
  std::size_t new_pages_ = 0;  // of a visit that checks
  bool is_unread_ = false;
  bool is_home_guessed_ = false;
  std::optional<LinkNumber> guessed_home_;  // the one on https, given up unless http leads there
};

}  // namespace freshet
