#include "app/spam.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/json.h"
#include "clean/parking_authority.h"
#include "clean/parking_lists.h"
#include "crawl/home_look.h"
#include "crawl/parking_watch.h"
#include "url/site.h"

namespace freshet {
namespace {

constexpr std::size_t kReasonsMax = 3;

// The page of each host that is nearest to its root: "/" itself, if it is there.
class HomeSearch {
 public:
  Status visit(const Found& found) {
    if (!found.page.key.host) return {};
    const std::string key(found.page.key.host->key());
    const auto known = homes_.find(key);
    if (known == homes_.end() && homes_.size() >= kSpamHostsMax)
      return std::unexpected(Error{
          Errc::limit, fmt::format("more than {} hosts cannot be judged at once; select some by "
                                   "host or domain",
                                   kSpamHostsMax)});
    if (known == homes_.end())
      homes_.emplace(key, found);
    else if (rank(found) < rank(known->second))
      known->second = found;
    return {};
  }

  const std::map<std::string, Found>& homes() const { return homes_; }

 private:
  // Fewer is nearer. Of http and https the one with an answer counts, then the newer.
  static std::tuple<std::size_t, int, Duration> rank(const Found& found) {
    const std::string& url = found.page.key.url;
    const std::size_t scheme = url.starts_with("https") ? 1 : 0;
    return {url.size() - scheme, found.snapshot.status == 200 ? 0 : 1,
            Time::max() - found.snapshot.time};
  }

  std::map<std::string, Found> homes_;
};

class SpamSearch {
 public:
  SpamSearch(ArchiveSession& session, const SpamRequest& request)
      : session_(session), request_(request) {}

  Result<Spam> run() {
    Selection selection = request_.selection;
    selection.only_last = true;
    HomeSearch search;
    if (auto status = each_selected(session_.archive(), selection,
                                    [&](const Found& found) { return search.visit(found); });
        !status)
      return std::unexpected(status.error());
    for (const auto& [key, found] : search.homes())
      if (auto status = add_home(found); !status) return std::unexpected(status.error());
    if (auto status = add_landings(); !status) return std::unexpected(status.error());
    spam_.report =
        judge_parking(pages_, landings_,
                      {.uses_lists = request_.uses_lists, .uses_services = request_.uses_lists});
    return std::move(spam_);
  }

 private:
  Status add_home(const Found& found) {
    auto look = look_at_stored(session_.archive(), found);
    if (!look) return std::unexpected(look.error());
    if (!*look) {
      ++spam_.hosts_without_home;
      return {};
    }
    const Host& host = *found.page.key.host;
    const auto row = session_.catalog().find_host(host);
    if (!row) return std::unexpected(row.error());
    HomePage page{std::string(host.key()), std::string(site_of(host.name())), "",
                  **std::move(look)};
    if (*row && !(*row)->name_servers.empty()) {
      page.name_server = stored_name_server_key((*row)->name_servers);
    } else if (*row && !(*row)->address.empty()) {
      page.name_server = (*row)->address;
      ++spam_.hosts_by_address;
    }
    pages_.push_back(std::move(page));
    return {};
  }

  // Pages of the sites that hosts redirect to, as far as the archive has them.
  Status add_landings() {
    Selection selection = request_.selection;
    selection.only_last = true;
    selection.hosts = {};
    selection.urls = {};
    std::set<std::string> sites;
    for (const HomePage& page : pages_)
      if (std::string site = redirect_site(page); !site.empty()) sites.insert(std::move(site));
    selection.domains.assign(sites.begin(), sites.end());
    if (selection.domains.empty()) return {};
    std::map<std::string, std::size_t> counts;
    return each_selected(session_.archive(), selection, [&](const Found& found) -> Status {
      if (!found.page.key.host || found.snapshot.status != 200) return {};
      std::string site(site_of(found.page.key.host->name()));
      if (counts[site] >= kSpamLandingsOfSiteMax) return {};
      auto look = look_at_stored(session_.archive(), found);
      if (!look) return std::unexpected(look.error());
      if (!*look) return {};
      ++counts[site];
      landings_.push_back({std::move(site), **std::move(look)});
      return {};
    });
  }

  ArchiveSession& session_;
  const SpamRequest& request_;
  std::vector<HomePage> pages_;
  std::vector<LandingPage> landings_;
  Spam spam_;
};

void write_host(JsonWriter& json, const HostJudgement& host) {
  json.begin_object().key("host").value(host.host).key("parked").value(host.is_parked());
  json.key("probability").value(host.parked).key("name_server").value(host.name_server);
  if (!host.redirects_to.empty()) json.key("redirects_to").value(host.redirects_to);
  json.key("signs").begin_array();
  for (const ParkingSign sign : main_signs(host.facts, kReasonsMax)) json.value(name_of(sign));
  json.end_array().end_object();
}

void write_server(JsonWriter& json, const ServerJudgement& server) {
  json.begin_object().key("name_server").value(server.name_server);
  json.key("kind").value(name_of(server.kind)).key("confidence").value(server.confidence);
  json.key("hosts").value(server.hosts).key("owners").value(server.owners);
  json.key("parked").value(server.parked).key("regular").value(server.regular);
  json.key("clusters").value(server.clusters);
  json.key("mean_distance").value(server.mean_distance);
  json.key("largest_cluster").value(server.largest_cluster);
  json.key("listed").value(name_of(server.listed)).end_object();
}

}  // namespace

Result<Spam> find_spam(ArchiveSession& session, const SpamRequest& request) {
  return SpamSearch(session, request).run();
}

std::string to_json(const Spam& spam) {
  JsonWriter json;
  json.begin_object().key("lists").value(parking_lists_date());
  json.key("hosts_without_home").value(spam.hosts_without_home);
  json.key("hosts_by_address").value(spam.hosts_by_address);
  json.key("hosts").begin_array();
  for (const HostJudgement& host : spam.report.hosts) write_host(json, host);
  json.end_array().key("name_servers").begin_array();
  for (const ServerJudgement& server : spam.report.servers) write_server(json, server);
  json.end_array().key("redirect_targets").begin_array();
  for (const AuthorityJudgement& site : spam.report.authorities) {
    json.begin_object().key("site").value(site.site).key("probability").value(site.parked);
    json.key("redirecting").value(site.redirecting).key("linking").value(site.linking);
    json.key("carries_name").value(site.personalised).key("landing").value(site.landing);
    json.key("evenness").value(site.evenness).end_object();
  }
  return json.end_array().end_object().take();
}

}  // namespace freshet
