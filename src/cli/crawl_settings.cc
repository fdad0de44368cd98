#include "cli/crawl_settings.h"

#include <algorithm>

#include "cli/setting_kinds.h"
#include "url/host.h"

namespace freshet {
namespace {

constexpr Names<ScopeKind, 4> kScopes = {{{"hosts", ScopeKind::hosts},
                                          {"domains", ScopeKind::domains},
                                          {"surts", ScopeKind::surts},
                                          {"everything", ScopeKind::everything}}};
constexpr Names<LinkPriority, 2> kPriorities = {
    {{"in-degree", LinkPriority::in_degree}, {"bloom", LinkPriority::bloom}}};

constexpr Names<ParkingMode, 3> kParkingModes = {
    {{"off", ParkingMode::off}, {"mark", ParkingMode::mark}, {"skip", ParkingMode::skip}}};

constexpr std::int64_t kMany = 1'000'000'000;
constexpr std::size_t kTextBytesMax = 500;

bool is_printable(std::string_view text) {
  return text.size() <= kTextBytesMax &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c < '\x7F'; });
}

// It goes into a header within parentheses.
bool is_contact(std::string_view text) {
  return text.empty() || (is_printable(text) && text.find_first_of("() ") == text.npos &&
                          (text.find('@') != text.npos || text.starts_with("https://") ||
                           text.starts_with("http://")));
}

bool is_word(std::string_view text) { return !text.empty() && is_printable(text); }
bool is_pattern(std::string_view text) { return !text.empty(); }
bool is_host(std::string_view text) { return Host::from_key(text).has_value(); }
bool is_network(std::string_view text) { return Network::parse(text).has_value(); }
bool is_file_name(std::string_view path) { return path.find('\0') == path.npos; }

std::vector<Setting> declare_scope_settings() {
  return {
      text({"crawl.contact",
            "Mail address or web page where the owner of a site can reach you; sent with every "
            "request, and required for public addresses",
            "--contact",
            {"crawl", "refresh", "capture", "serve", "watch", "channel"}},
           "a mail address or the URL of a web page", is_contact,
           [](auto& s) -> auto& { return s.crawl.contact; }),
      choice({"crawl.scope",
              "Scope of a crawl: the hosts of the seeds and of crawl.hosts, the registrable "
              "domains of the seeds, the SURT prefixes of crawl.surts, or everything",
              "--scope",
              {"crawl", "capture"}},
             kScopes, [](auto& s) -> auto& { return s.crawl.scope; }),
      list({"crawl.hosts",
            "Hosts in scope beside those of the seeds, such as docs.example.com",
            "--in-scope",
            {"crawl", "capture"}},
           "a list of hosts, such as example.com or example.com:8080", is_host,
           [](auto& s) -> auto& { return s.crawl.hosts; }),
      list({"crawl.surts",
            "SURT prefixes for the scope surts, such as com,example)/blog",
            "--surt",
            {"crawl", "capture"}},
           "a list of SURT prefixes", is_word, [](auto& s) -> auto& { return s.crawl.surts; }),
      list({"crawl.include",
            "Regular expressions (RE2) of URLs to crawl; if there are any, one must match",
            "--include",
            {"crawl", "capture"}},
           "a list of regular expressions", is_pattern,
           [](auto& s) -> auto& { return s.crawl.include; }),
      list({"crawl.exclude",
            "Regular expressions (RE2) of URLs to leave out",
            "--exclude",
            {"crawl", "capture"}},
           "a list of regular expressions", is_pattern,
           [](auto& s) -> auto& { return s.crawl.exclude; }),
  };
}

