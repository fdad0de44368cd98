#include "practice/world.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "practice/chance.h"
#include "practice/change_process.h"
#include "practice/content_coding.h"
#include "practice/crossings.h"
#include "practice/farm_world.h"
#include "practice/misbehaviour.h"
#include "practice/page_body.h"
#include "practice/requisites.h"
#include "practice/site_files.h"
#include "practice/systems.h"
#include "practice/traps.h"

namespace freshet {

namespace {

constexpr std::uint32_t kNameServerAddress = 0x7f000001;  // 127.0.0.1

PracticeAnswer says(int status, std::string_view mime, std::string body) {
  PracticeAnswer answer{.status = status};
  answer.headers.push_back({"Content-Type", std::string(mime)});
  answer.body = std::move(body);
  return answer;
}

PracticeAnswer redirects(int status, std::string location) {
  PracticeAnswer answer = says(status, "text/html", "<p>Elsewhere.</p>\n");
  answer.headers.push_back({"Location", std::move(location)});
  return answer;
}

// Answers a conditional request with 304 if the validator matches. Dates are compared as text, like
// nginx does: clients are expected to send back the date they were given.
void answer_condition(const PracticeRequest& request, PracticeAnswer& answer) {
  const auto etag = warc::find_field(answer.headers, "ETag");
  const auto date = warc::find_field(answer.headers, "Last-Modified");
  const auto if_etag = warc::find_field(request.headers, "If-None-Match");
  const auto if_date = warc::find_field(request.headers, "If-Modified-Since");
  // RFC 9110, 13.1.2: If-None-Match compares weakly.
  const auto opaque = [](std::string_view tag) {
    return tag.starts_with("W/") ? tag.substr(2) : tag;
  };
  const bool is_known =
      if_etag ? etag && opaque(*etag) == opaque(*if_etag) : if_date && date && *date == *if_date;
  if (!is_known) return;
  answer.status = 304;
  answer.body.clear();
  answer.framing = Framing::length;
}

enum class Validators : std::uint8_t { right, no_etag, no_date, none, restless, stuck };

Validators validators_of(const WorldPlan& plan, std::uint64_t host, std::uint64_t page) {
  if (!plan.features.validators) return Validators::right;
  constexpr Validators kKinds[] = {Validators::right, Validators::right,    Validators::right,
                                   Validators::right, Validators::no_etag,  Validators::no_date,
                                   Validators::none,  Validators::restless, Validators::stuck};
  return kKinds[chance(plan.seed, ChanceOf::page, {host, page, 4}) % std::size(kKinds)];
}

void add_validators(Validators kind, std::uint64_t page, const PageVersion& version, Time began,
                    Time now, PracticeAnswer& answer) {
  std::string etag = fmt::format("\"{}-{}\"", page, version.number);
  Time date = version.since;
  if (kind == Validators::restless) {
    etag = fmt::format("W/\"{}\"", now.time_since_epoch().count());
    date = now;
  } else if (kind == Validators::stuck) {
    etag = fmt::format("\"{}\"", page);
    date = began;
  }
  if (kind == Validators::none) return;
  if (kind != Validators::no_etag) answer.headers.push_back({"ETag", etag});
  if (kind != Validators::no_date) answer.headers.push_back({"Last-Modified", http_date(date)});
}

void pack(const PracticeRequest& request, std::uint64_t bits, PracticeAnswer& answer) {
  constexpr ContentCoding kCodings[] = {ContentCoding::identity, ContentCoding::gzip,
                                        ContentCoding::br, ContentCoding::zstd};
  const ContentCoding coding = kCodings[bits % 4];
  const auto accepted = warc::find_field(request.headers, "Accept-Encoding");
  answer.headers.push_back({"Vary", "Accept-Encoding"});
  if (coding == ContentCoding::identity || !accepts(accepted.value_or(""), coding)) return;
  answer.headers.push_back({"Content-Encoding", std::string(name_of(coding))});
  answer.body = packed(answer.body, coding);
}

// "/chain/17/3": the third hop of the chain that begins at page 17. The chain ends in a page.
std::optional<PracticeAnswer> chain_answer(const Site& site, std::string_view target) {
  constexpr std::string_view kChain = "/chain/", kLoop = "/loop/";
  const bool is_loop = target.starts_with(kLoop);
  if (!is_loop && !target.starts_with(kChain)) return std::nullopt;
  std::string_view rest = target.substr(is_loop ? kLoop.size() : kChain.size());
  std::uint64_t number = 0;
  auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  if (error != std::errc{} || number == 0 || number >= site.count()) return std::nullopt;
  rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  const PracticePage page = site.page(number);
  if (page.kind != SitePageKind::redirect) return std::nullopt;
  if (is_loop)
    return page.redirect == RedirectKind::loop && rest.empty()
               ? std::optional(redirects(302, page.path))
               : std::nullopt;
  if (page.redirect != RedirectKind::chain || !rest.starts_with('/')) return std::nullopt;
  rest.remove_prefix(1);
  unsigned hop = 0;
  const auto [hop_end, hop_error] = std::from_chars(rest.data(), rest.data() + rest.size(), hop);
  if (hop_error != std::errc{} || hop_end != rest.data() + rest.size()) return std::nullopt;
  if (hop == 0 || hop >= kChainLength) return std::nullopt;
  if (hop + 1 < kChainLength) return redirects(302, fmt::format("/chain/{}/{}", number, hop + 1));
  return says(200, "text/html; charset=utf-8",
              "<!doctype html><title>End</title><p>At last.</p>\n");
}

PracticeAnswer robots_answer(const WorldPlan& plan, const Hosts& hosts, const HostFacts& host) {
  if (std::string far = far_robots_url(plan, hosts, host); !far.empty())
    return redirects(301, std::move(far));
  if (host.robots == RobotsKind::missing) return says(404, "text/html", missing_text(host));
  if (host.robots == RobotsKind::redirected) return redirects(301, std::string(kRobotsElsewhere));
  return says(200, "text/plain", robots_text(plan, host));
}

}  // namespace

World::World(const WorldPlan& plan) : plan_(plan), hosts_(plan) {
  if (plan.farm_hosts > 0)
    farm_ = std::make_shared<const Farm>(make_farm({.seed = plan.seed, .hosts = plan.farm_hosts}));
}

bool World::has_right_validator(const HostFacts& host, const PracticePage& page) const {
  const Validators kind = validators_of(plan_, host.number, page.number);
  return host.fault == HostFault::none &&
         (kind == Validators::right || kind == Validators::no_etag || kind == Validators::no_date);
}

bool World::has_stuck_validator(const HostFacts& host, const PracticePage& page) const {
  return validators_of(plan_, host.number, page.number) == Validators::stuck;
}

PracticeAnswer World::page_answer(const PracticeRequest& request, const Site& site,
                                  const PracticePage& page, Time now) const {
  const HostFacts& host = site.host();
  if (page.kind == SitePageKind::missing && !host.has_soft_404)
    return says(404, "text/html", missing_text(host));
  if (page.kind == SitePageKind::missing) return says(200, "text/html", missing_text(host));
  if (page.kind == SitePageKind::gone) return says(410, "text/html", missing_text(host));
  if (page.kind == SitePageKind::redirect && status_of(page.redirect) != 200)
    return redirects(status_of(page.redirect), redirect_target(plan_, hosts_, site, page));

  const PageVersion version = version_at(plan_, host.number, page.number, now);
  PageText text = page_text(plan_, hosts_, site, page, version.number);
  const bool says_encoding = text.sign == EncodingSign::header;
  PracticeAnswer answer = says(
      200,
      says_encoding ? fmt::format("text/html; charset={}", name_of(text.encoding)) : "text/html",
      std::move(text.html));
  if (page.kind == SitePageKind::redirect && page.redirect == RedirectKind::header)
    answer.headers.push_back({"Refresh", "0;url=" + redirect_target(plan_, hosts_, site, page)});
  if (page.kind == SitePageKind::directive && page.by_header) {
    if (page.noindex) answer.headers.push_back({"X-Robots-Tag", "noindex"});
    if (page.nofollow) answer.headers.push_back({"X-Robots-Tag", "nofollow"});
    if (page.noarchive) answer.headers.push_back({"X-Robots-Tag", "noarchive"});
  }
  const std::uint64_t bits = chance(plan_.seed, ChanceOf::page, {host.number, page.number, 5});
  if (plan_.features.cookies && page.kind == SitePageKind::home)
    answer.headers.push_back({"Set-Cookie", fmt::format("visit={:x}; Path=/", bits & 0xffff)});
  const PageVersion shown = page.kind == SitePageKind::duplicate
                                ? PageVersion{.number = 0, .since = plan_.began}
                                : version;
  add_validators(validators_of(plan_, host.number, page.number), page.number, shown, plan_.began,
                 now, answer);
  if (host.fault != HostFault::none) return answer;
  if ((bits >> 16) % 4 == 0) answer.framing = Framing::chunked;
  if (plan_.features.codings) pack(request, bits >> 32, answer);
  answer_condition(request, answer);
  return answer;
}

PracticeAnswer World::route(const PracticeRequest& request, const HostFacts& host, Time now) const {
  const std::string& target = request.target;
  if (request.is_tls != host.is_tls || request.host != host.name)
    return redirects(301, host.base + target);
  if (std::optional<PracticeAnswer> bad = whole_fault(plan_, host, target, now)) return *bad;
  if (target == "/robots.txt") return robots_answer(plan_, hosts_, host);
  if (target == kRobotsElsewhere && host.robots == RobotsKind::redirected)
    return says(200, "text/plain", robots_text(plan_, host));
  if (const auto of = far_robots_at(plan_, hosts_, host, target))
    return says(200, "text/plain", robots_text(plan_, *of));
  if (auto hop = endless_image_hop(plan_, hosts_, target))
    return redirects(302, std::move(hop->location));
  if (target == "/" && host.has_language_home) {
    PracticeAnswer answer = redirects(302, "/en/");
    answer.headers.push_back({"Vary", "Accept-Language"});
    return answer;
  }
  const Site site(plan_, host);
  if (const auto found = find_requisite(plan_, host, target)) {
    PracticeAnswer answer = says(200, found->mime, found->body);
    add_validators(Validators::right, 0, {.number = 0, .since = plan_.began}, plan_.began, now,
                   answer);
    answer_condition(request, answer);
    return answer;
  }
  if (const auto sitemap = find_sitemap(plan_, site, target, now)) {
    return says(200, sitemap->is_gzip ? "application/gzip" : "application/xml",
                sitemap->is_gzip ? packed(sitemap->xml, ContentCoding::gzip) : sitemap->xml);
  }
  if (auto made = system_answer(plan_, host, target)) return *std::move(made);
  if (auto trapped = trap_page(plan_.seed, host, target))
    return says(200, "text/html; charset=utf-8", std::move(*trapped));
  if (auto chained = chain_answer(site, target)) return std::move(*chained);
  // A redirect loop has a second URL beside that of the page.
  std::string_view path = target;
  if (host.fault == HostFault::redirect_loop && path.ends_with("?again")) path.remove_suffix(6);
  if (const auto page = site.find(path)) {
    PracticeAnswer answer = page_answer(request, site, *page, now);
    if (page->number > 0) misbehave(plan_, host, target, answer);
    return answer;
  }
  return says(host.has_soft_404 ? 200 : 404, "text/html", missing_text(host));
}

PracticeAnswer World::answer(const PracticeRequest& request, Time now) const {
  const std::optional<HostFacts> host = hosts_.by_name(request.host);
  PracticeAnswer answer;
  if (auto farmed = farm_ ? farm_answer(*farm_, request) : std::nullopt) {
    answer = *std::move(farmed);
  } else if (const auto parent = wildcard_parent(plan_, hosts_, request.host);
             parent && !request.is_tls) {
    answer = request.target == "/"
                 ? says(200, "text/html", wildcard_page(plan_, *parent, request.host))
                 : says(404, "text/html", missing_text(*parent));
  } else if (!host) {
    answer = says(421, "text/plain", "There is no such host.\n");
  } else if (request.address && std::find(host->addresses.begin(), host->addresses.end(),
                                          *request.address) == host->addresses.end()) {
    answer = says(421, "text/plain", "This host is at another address.\n");
  } else {
    answer = route(request, *host, now);
  }
  finish_answer(answer, now);
  return answer;
}

std::vector<std::string> World::name_servers_of(std::string_view domain) const {
  if (farm_)
    if (auto farmed = farm_name(*farm_, domain)) return std::move(farmed->name_servers);
  if (!is_practice_zone(domain)) return {};
  return {fmt::format("ns1.{}", domain), fmt::format("ns2.{}", domain)};
}

PracticeName World::look_up(std::string_view name) const {
  if (farm_)
    if (auto farmed = farm_name(*farm_, name)) return *std::move(farmed);
  PracticeName found;
  const std::size_t dot = name.find('.');
  const std::string_view label = name.substr(0, dot);
  if ((label == "ns1" || label == "ns2") && dot != name.npos &&
      is_practice_zone(name.substr(dot + 1))) {
    found.conduct = PracticeName::Conduct::answers;
    found.addresses = {IpAddress::v4(kNameServerAddress)};
    found.name_servers = name_servers_of(name.substr(dot + 1));
    return found;
  }
  if (const auto parent = wildcard_parent(plan_, hosts_, name)) {
    found.conduct = PracticeName::Conduct::answers;
    found.addresses = parent->addresses;
    return found;
  }
  const std::optional<HostFacts> host = hosts_.by_name(name);
  if (!host || host->fault == HostFault::name_missing) return found;
  found.name_servers = name_servers_of(name.substr(name.find('.', name.find("site-")) + 1));
  if (host->fault == HostFault::name_fails) {
    found.conduct = PracticeName::Conduct::fails;
  } else if (host->fault == HostFault::name_silent) {
    found.conduct = PracticeName::Conduct::is_silent;
  } else {
    found.conduct = PracticeName::Conduct::answers;
    found.addresses = host->addresses;
  }
  return found;
}

std::string World::first_url() const { return hosts_.by_rank(0).base + "/"; }

std::vector<std::string> World::farm_urls() const {
  std::vector<std::string> urls;
  if (farm_)
    for (const FarmHost& host : farm_->hosts) urls.push_back(fmt::format("http://{}/", host.name));
  return urls;
}

std::vector<std::string> World::home_urls(std::uint64_t count) const {
  std::vector<std::string> urls;
  for (std::uint64_t rank = 0; rank < std::min(count, hosts_.count()); ++rank)
    urls.push_back(hosts_.by_rank(rank).base + "/");
  return urls;
}

}  // namespace freshet
