// The visit of one host, from its home page breadth first, one request after another on one
// connection, until nothing is left or a limit is reached. It lives on one Events; what it keeps
// goes to a Sink.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/memory_pool.h"
#include "catalog/rows.h"
#include "crawl/answer_fault.h"
#include "crawl/continuation.h"
#include "crawl/cookies.h"
#include "crawl/courtesy.h"
#include "crawl/link_table.h"
#include "crawl/memory.h"
#include "crawl/pace.h"
#include "crawl/page_judge.h"
#include "crawl/page_reader.h"
#include "crawl/plan.h"
#include "crawl/requisite_guard.h"
#include "crawl/scope.h"
#include "crawl/sink.h"
#include "crawl/traffic.h"
#include "crawl/traps.h"
#include "crawl/visit_report.h"
#include "crawl/yield_guard.h"
#include "robots/robots_txt.h"
#include "store/archive.h"
#include "web/events.h"
#include "web/resolver.h"
#include "web/web.h"

namespace freshet {

// What a visit works with. All of it outlives the visit.
struct VisitTools {
  Events& events;
  Clock& clock;
  Web& web;
  Resolver& resolver;
  Sink& sink;
  Traffic& traffic;
  Courtesy& courtesy;
  Archive& archive;
  Scope& scope;
  const CrawlPlan& plan;
  Time crawl_began;
  Time run_began;  // of this process: what failed before is tried again
  std::int64_t crawl_id = 0;
  bool wants_sightings = false;  // what is seen of pages is remembered
  MemoryPool* links = nullptr;   // for links that wait, of all visits; none: no limit
  // Tells people a sentence. It may be missing.
  std::function<void(const std::string&)> warn = {};
};

// How fast `host` may be asked.
PaceOptions pace_for(const CrawlPlan& plan, const Host& host);

struct VisitTask {
  Host host;
  std::vector<IpAddress> addresses;  // they have passed the guard
  std::string continuation = {};
  std::vector<WantedUrl> wanted = {};
  bool is_more_wanted = false;  // than that
  // Holds memory for the continuation, then for the links of the visit, then for what it leaves.
  std::shared_ptr<MemoryShare> memory = {};

  // Whether known pages are to be checked: those of `orders`, and nothing else that is known.
  bool is_refresh = false;
  std::vector<CheckOrder> orders = {};
  bool wants_sitemaps = true;
};

// What a sitemap or a feed says of a page.
struct PageHint {
  std::string url;
  Time changed;
  bool is_of_feed = false;
};

// An order that was not carried out, and how many requests were made for it all the same.
struct UncheckedPage {
  std::string url;
  int asked = 0;
};

struct VisitEnd {
  std::optional<Time> due = {};  // when to go on; none: the host is done
  std::int64_t waiting = 0;      // URLs that are left for then
  bool has_used_slice = false;   // hosts that have not go first
  std::uint64_t pages = 0;       // of this visit alone
  std::string continuation = {};
  VisitReport report = {};
  std::vector<Host> adopted = {};             // hosts that stand for this one, which is a seed's
  std::vector<UncheckedPage> unchecked = {};  // of the orders
  std::vector<PageHint> hints = {};
};

class Visit {
 public:
  Visit(const VisitTools& tools, VisitTask task, std::function<void(VisitEnd)> on_end);
  ~Visit();
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;

  // Calls `on_end` once, by the Events. Fails if the archive cannot be read.
  Status start();

  // Puts the host back as soon as may be: the request that is under way is given up.
  void stop();

  const Host& host() const { return task_.host; }
  const VisitReport& report() const { return report_; }
  // How many URLs it knows and has not asked for yet.
  std::size_t waiting() const;
  // The URL that is being asked for, or was last.
  const std::string& current_url() const { return job_.url_text; }

 private:
  enum class JobKind : std::uint8_t {
    link,
    robots,
    probe,            // for the page of what is not there
    condition_probe,  // whether the host says "not modified" even of that
  };

  // What is asked for.
  struct Job {
    JobKind kind = JobKind::link;
    std::uint32_t number = 0;  // of a link
    std::string url_text = {};
    std::optional<Url> url = {};
    std::vector<std::string> origins = {};  // of robots: whose rules they are
    int redirects = 0;                      // of robots
    std::vector<IpAddress> addresses = {};  // of robots at another host, once its name is resolved
    std::optional<Tick> waits_since = {};   // of robots at another host: for its address
    int tries = 0;                          // of robots
    std::string cookie = {};                // that was sent
    bool is_head = false;                   // of a link
    Time sent{};
  };

  // What is known of robots.txt of one origin.
  struct Robots {
    std::optional<RobotsRules> rules = {};
    bool is_reachable = true;
    Time read{};
  };

