// The mind of a refresh: remembers every page of the archive that is worth a check, is told of each
// sighting, and says which pages to check next.
//
//   catalog ──load──> Planner ──choose, take_orders──> HostQueue ──> visits
//                        ^                                             │
//                        └────── believe (before the commit) <── sightings
//
// What it believes of how pages change is schedule/live_policy.h; around that it keeps the pages
// that are gone, which are looked for ever more rarely, and which hosts have sitemaps to read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "catalog/catalog.h"
#include "crawl/refresher.h"
#include "crawl/sighting.h"
#include "predict/first_sight.h"
#include "refresh/basket_watch.h"
#include "refresh/believe.h"
#include "refresh/evidence.h"
#include "refresh/remembered_priors.h"
#include "refresh/watch_list.h"
#include "schedule/live_policy.h"

namespace freshet {

struct BasketsMode {
  std::vector<std::string> urls = {};  // of the pages, in normal form; see WatchList
  BasketOptions baskets = {};          // sound (wrong_with)
  bool adds_to_budget = false;         // as many checks a day more as its polls take
};

struct PlannerOptions {
  LivePolicyOptions policy = {};
  BasketsMode baskets = {};
  Duration round = std::chrono::minutes(15);       // checks are chosen so often, together
  Duration sitemaps_every = std::chrono::days(1);  // zero: they are not read
  GoneBackoff gone = {};
  bool only_once = false;  // chooses one time
};

// What would be checked, for people.
struct PlannedPage {
  std::string url;
  Time at{};
  CheckReason reason = CheckReason::worth;
  PageOutlook outlook = {};
  std::string baskets = {};  // of a page in baskets mode: where it is in it
  std::int64_t misses = 0;   // of a page that is gone, of which there is no outlook
};

// Sums over all pages that are watched.
struct RefreshView {
  std::size_t watched = 0;
  std::size_t gone = 0;
  std::size_t requisites = 0;  // that are checked, beside the pages
  double fresh = 0;            // how many copies are believed to be what is there now
};

// What was seen of pages since it was loaded.
struct RefreshCounts {
  std::uint64_t added = 0;
  std::uint64_t same = 0;
  std::uint64_t not_modified = 0;  // among the same
  std::uint64_t changed = 0;
  std::uint64_t gone = 0;
  std::uint64_t back = 0;
  std::uint64_t failed = 0;
  std::uint64_t requisites = 0;          // checks of them, which are not among the others
  std::uint64_t requisites_changed = 0;  // among these

  std::uint64_t checks() const { return same + changed + gone + back + failed; }
};

// How many pages of the catalog would be watched.
Result<std::size_t> watched_pages(Catalog& catalog);

// Thread-safe.
class Planner final : public Refresher, public Beliefs {
 public:
  // Reads all that the catalog knows. `first_sight` outlives it.
  static Result<std::unique_ptr<Planner>> load(Catalog& catalog, const FirstSight& first_sight,
                                               const RateWeights& prior,
                                               const PlannerOptions& options, Time now);

  // From now on only what is asked for here is chosen, at once and whatever the budget says.
  // Returns false if the archive has no such page.
  bool ask_for(std::string_view url);
  void ask_for_all();

  std::vector<HostWake> choose(Time now) override;
  std::optional<Time> next_choice(Time now) override;
  RefreshOrders take_orders(const Host& host, Time now) override;
  void visit_ended(const Host& host, const VisitEnd& end, Time now) override;

  PageNews believe(const Sighting& sighting) override;

  // The next `count_max` checks, the earliest first.
  std::vector<PlannedPage> plan(Time now, std::size_t count_max) const;
  std::optional<PageOutlook> outlook(std::string_view url, Time now) const;
  // Puts what is believed now into `belief`: rates, group, the next check and why. False, and
  // nothing is changed, if the page is not watched.
  bool describe(PageBelief& belief, Time now) const;
  bool is_requisite(std::string_view url) const;
  // Of a page in baskets mode, where it is in it; else nothing.
  std::optional<std::string> baskets_words(std::string_view url) const;
  // Pages that are named for baskets mode, but are not known.
  std::vector<std::string> unknown_watched() const;
  RefreshView view(Time now) const;
  RefreshCounts counts() const;

