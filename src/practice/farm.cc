#include "practice/farm.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "practice/chance.h"
#include "practice/farm_pages.h"

namespace freshet {
namespace {

constexpr std::array<std::string_view, 4> kTruthNames = {"regular", "parked", "own-use",
                                                         "placeholder"};
constexpr std::array<std::string_view, 13> kHowNames = {
    "hand",     "blog",        "shop",        "app",
    "wildcard", "shortener",   "company",     "honest-redirect",
    "own-use",  "placeholder", "name-server", "redirect",
    "provider"};

// Shares of all hosts.
constexpr double kParkedShare = 0.17;  // by their name servers
constexpr double kMixedShare = 0.05;   // on name servers that also have regular hosts
constexpr double kOwnUseShare = 0.04;
constexpr double kCompanyShare = 0.10;  // of one company; 300 domains in a farm of 3,000
constexpr double kWildcardShare = 0.03;
constexpr double kRedirectedShare = 0.02;
constexpr double kHonestShare = 0.03;
constexpr double kPlaceholderShare = 0.08;

struct Server {
  std::vector<std::string> names;
  std::uint32_t address;
};

class FarmMaker {
 public:
  explicit FarmMaker(const FarmPlan& plan)
      : count_(std::clamp(plan.hosts, kFarmHostsMin, kFarmHostsMax)),
        chance_(freshet::chance(plan.seed, ChanceOf::host, {0xfa})) {}

  Farm run() {
    for (int i = 0; i < 4; ++i) systems_.push_back(draw_system_look(chance_));
    social_ = add_site(FarmHow::by_hand);
    shortener_ = add_site(FarmHow::shortener);
    friends_ = {social_, shortener_, add_site(FarmHow::by_hand)};
    add_parked();
    add_mixed();
    add_own_use();
    add_company();
    add_wildcards();
    add_redirected();
    add_regular();
    std::ranges::sort(farm_.hosts, {}, &FarmHost::name);
    return std::move(farm_);
  }

 private:
  std::size_t share(double of) const {
    return static_cast<std::size_t>(static_cast<double>(count_) * of);
  }

  std::string new_name() {
    constexpr std::string_view kSuffixes[] = {"test", "example", "test", "invalid"};
    while (true) {
      std::string name =
          fmt::format("{}.{}", farm_label(chance_), kSuffixes[chance_.below(std::size(kSuffixes))]);
      if (names_.insert(name).second) return name;
    }
  }

  Server new_server() {
    const std::string name = new_name();
    return {{"ns1." + name, "ns2." + name}, kFarmAddress + ++servers_};
  }

  FarmHost& add(std::string name, const Server& server, FarmTruth truth, FarmHow how) {
    farm_.hosts.push_back({std::move(name), server.names, server.address, truth, how});
    return farm_.hosts.back();
  }

  // A site of its own, on a name server of its own.
  std::string add_site(FarmHow how) {
    FarmHost& host = add(new_name(), new_server(), FarmTruth::regular, how);
    host.html = hand_page(host.name, {}, chance_);
    return host.name;
  }

  struct Provider {
    Server server;
    std::vector<ProviderLook> looks;
  };

  Provider new_provider() {
    Provider provider{new_server(), {}};
    const std::string partner = new_name();
    for (std::size_t i = 1 + chance_.below(4); i > 0; --i)
      provider.looks.push_back(draw_provider_look(chance_, partner));
    return provider;
  }

  void add_parked_host(const Provider& provider) {
    FarmHost& host = add(new_name(), provider.server, FarmTruth::parked, FarmHow::name_server);
    host.html =
        parked_page(provider.looks[chance_.below(provider.looks.size())], host.name, chance_);
  }

  void add_parked() {
    const std::size_t providers = 3 + chance_.below(4);
    std::vector<Provider> all;
    for (std::size_t i = 0; i < providers; ++i) all.push_back(new_provider());
    for (std::size_t i = 0; i < share(kParkedShare); ++i)
      add_parked_host(all[std::min(chance_.below(providers), chance_.below(providers))]);
  }

  void add_mixed() {
    const std::size_t servers = 1 + chance_.below(2);
    for (std::size_t s = 0; s < servers; ++s) {
      const Provider provider = new_provider();
      const double regular = 0.06 + 0.1 * chance_.unit();
      for (std::size_t i = share(kMixedShare) / servers; i > 0; --i) {
        if (chance_.unit() < regular)
          add_ordinary(provider.server);
        else
          add_parked_host(provider);
      }
    }
  }

  void add_own_use() {
    const std::size_t companies = 1 + chance_.below(2);
    for (std::size_t c = 0; c < companies; ++c) {
      const Server server = new_server();
      const std::string company = new_name();
      const bool full_name = chance_.below(5) == 0;
      add(company, server, FarmTruth::regular, FarmHow::by_hand).html =
          hand_page(company, friends_, chance_);
      for (std::size_t i = share(kOwnUseShare) / companies; i > 0; --i) {
        if (chance_.below(9) == 0) {
          add_ordinary(server);
          continue;
        }
        FarmHost& host = add(new_name(), server, FarmTruth::own_use, FarmHow::own_use);
        host.html = own_use_page(host.name, company, full_name, chance_);
      }
    }
  }

  // All domains of the company lead to its one site, which others link to as well.
  void add_company() {
    const Server server = new_server();
    const std::string company = new_name();
    add(company, server, FarmTruth::regular, FarmHow::by_hand).html =
        hand_page(company, friends_, chance_);
    friends_.push_back(company);
    const std::size_t form = chance_.below(kRedirectPages * 2);
    for (std::size_t i = share(kCompanyShare); i > 0; --i)
      lead(add(new_name(), server, FarmTruth::regular, FarmHow::company),
           fmt::format("https://{}/", company), form);
  }