  // visit.cc: the order of things
  Status open_memory();
  Status begin_links();
  void add_pending(const Continuation::Pending& pending);
  void add_wanted(const WantedUrl& wanted, bool is_done);
  void add_home();
  void pump();
  void wake_at(Tick when);
  bool take_next_job();
  void set_job(std::uint32_t number);
  bool take_next_link();
  bool take_from(std::deque<std::uint32_t>& queue, bool is_last_turn);
  bool is_trusted(std::uint32_t number) const;
  bool prepare(Job& job);
  bool is_over_limit(const Job& job);
  void send();
  void finish(std::string_view state, std::string why, std::optional<Time> due, int failed_visits,
              bool is_complete = false);
  void finish_when_nothing_is_left();
  void note_failed_urls();
  void put_back(Duration wait, std::string why);
  void give_up_for_now(std::string why, bool is_final, std::optional<Duration> wait = {});
  Continuation continuation(bool is_complete) const;  // without what is pending
  std::int64_t append_pending(std::string& text, bool is_complete);

  // visit_memory.cc: how much of the memory of all visits it holds
  void count_memory();
  bool is_over_own_memory() const;
  bool has_memory_for_links();
  bool gives_way(Tick now);
  void leave_unread(const Job& job);

  // visit_failures.cc: attempts that failed
  void refused(const WebAnswer& answer);
  void failed(const WebAnswer& answer);
  void take_fault(WebAnswer answer, AnswerFault fault);
  void note_server_error(const KnownLink& link);
  bool retry(const Job& job);
  bool retry_probe();
  void give_up(const Job& job, std::string_view outcome, const std::string& detail, int status = 0);
  void keep_cut(const Job& job, WebAnswer answer);
  UrlNote note_of(const Job& job, std::string_view outcome, const std::string& detail) const;
  void note_failure(const Job& job, std::string_view outcome, const std::string& detail);

  // visit_answers.cc: what comes back
  void answered(WebAnswer answer);
  void take_cookies(const WebAnswer& answer);
  void recall(const Job& job, Remembered remembered);
  void take_link(WebAnswer answer);
  void take_sent_robots(WebAnswer answer);
  void keep(const Job& job, WebAnswer answer, std::optional<std::string> tags, FrontierNews news,
            std::optional<Sighting> sighting = {});
  // Returns the head as the archive will have it: the body came out of its chunks on the way.
  static warc::HttpHead head_of(const WebAnswer& answer);
  AnswerToRead to_read(const Job& job, const warc::HttpHead& head, std::string_view body);
  void take(const Job& job, const ReadAnswer& read, int status, bool is_check, FrontierNews& news);
  void judge_yield(const Job& job, const ReadAnswer& read, int status);
  void note_use(std::uint32_t number);
  bool passes_cookie_wall(const Job& job, const WebAnswer& answer);
  void take_probe(const WebAnswer& answer);
  bool is_welcome(std::uint64_t home_sketch);
  std::optional<DropReason> hidden_by(const PageDirectives& directives) const;
  void tell_of_seed(const Job& job, const PageDirectives& directives) const;

  // visit_checks.cc: pages that were known before
  void add_orders();
  bool add_order(CheckOrder order);
  void add_condition(const Job& job, WebRequest& request);
  std::optional<CheckOrder> order_for(const Job& job);
  bool wants_head(const Job& job) const;
  // What the head of an answer says of the page of `order`.
  std::vector<StageRecord> heads_of(const CheckOrder& order, int status,
                                    const std::vector<warc::Field>& fields) const;
  void take_head(const WebAnswer& answer);
  bool asks_again(const Job& job, const CheckOrder& order, int status);
  void ask_whole(const Job& job, CheckOrder order);
  bool keep_unchanged(const Job& job, CheckOrder& order, WebAnswer& answer);
  Sighting sight(const Job& job, std::optional<CheckOrder> order, const warc::HttpHead& head,
                 std::string_view body, const ReadAnswer& read);
  void mark_links(const ReadAnswer& read, Sighting& sighting);
  void note_failed(CheckOrder order, int status = 0);
  void note_failed_check(const Job& job, int status = 0);
  void note_hidden(const Job& job, CheckOrder order, int status);
  bool may_add_new(const Url& url, const Job& job, unsigned hops, FrontierNews& news);
  void take_condition_probe(const WebAnswer& answer);

  // visit_links.cc: where pages lead
  void take_links(const Job& job, const ReadAnswer& read, FrontierNews& news);
  void take_redirect(const Job& job, const Url& target, FrontierNews& news);
  void take_page_link(const Job& job, const FoundLink& link, FrontierNews& news);
  void take_requisite(const Job& job, const Url& url, FrontierNews& news);
  bool add_page(const Url& url, const KnownLink& link, bool is_first);
  bool has_room() const;
  bool may_hold_more();
  bool holds(const Host& host);
  void count_nofollowed();
  // Leaves a URL to the visit of its host; `hops` are those that led to it.
  void want_elsewhere(const Url& url, bool is_page, const Job& job, unsigned hops,
                      FrontierNews& news) const;

