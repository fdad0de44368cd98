#include "practice/farm_world.h"

#include <algorithm>
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

const FarmLanding* find_landing(const Farm& farm, const PracticeRequest& request) {
  const auto found = std::ranges::find_if(farm.landings, [&](const FarmLanding& landing) {
    return landing.host == request.host && landing.target == request.target;
  });
  return found == farm.landings.end() ? nullptr : &*found;
}

}  // namespace

std::optional<PracticeAnswer> farm_answer(const Farm& farm, const PracticeRequest& request) {
  const FarmHost* host = find_served_host(farm, request.host);
  if (host == nullptr) return std::nullopt;
  if (const FarmLanding* landing = find_landing(farm, request))
    return farm_page(200, landing->html);
  if (request.target == "/robots.txt" || request.target == "/sitemap.xml")
    return farm_page(404, "<p>Not here.</p>\n");
  const bool is_home = request.target == "/" && !request.is_tls && request.host == host->name;
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
  if (const FarmHost* host = find_served_host(farm, name))
    return PracticeName{.conduct = PracticeName::Conduct::answers,
                        .addresses = {IpAddress::v4(host->address)},
                        .name_servers = host->name_servers};
  return std::nullopt;
}

}  // namespace freshet