  // Every name below one domain answers; all of them have one owner.
  void add_wildcards() {
    const Server server = new_server();
    const std::string parent = new_name();
    for (std::size_t i = share(kWildcardShare); i > 0; --i) {
      std::string name = fmt::format("{}.{}", farm_label(chance_), parent);
      if (!names_.insert(name).second) continue;
      FarmHost& host = add(std::move(name), server, FarmTruth::regular, FarmHow::wildcard);
      host.html = profile_page(host.name, parent, chance_);
    }
  }

  // Half of the forms are HTTP's.
  void lead(FarmHost& host, std::string target, std::size_t form) {
    if (form < kRedirectPages) {
      host.html = redirect_page(target, form);
      return;
    }
    constexpr int kStatuses[] = {301, 302, 303, 307, 308};
    host.status = kStatuses[form % std::size(kStatuses)];
    host.location = std::move(target);
  }

  void add_redirected() {
    std::vector<std::pair<std::string, Provider>> providers;
    for (std::size_t i = 2 + chance_.below(4); i > 0; --i) {
      providers.emplace_back(new_name(), new_provider());
      add(providers.back().first, providers.back().second.server, FarmTruth::placeholder,
          FarmHow::provider)
          .html = hand_page(providers.back().first, {}, chance_);
    }
    for (std::size_t i = 0; i < share(kRedirectedShare); ++i) {
      const auto& [site, provider] = providers[i % providers.size()];
      FarmHost& host = add(new_name(), hosting_server(), FarmTruth::parked, FarmHow::redirect);
      const std::string target =
          fmt::format("/?{}={}&id={:08x}", provider.looks[0].prefix.substr(0, 2), host.name,
                      chance_.next() >> 32);
      const std::string name = host.name;
      lead(host, fmt::format("http://{}{}", site, target), chance_.below(kRedirectPages * 2));
      farm_.landings.push_back(
          {site, target,
           parked_page(provider.looks[chance_.below(provider.looks.size())], name, chance_)});
    }
  }

  const Server& hosting_server() {
    if (hosting_.empty())
      for (std::size_t i = 7 + chance_.below(7); i > 0; --i) hosting_.push_back(new_server());
    return hosting_[std::min(chance_.below(hosting_.size()), chance_.below(hosting_.size()))];
  }

  void add_regular() {
    while (farm_.hosts.size() < count_) {
      const Server& server = hosting_server();
      if (chance_.unit() < kHonestShare) {
        add_honest_redirect(server);
      } else if (chance_.unit() < kPlaceholderShare) {
        FarmHost& host = add(new_name(), server, FarmTruth::placeholder, FarmHow::placeholder);
        host.html = placeholder_page(host.name, chance_);
      } else {
        add_ordinary(server);
      }
    }
  }

  void add_honest_redirect(const Server& server) {
    FarmHost& host = add(new_name(), server, FarmTruth::regular, FarmHow::honest_redirect);
    const std::string label = host.name.substr(0, host.name.find('.'));
    const std::size_t form = chance_.below(kRedirectPages * 2);
    switch (chance_.below(7)) {
      case 0:
        return lead(host, "/en/", form);
      case 1:
        return lead(host, fmt::format("http://www.{}/", host.name), form);
      case 2:
        return lead(host, fmt::format("https://{}/", host.name), form);
      case 3:
        return lead(host, fmt::format("https://{}/{}", social_, label), form);
      case 4:
        return lead(host, fmt::format("https://{}/{:06x}", shortener_, chance_.next() >> 40), form);
      case 5:
        return lead(host, fmt::format("https://{}/", new_name()), form);  // a new name
      default:
        return lead(host, "/index.php", form);
    }
  }

  // Each hosting company has a system that most of its customers use.
  void add_ordinary(const Server& server) {
    FarmHost& host = add(new_name(), server, FarmTruth::regular, FarmHow::by_hand);
    const std::uint64_t habit = stir(server.address) % 4;
    const std::uint64_t kind = chance_.below(2) == 0 ? habit : chance_.below(4);
    if (kind == 0) {
      host.html = hand_page(host.name, friends_, chance_);
    } else if (kind == 1) {
      host.how = FarmHow::blog;
      host.html = blog_page(systems_[chance_.below(2)], host.name, friends_, chance_);
    } else if (kind == 2) {
      host.how = FarmHow::shop;
      host.html = shop_page(systems_[2 + chance_.below(2)], host.name, chance_);
    } else {
      host.how = FarmHow::script_app;
      host.html = app_page(host.name, chance_);
    }
  }

  std::size_t count_;
  ChanceStream chance_;
  std::set<std::string> names_;
  std::uint32_t servers_ = 0;
  std::vector<SystemLook> systems_;
  std::vector<Server> hosting_;
  std::vector<std::string> friends_;
  std::string social_, shortener_;
  Farm farm_;
};

}  // namespace

std::string_view name_of(FarmTruth truth) { return kTruthNames[static_cast<std::size_t>(truth)]; }
std::string_view name_of(FarmHow how) { return kHowNames[static_cast<std::size_t>(how)]; }

Farm make_farm(const FarmPlan& plan) { return FarmMaker(plan).run(); }

const FarmHost* find_farm_host(const Farm& farm, std::string_view name) {
  const auto found = std::ranges::lower_bound(farm.hosts, name, {}, &FarmHost::name);
  return found != farm.hosts.end() && found->name == name ? &*found : nullptr;
}

}  // namespace freshet