  // visit_sitemaps.cc
  void add_sitemap(std::string_view written, const Url& found_on, std::uint8_t nested);
  bool wants_sitemaps() const {
    return task_.is_refresh ? task_.wants_sitemaps : !before_.is_complete && limits_.depth > 0;
  }
  void take_sitemap(const Job& job, const warc::HttpHead& head, std::string_view body,
                    FrontierNews& news);

  // visit_robots.cc
  bool has_robots(const std::string& origin);
  void ask_robots(const std::string& origin);
  bool is_fresh(const Job& job, const Remembered& remembered);
  void take_robots(const Job& job, const warc::HttpHead& head, std::string_view body, Time read);
  void follow_robots(const Job& job, const Url& target);
  bool fetch_foreign_robots();
  void resolve_foreign_robots();
  void send_foreign_robots(AddressPace::Pass pass);
  void robots_failed(const Job& job, const std::string& why, bool is_final);
  void set_robots(const Job& job, const RobotsRules& rules, Time read);
  bool fall_back_to_http(const Job& job);

  VisitTools tools_;
  VisitTask task_;
  std::function<void(VisitEnd)> on_end_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  Continuation before_;                    // what the last visit left
  bool is_left_of_earlier_crawl_ = false;  // ... in an earlier crawl
  VisitMemory memory_;
  VisitLimits limits_;
  Pace pace_;
  WrittenLinks written_;
  PageReader reader_;
  PageJudge judge_;
  std::vector<PageMark> marks_;  // of pages that are linked again
  TrapGuard traps_;
  YieldGuard yield_;
  RequisiteGuard requisite_guard_;
  CookieJar cookies_;
  VisitReport report_;
  std::unique_ptr<WebConnection> connection_;
  std::unique_ptr<WebConnection> elsewhere_;  // to another host's robots.txt
  std::optional<AddressPace::Pass> pass_;     // of the request that is under way

  LinkTable table_;
  SeenSet raw_seen_;                  // links as written that need no second look
  std::set<std::string> nofollowed_;  // URLs of the host behind links with nofollow
  std::deque<std::uint32_t> first_;   // the home page, redirects, what is tried again
  std::deque<std::uint32_t> checks_;
  std::deque<std::uint32_t> requisites_;
  std::deque<std::uint32_t> sitemaps_;
  std::deque<std::uint32_t> pages_;
  std::deque<std::uint32_t> doubtful_;           // found on pages that brought nothing new
  std::deque<std::uint32_t> parked_;             // of kinds that bring nothing new
  std::deque<std::uint32_t> postponed_;          // their robots.txt cannot be had today
  std::multimap<Tick, std::uint32_t> retries_;   // that failed, by when they are tried again
  std::vector<std::uint32_t> failed_;            // whose tries are used up
  std::vector<std::size_t> level_pages_;         // by depth
  std::unordered_map<std::string, bool> holds_;  // other hosts: whether the scope does
  std::map<std::string, Robots, std::less<>> robots_;
  std::map<std::string, Time, std::less<>> robots_down_;  // by origin: since when it is unreachable
  std::vector<Host> adopted_;
  std::unordered_map<std::uint32_t, CheckOrder> orders_;  // that are not carried out yet
  std::vector<UncheckedPage> unchecked_;                  // that will not be
  std::vector<PageHint> hints_;
  // What sitemaps say of pages that were not seen yet, by hash64 of their URLs.
  std::unordered_map<std::uint64_t, SitemapWord> sitemap_words_;
  std::size_t new_pages_ = 0;  // of a visit that checks
  bool wants_condition_probe_ = false;
  bool has_asked_conditions_ = false;

  Job job_;
  bool has_job_ = false;
  bool is_waiting_ = false;  // for an answer
  bool is_over_ = false;
  bool is_stopping_ = false;
  bool has_used_slice_ = false;
  bool is_unread_ = false;  // links of the page that is being read were left for lack of memory
  Tick not_before_{};       // when the next request may start
  std::size_t hint_bytes_ = 0;
  std::size_t wanted_bytes_ = 0;  // of other hosts, of the page that is being read
  bool has_answered_ = false;     // the host did, at least once
  bool is_home_guessed_ = false;
  std::optional<std::uint32_t> guessed_home_;  // the one on https, given up unless http sends there
  bool has_noted_home_ = false;                // its sketch
  bool has_probed_ = false;
  bool wants_probe_ = false;
  std::string probe_origin_;
  std::optional<std::uint64_t> soft_404_;
  int failures_in_a_row_ = 0;
  int errors_in_a_row_ = 0;  // of URLs that were asked for the first time
  std::size_t sitemap_count_ = 0;
  std::size_t sitemap_urls_ = 0;
  Tick began_{};
  std::uint64_t wakes_ = 0;
};

}  // namespace freshet