 private:
  struct HostState {
    Host host;
    std::uint32_t site = 0;
    std::uint32_t requisite_site = 0;        // as if its requisites were another site
    std::vector<std::uint32_t> chosen = {};  // pages
    double worth = 0;                        // of these together
    std::optional<Time> sitemaps_read = {};
    bool is_woken = false;
  };
  struct Page {
    std::string url;
    std::uint32_t host = 0;
    std::optional<PageNumber> number = {};  // none: it is gone
    bool is_chosen = false;                 // or out
    bool is_requisite = false;
    PageWord word = PageWord::none;
    PageLife life = {};
    float weight = 1;
    Time seen{};                             // when we last knew what is there
    double first_rate = 0;                   // guessed at first sight; 0: no model
    std::optional<Time> first_changed = {};  // the last change before it was first seen
    bool is_first = true;  // neither checked since it was first seen, nor gone: may get its age
  };

  // What the checks of a site's pages found, for the first sight of others.
  struct SiteSeen {
    double pages = 0;  // that were checked
    double days = 0;   // from each one's first sight to its last check, added up
    double changes = 0;
  };

  // What happened to a page: it was first seen, or checked.
  struct PastStep {
    std::uint32_t page = 0;
    bool is_first = false;
    CheckFacts facts = {};
  };
  struct Past {
    std::vector<PastStep> steps = {};
    std::vector<std::pair<std::uint32_t, PageLife>> missing = {};  // pages, by their beliefs
  };

  // A page in baskets mode.
  struct Watched {
    BasketWatch basket;
    double polls_per_day = 0;  // as counted in polls_per_day_
  };

  Planner(const FirstSight& first_sight, const RateWeights& prior, const PlannerOptions& options,
          BasketClassifier classify);
  Status load_pages(Catalog& catalog, Past& past);
  Status load_checks(Catalog& catalog, Past& past, Time now);
  static void date_first_sights(std::vector<PastStep>& steps, Time now);
  void live_through(Past& past, Time now);
  Status load_polls(Catalog& catalog, Time now);
  std::uint32_t host_number(const Host& host);
  std::uint32_t site_number(std::string name);
  std::uint32_t site_of_page(const Page& page) const;
  void come_back_to(Time now);
  std::uint32_t page_index(const PageKey& key);
  // These change nothing if the page is watched, or is not.
  void watch(std::uint32_t page, Time seen, const RateWeights* prior);
  void watch_first(std::uint32_t page, Time first_seen);
  void unwatch(std::uint32_t page);
  void appoint(std::uint32_t page);
  void count_polls(Watched& watched, double polls_per_day);
  void poll(std::uint32_t page, const Sighting& sighting, PageCheck& check);
  void choose_page(std::uint32_t page, double worth);
  void observe(std::uint32_t page, const PageCheck& check, int requests);
  bool learn(std::uint32_t page, const CheckFacts& facts);
  void hint(const PageHint& hint);
  void describe_page(std::uint32_t page, Time now, PageBelief& belief) const;
  void count(const Sighting& sighting);

  const FirstSight& first_sight_;
  const PlannerOptions options_;
  const RateWeights prior_;
  const RememberedPriors remembered_;
  const WatchList watch_list_;
  const BasketRules basket_rules_;
  mutable std::mutex mutex_;  // guards all that follows
  LivePolicy policy_;
  std::vector<Page> pages_;
  std::vector<std::uint32_t> page_of_number_;
  std::unordered_map<std::uint64_t, std::uint32_t> by_url_;  // hash64 of the URL
  std::vector<HostState> hosts_;
  std::unordered_map<std::uint64_t, std::uint32_t> by_host_;
  std::unordered_map<std::string, std::uint32_t> sites_;
  std::vector<SiteSeen> sites_seen_;         // by their numbers
  std::multimap<Time, std::uint32_t> gone_;  // when to look for them
  std::unordered_map<std::uint32_t, Watched> watched_;
  double polls_per_day_ = 0;                         // of all of these together
  std::vector<std::uint32_t> woken_;                 // hosts to be told by choose()
  std::optional<std::vector<std::uint32_t>> asked_;  // pages that alone are chosen
  std::vector<PageMark> marks_;                      // to be kept with the next sighting
  RefreshCounts counts_;
  std::optional<Time> last_choice_;
  std::optional<Time> next_moment_;
};

}  // namespace freshet
