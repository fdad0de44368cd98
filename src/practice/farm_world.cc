#include "practice/farm_world.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>

#include "base/hash.h"
#include "practice/farm_pages.h"

namespace freshet {
namespace {

constexpr std::string_view kWww = "www.";

PracticeAnswer farm_page(int status, std::string html) {
  PracticeAnswer answer{.status = status};
  answer.headers.push_back({"Content-Type", "text/html; charset=utf-8"});
  answer.body = std::move(html);
  return answer;
}

// "www.name" is the same host to its name servers.
const FarmHost* find_served_host(const Farm& farm, std::string_view name) {
  if (const FarmHost* host = find_farm_host(farm, name)) return host;
  return name.starts_with(kWww) ? find_farm_host(farm, name.substr(kWww.size())) : nullptr;
}

// The directory: each page lists some hosts and links to the next page.
PracticeAnswer directory_answer(const Farm& farm, std::string_view target) {
  constexpr std::size_t kListed = 200;  // hosts of a page
  constexpr std::string_view kFolder = "/list/";
  std::size_t page = 0;
  if (target != "/") {
    if (!target.starts_with(kFolder)) return farm_page(404, "<p>Not here.</p>\n");
    target.remove_prefix(kFolder.size());
    const auto [end, error] = std::from_chars(target.data(), target.data() + target.size(), page);
    if (error != std::errc{} || end != target.data() + target.size() ||
        page > farm.hosts.size() / kListed)
      return farm_page(404, "<p>Not here.</p>\n");
  }
  std::string html = fmt::format("<title>All hosts, part {}</title>\n<ul>\n", page);
  for (std::size_t i = page * kListed; i < std::min((page + 1) * kListed, farm.hosts.size()); ++i)
    html += fmt::format("<li><a href=\"http://{0}/\">{0}</a>\n", farm.hosts[i].name);
  html += "</ul>\n";
  if ((page + 1) * kListed < farm.hosts.size())
    html += fmt::format("<a rel=next href=\"{}{}\">more</a>\n", kFolder, page + 1);
  return farm_page(200, std::move(html));
}

const FarmLanding* find_landing(const Farm& farm, const PracticeRequest& request) {
  const auto found = std::ranges::find_if(farm.landings, [&](const FarmLanding& landing) {
    return landing.host == request.host && landing.target == request.target;
  });
  return found == farm.landings.end() ? nullptr : &*found;
}

}  // namespace

std::optional<PracticeAnswer> farm_answer(const Farm& farm, const PracticeRequest& request) {
  if (request.host == kFarmDirectory) return directory_answer(farm, request.target);
  const FarmHost* host = find_served_host(farm, request.host);
  if (host == nullptr) return std::nullopt;
  if (const FarmLanding* landing = find_landing(farm, request))
    return farm_page(200, landing->html);
  if (request.target == "/robots.txt" || request.target == "/sitemap.xml")
    return farm_page(404, "<p>Not here.</p>\n");
  // One that leads to its own https has a page there; all others are the same by both schemes.
  const bool is_own_https = request.is_tls && host->how == FarmHow::honest_redirect;
  const bool is_home = request.target == "/" && !is_own_https && request.host == host->name;
  const bool is_query = request.target.starts_with("/?") && host->truth == FarmTruth::parked;
  if (is_home || is_query) {
    PracticeAnswer answer = farm_page(host->status, host->html);
    if (!host->location.empty()) answer.headers.push_back({"Location", host->location});
    return answer;
  }
  // Pages behind a home page: each is unlike all others and links back.
  ChanceStream chance(hash64(request.host + request.target));
  if (host->truth == FarmTruth::parked && request.target != "/lander")
    return farm_page(404, "<p>Not here.</p>\n");
  return farm_page(200, hand_page(host->name, {}, chance) + "<a href=\"/\">home</a>\n");
}

std::optional<PracticeName> farm_name(const Farm& farm, std::string_view name) {
  if (name == kFarmDirectory)
    return PracticeName{.conduct = PracticeName::Conduct::answers,
                        .addresses = {IpAddress::v4(kFarmAddress)},
                        .name_servers = {"ns." + std::string(kFarmDirectory)}};
  if (const FarmHost* host = find_served_host(farm, name))
    return PracticeName{.conduct = PracticeName::Conduct::answers,
                        .addresses = {IpAddress::v4(host->address)},
                        .name_servers = host->name_servers};
  return std::nullopt;
}

}  // namespace freshet
