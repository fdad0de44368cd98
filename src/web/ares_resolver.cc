#include "web/ares_resolver.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/ascii.h"
#include "url/site.h"
#include "web/ares_channel.h"
#include "web/expiring_cache.h"

namespace freshet {
namespace {

using Found = std::shared_ptr<const DnsReply>;
using Waiter = std::function<void(const Found&)>;

// Parses "[::1]" and "192.0.2.1" as spelled in hosts of URLs.
std::optional<IpAddress> literal(std::string_view name) {
  if (name.starts_with('[') && name.ends_with(']')) name = name.substr(1, name.size() - 2);
  return IpAddress::parse(name);
}

void add_addresses(std::vector<IpAddress>& to, const std::vector<IpAddress>& from) {
  for (const IpAddress& address : from)
    if (std::find(to.begin(), to.end(), address) == to.end()) to.push_back(address);
}

class AresResolver final : public Resolver {
 public:
  AresResolver(EventLoop& loop, const AresResolverOptions& options,
               std::unique_ptr<AresChannel> channel)
      : loop_(loop),
        options_(options),
        cache_(options.cache_entries),
        channel_(std::move(channel)) {}
  ~AresResolver() override;

  void resolve(const std::string& name, bool wants_name_servers,
               std::function<void(Resolved)> done) override;

 private:
  // A pending lookup of one key, with all its callers.
  struct Lookup {
    std::string key;
    std::vector<Waiter> waiters;
    std::optional<DnsReply> v4, v6, ns;
    std::size_t open_questions = 0;
    EventLoop::CallId deadline;
    bool is_over = false;
  };

  void look_up(const std::string& key, const std::string& name, bool is_domain, Waiter waiter);
  void ask(const std::shared_ptr<Lookup>& lookup, const std::string& name, DnsRecord record,
           std::optional<DnsReply> Lookup::* where);
  void take(const std::shared_ptr<Lookup>& lookup);
  void finish(const std::shared_ptr<Lookup>& lookup);
  DnsReply sum_up(const Lookup& lookup) const;
  void soon(std::function<void()> what);