std::vector<Setting> declare_pace_settings() {
  return {
      duration({"crawl.delay",
                "Delay between requests to one host, and to one address whatever the host",
                "--delay",
                {"crawl", "refresh", "capture", "serve"}},
               [](auto& s) -> auto& { return s.crawl.plan.pace.delay; }),
      integer({"crawl.burst",
               "Requests to a host or an address before the delay starts, as a browser makes them",
               "--burst",
               {"crawl", "refresh", "capture", "serve"}},
              0, kHostBurstMax, [](auto& s) -> auto& { return s.crawl.plan.pace.burst; }),
      duration({"crawl.crawl_delay_max", "Longest Crawl-delay of a robots.txt that is obeyed"},
               [](auto& s) -> auto& { return s.crawl.plan.pace.crawl_delay_max; }),
      integer({"crawl.connections",
               "Hosts visited at the same time, with one connection each",
               "--connections",
               {"crawl", "refresh", "capture", "serve"}},
              1, 10'000, [](auto& s) -> auto& { return s.crawl.plan.visits_max; }),
      integer({"crawl.hosts_per_address",
               "Hosts of one address visited at the same time; each keeps its delay",
               "--hosts-per-address",
               {"crawl", "refresh", "capture", "serve"}},
              1, 10'000, [](auto& s) -> auto& { return s.crawl.plan.hosts_per_address; }),
      byte_count({"crawl.bandwidth",
                  "Bytes per second over all hosts; 0: no limit",
                  "--bandwidth",
                  {"crawl", "refresh", "capture", "serve"}},
                 [](auto& s) -> auto& { return s.crawl.plan.bytes_per_second; }),
  };
}

std::vector<Setting> declare_limit_settings() {
  return {
      integer({"crawl.pages",
               "Limit of pages per host",
               "--pages",
               {"crawl", "refresh", "capture", "serve"}},
              1, kHostPagesMax, [](auto& s) -> auto& { return s.crawl.plan.limits.pages; }),
      integer({"crawl.depth",
               "Limit of links from the home page to a page",
               "--depth",
               {"crawl", "refresh", "capture", "serve"}},
              0, kHostDepthMax, [](auto& s) -> auto& { return s.crawl.plan.limits.depth; }),
      integer({"crawl.level_pages",
               "Limit of pages per host at each depth; 0: no limit",
               "--level-pages",
               {"crawl", "refresh", "capture", "serve"}},
              0, kMany, [](auto& s) -> auto& { return s.crawl.plan.limits.level_pages; }),
      integer({"crawl.domain_hosts",
               "Limit of hosts per registrable domain; 0: no limit",
               "--domain-hosts",
               {"crawl", "capture"}},
              0, kMany, [](auto& s) -> auto& { return s.crawl.plan.domains.hosts; }),
      integer({"crawl.domain_pages",
               "Limit of pages per registrable domain, over all its hosts; 0: no limit",
               "--domain-pages",
               {"crawl", "capture"}},
              0, kMany, [](auto& s) -> auto& { return s.crawl.plan.domains.pages; }),
      integer({"crawl.redirects", "Limit of consecutive redirects, also across hosts"}, 0, 100,
              [](auto& s) -> auto& { return s.crawl.plan.limits.redirects; }),
      integer({"crawl.tries", "Attempts for a URL that fails"}, 1, 100,
              [](auto& s) -> auto& { return s.crawl.plan.limits.tries; }),
      duration({"crawl.slice", "Longest visit of a host before other hosts have a turn"},
               [](auto& s) -> auto& { return s.crawl.plan.limits.slice; }),
      duration({"crawl.down_wait", "Time until a host that does not answer is visited again"},
               [](auto& s) -> auto& { return s.crawl.plan.limits.down_wait; }),
      duration({"crawl.backoff",
                "First back-off of a host after a 429 or 503 without Retry-After, and of a failed "
                "URL; doubled each time"},
               [](auto& s) -> auto& { return s.crawl.plan.pace.backoff; }),
      duration({"crawl.backoff_max", "Upper limit of the back-off; Retry-After is always honoured"},
               [](auto& s) -> auto& { return s.crawl.plan.pace.backoff_max; }),
      integer({"crawl.max_pages",
               "Pages after which a run stops, over all hosts; 0: no limit",
               "--max-pages",
               {"crawl", "refresh", "capture", "serve"}},
              0, kMany, [](auto& s) -> auto& { return s.crawl.limits.pages; }),
      byte_count({"crawl.max_bytes",
                  "Bytes of answers after which a run stops, over all hosts; 0: no limit",
                  "--max-bytes",
                  {"crawl", "refresh", "capture", "serve"}},
                 [](auto& s) -> auto& { return s.crawl.limits.bytes; }),
      duration({"crawl.max_time",
                "Time after which a run stops; 0s: no limit",
                "--max-time",
                {"crawl", "refresh", "capture", "serve"}},
               [](auto& s) -> auto& { return s.crawl.limits.time; }),
      byte_count({"crawl.memory",
                  "Memory for waiting links and incoming bodies over all hosts, in bytes; above it "
                  "hosts wait their turn"},
                 [](auto& s) -> auto& { return s.crawl.plan.memory; }),
      byte_count({"crawl.disk_reserve", "Free disk space below which the crawl waits, in bytes"},
                 [](auto& s) -> auto& { return s.crawl.plan.disk_reserve; }),
  };
}

std::vector<Setting> declare_taking_settings() {
  return {
      toggle({"crawl.requisites", "Fetch page requisites: style sheets, images, scripts, fonts"},
             [](auto& s) -> auto& { return s.crawl.plan.requisites; }),
      toggle({"crawl.sitemaps", "Read sitemaps"},
             [](auto& s) -> auto& { return s.crawl.plan.sitemaps; }),
      toggle({"crawl.templates", "Learn what the pages of each host repeat"},
             [](auto& s) -> auto& { return s.crawl.plan.learns_templates; }),
      toggle({"crawl.robots", "Obey robots.txt"},
             [](auto& s) -> auto& { return s.crawl.plan.obey.robots_txt; }),
      toggle({"crawl.nofollow", "Obey nofollow on links and pages"},
             [](auto& s) -> auto& { return s.crawl.plan.obey.nofollow; }),
      toggle({"crawl.noindex", "Obey noindex: such pages are not stored"},
             [](auto& s) -> auto& { return s.crawl.plan.obey.noindex; }),
      toggle({"crawl.noarchive", "Obey noarchive: such pages are not stored"},
             [](auto& s) -> auto& { return s.crawl.plan.obey.noarchive; }),
      choice({"crawl.priority",
              "Estimate of the pages waiting at a host: the links into it, or its distinct URLs (a "
              "Bloom filter)",
              "--priority",
              {"crawl", "refresh", "capture", "serve"}},
             kPriorities, [](auto& s) -> auto& { return s.crawl.plan.priority; }),
      choice({"crawl.parking",
              "Hosts whose name server serves parked domains only: visit them, visit and mark "
              "them, or skip them before they are fetched, except seeds and one host in 25",
              "--parking",
              {"crawl", "capture"}},
             kParkingModes, [](auto& s) -> auto& { return s.crawl.plan.parking; }),
      text({"crawl.language",
            "Languages to request (Accept-Language), such as de, en;q=0.5",
            "--language",
            {"crawl", "refresh", "capture", "serve"}},
           "a list of languages", is_printable,
           [](auto& s) -> auto& { return s.crawl.plan.accept_language; }),
  };
}

std::vector<Setting> declare_network_settings() {
  return {
      list({"crawl.allow_net",
            "Private networks that may be crawled, such as 10.0.0.0/8",
            "--allow-net",
            {"crawl", "refresh", "capture", "serve", "watch", "channel"}},
           "a list of networks such as 10.0.0.0/8", is_network,
           [](auto& s) -> auto& { return s.crawl.allow_net; }),
      text({"crawl.resolver",
            "Name server to ask, such as 192.0.2.1 or 127.0.0.1:5353; none: the system's",
            "--resolver",
            {"crawl", "refresh", "capture", "serve", "watch", "channel"}},
           "an address, with or without port", is_printable,
           [](auto& s) -> auto& { return s.crawl.resolver; }),
      text({"crawl.ca_file",
            "Certificates (PEM) to trust instead of the system's",
            "--ca-file",
            {"crawl", "refresh", "capture", "serve", "watch", "channel"}},
           "a path", is_file_name, [](auto& s) -> auto& { return s.crawl.ca_file; }),
      text({"crawl.proxy",
            "Proxy for all requests; proxy variables of the environment are ignored",
            "--proxy",
            {"crawl", "refresh", "capture", "serve", "watch", "channel"}},
           "a URL such as http://127.0.0.1:3128 or socks5://127.0.0.1:1080", is_printable,
           [](auto& s) -> auto& { return s.crawl.proxy; }),
      integer({"crawl.loops",
               "Threads that fetch; 0: one per core",
               "--loops",
               {"crawl", "refresh", "capture", "serve"}},
              0, 64, [](auto& s) -> auto& { return s.crawl.loops; }),
  };
}

std::vector<Setting> declare_fetch_settings() {
  return {
      byte_count({"fetch.body_bytes", "Longest body, in bytes as received; a longer one is cut"},
                 [](auto& s) -> auto& { return s.crawl.plan.fetch.body_bytes; }),
      byte_count({"fetch.head_bytes", "Longest response head, in bytes"},
                 [](auto& s) -> auto& { return s.crawl.plan.fetch.head_bytes; }),
      integer({"fetch.head_lines", "Limit of header lines in a response"}, 1, 100'000,
              [](auto& s) -> auto& { return s.crawl.plan.fetch.head_lines; }),
      integer({"fetch.unpack_ratio", "Limit of unpacked bytes per packed byte of a page"}, 1,
              1'000'000, [](auto& s) -> auto& { return s.crawl.plan.limits.unpack_ratio; }),
      duration({"fetch.connect_time", "Time limit for connecting, including TLS"},
               [](auto& s) -> auto& { return s.crawl.plan.fetch.connect; }),
      duration(
          {"fetch.first_byte_time", "Time limit from a request to the first byte of its response"},
          [](auto& s) -> auto& { return s.crawl.plan.fetch.first_byte; }),
      duration({"fetch.total_time", "Time limit for one request"},
               [](auto& s) -> auto& { return s.crawl.plan.fetch.total; }),
      byte_count({"fetch.lowest_rate", "Bytes per second below which a transfer is abandoned"},
                 [](auto& s) -> auto& { return s.crawl.plan.fetch.lowest_rate; }),
      duration({"fetch.lowest_rate_time", "How long a transfer may stay below fetch.lowest_rate"},
               [](auto& s) -> auto& { return s.crawl.plan.fetch.lowest_rate_for; }),
  };
}

std::vector<Setting> declare_trap_settings() {
  return {
      integer({"traps.url_bytes", "Longest URL that is followed, in bytes"}, 1, 65'536,
              [](auto& s) -> auto& { return s.crawl.plan.traps.url_bytes; }),
      integer({"traps.segments", "Limit of path segments of a URL"}, 1, 10'000,
              [](auto& s) -> auto& { return s.crawl.plan.traps.segments; }),
      integer({"traps.repeats", "Limit of repetitions of one path segment"}, 1, 10'000,
              [](auto& s) -> auto& { return s.crawl.plan.traps.repeats; }),
      integer({"traps.arguments", "Limit of query arguments of a URL"}, 0, 10'000,
              [](auto& s) -> auto& { return s.crawl.plan.traps.arguments; }),
      integer({"traps.grant",
               "Pages of one kind of URL that may bring nothing new before the kind is left out"},
              1, kMany, [](auto& s) -> auto& { return s.crawl.plan.traps.grant; }),
      integer({"traps.similar_hosts",
               "Hosts with nearly the same home page under one name, such as a.example.com and "
               "b.example.com, before further ones are skipped; 0: no limit"},
              0, kMany, [](auto& s) -> auto& { return s.crawl.plan.domains.similar_hosts; }),
  };
}

}  // namespace

std::vector<Setting> declare_crawl_settings() {
  std::vector<Setting> all;
  for (auto declare : {declare_scope_settings, declare_pace_settings, declare_limit_settings,
                       declare_taking_settings, declare_network_settings, declare_fetch_settings,
                       declare_trap_settings})
    for (Setting& setting : declare()) {
      const bool is_whole = setting.key == "crawl.hosts" || setting.key == "crawl.surts" ||
                            setting.key == "crawl.include" || setting.key == "crawl.exclude";
      all.push_back(is_whole ? whole(std::move(setting)) : std::move(setting));
    }
  return all;
}

}  // namespace freshet