  EventLoop& loop_;
  const AresResolverOptions options_;
  ExpiringCache<Found> cache_;
  std::unordered_map<std::string, std::shared_ptr<Lookup>> lookups_;
  std::deque<std::function<void()>> to_tell_;
  std::optional<EventLoop::CallId> telling_;
  std::unique_ptr<AresChannel> channel_;  // last: destroyed before the members that its callbacks
                                          // use
};

AresResolver::~AresResolver() {
  if (telling_) loop_.cancel(*telling_);
  for (const auto& [key, lookup] : lookups_) loop_.cancel(lookup->deadline);
}

void AresResolver::resolve(const std::string& name, bool wants_name_servers,
                           std::function<void(Resolved)> done) {
  struct Join {
    Resolved resolved;
    int open = 1;
    std::function<void(Resolved)> done;
    void close() {
      if (--open == 0) done(std::move(resolved));
    }
  };
  auto join = std::make_shared<Join>();
  join->done = std::move(done);
  if (const auto address = literal(name)) {
    join->resolved.addresses.push_back(*address);
    return soon([join] { join->close(); });
  }
  std::string asked = ascii_lower(name);
  if (asked.ends_with('.')) asked.pop_back();
  const std::string domain(
      wants_name_servers ? registrable_domain(asked).value_or(std::string_view()) : "");
  if (!domain.empty()) ++join->open;
  look_up("host " + asked, asked, false, [join](const Found& found) {
    join->resolved.failure = found->failure;
    join->resolved.detail = found->detail;
    join->resolved.addresses = found->addresses;
    join->close();
  });
  if (domain.empty()) return;
  look_up("domain " + domain, domain, true, [join](const Found& found) {
    join->resolved.name_servers = found->names;
    join->close();
  });
}

void AresResolver::look_up(const std::string& key, const std::string& name, bool is_domain,
                           Waiter waiter) {
  if (const Found* const kept = cache_.find(key, loop_.tick()))
    return soon([found = *kept, waiter = std::move(waiter)] { waiter(found); });
  std::shared_ptr<Lookup>& lookup = lookups_[key];
  if (lookup) return lookup->waiters.push_back(std::move(waiter));
  lookup = std::make_shared<Lookup>();
  lookup->key = key;
  lookup->waiters.push_back(std::move(waiter));
  const std::shared_ptr<Lookup> mine = lookup;  // a callback may end it while queries remain to be
                                                // sent
  mine->deadline = loop_.call_at(loop_.tick() + options_.total, [this, mine] { finish(mine); });
  const bool wants_v6 = !is_domain && options_.wants_ipv6;
  mine->open_questions = wants_v6 ? 2 : 1;
  if (is_domain) return ask(mine, name, DnsRecord::ns, &Lookup::ns);
  ask(mine, name, DnsRecord::a, &Lookup::v4);
  if (wants_v6) ask(mine, name, DnsRecord::aaaa, &Lookup::v6);
}

void AresResolver::ask(const std::shared_ptr<Lookup>& lookup, const std::string& name,
                       DnsRecord record, std::optional<DnsReply> Lookup::* where) {
  channel_->ask(name, record, [this, lookup, where](DnsReply reply) {
    if (lookup->is_over) return;
    (*lookup).*where = std::move(reply);
    --lookup->open_questions;
    take(lookup);
  });
}

void AresResolver::take(const std::shared_ptr<Lookup>& lookup) {
  if (lookup->open_questions == 0) return finish(lookup);
  const bool has_address = (lookup->v4 && !lookup->v4->addresses.empty()) ||
                           (lookup->v6 && !lookup->v6->addresses.empty());
  const Tick end = loop_.tick() + options_.patience;
  if (!has_address || end >= lookup->deadline.first) return;
  loop_.cancel(lookup->deadline);
  lookup->deadline = loop_.call_at(end, [this, lookup] { finish(lookup); });
}

void AresResolver::finish(const std::shared_ptr<Lookup>& lookup) {
  lookup->is_over = true;
  loop_.cancel(lookup->deadline);
  lookups_.erase(lookup->key);
  const auto found = std::make_shared<const DnsReply>(sum_up(*lookup));
  cache_.put(lookup->key, found, loop_.tick() + found->ttl);
  for (Waiter& waiter : lookup->waiters)
    soon([found, waiter = std::move(waiter)] { waiter(found); });
}

// Returns the reply of a finished lookup, with its time in the cache.
DnsReply AresResolver::sum_up(const Lookup& lookup) const {
  if (lookup.ns && lookup.ns->failure == ResolveFailure::none) {
    DnsReply reply = *lookup.ns;
    reply.ttl = options_.ttl_name_servers;
    return reply;
  }
  DnsReply sum{.ttl = options_.ttl_max};
  bool is_sure = lookup.open_questions == 0;
  for (const std::optional<DnsReply>* part : {&lookup.v4, &lookup.v6, &lookup.ns}) {
    if (!*part) continue;
    const DnsReply& reply = **part;
    if (reply.failure == ResolveFailure::none) {
      add_addresses(sum.addresses, reply.addresses);
      sum.ttl = std::min(sum.ttl, reply.ttl);
    } else if (reply.failure == ResolveFailure::unavailable || sum.detail.empty()) {
      sum.detail = reply.detail;
    }
    if (reply.failure == ResolveFailure::unavailable) is_sure = false;
  }
  if (!sum.addresses.empty()) {
    sum.detail.clear();
    sum.ttl = is_sure ? std::max(sum.ttl, options_.ttl_min) : options_.ttl_min;
    return sum;
  }
  sum.failure = is_sure ? ResolveFailure::no_such_name : ResolveFailure::unavailable;
  sum.ttl = is_sure ? options_.ttl_nothing : options_.ttl_unavailable;
  if (lookup.open_questions > 0) sum.detail = "the name servers gave no answer in time";
  return sum;
}

// Callers are notified by a call of the loop, in the order of the replies.
void AresResolver::soon(std::function<void()> what) {
  to_tell_.push_back(std::move(what));
  if (telling_) return;
  telling_ = loop_.call_at(Tick{}, [this] {
    telling_.reset();
    const auto tell = std::exchange(to_tell_, {});
    for (const auto& each : tell) each();
  });
}

}  // namespace

Result<std::unique_ptr<Resolver>> open_ares_resolver(EventLoop& loop,
                                                     const AresResolverOptions& options) {
  auto channel = AresChannel::open(loop, options);
  if (!channel) return std::unexpected(channel.error());
  return std::make_unique<AresResolver>(loop, options, std::move(*channel));
}

}  // namespace freshet
