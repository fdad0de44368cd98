#include "engine/crawl_opening.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "base/escape.h"
#include "base/stored_time.h"
#include "crawl/wake_failed.h"
#include "url/normal_form.h"

namespace freshet {
namespace {

constexpr std::size_t kNewsAtOnce = 10'000;

std::unexpected<Error> invalid(std::string message) {
  return std::unexpected(Error{Errc::invalid, std::move(message)});
}

// A user name or password in a seed is neither sent nor stored.
std::vector<Url> plain_seeds(const CrawlOpening& opening) {
  std::vector<Url> seeds = opening.job.seeds();
  for (Url& seed : seeds) {
    Url plain = without_credentials(seed);
    if (plain != seed)
      opening.say(
          fmt::format("the user name and password of the seed {} are left out: they are "
                      "neither sent nor stored",
                      visible(plain.href())));
    seed = std::move(plain);
  }
  return seeds;
}

// The archive was imported: its hosts are the scope.
Status add_known_hosts(Catalog& catalog, ScopeRules& rules) {
  return catalog.each_host([&](const HostRow& row) {
    if (const auto home = Url::parse(fmt::format("https://{}/", row.host.key())))
      rules.add_seed(*home);
    return true;
  });
}

Status change_scope(const CrawlOpening& opening, const std::vector<Url>& seeds,
                    OpenedCrawl& crawl) {
  const ScopeChange change = opening.job.scope();
  ScopeRules& rules = crawl.record.scope;
  rules.kind = change.kind.value_or(rules.kind);
  if (change.hosts) rules.listed = {change.hosts->begin(), change.hosts->end()};
  rules.surts = change.surts.value_or(rules.surts);
  rules.include = change.include.value_or(rules.include);
  rules.exclude = change.exclude.value_or(rules.exclude);
  for (const Url& seed : seeds) rules.add_seed(seed);
  if (rules.kind == ScopeKind::surts && rules.surts.empty())
    return invalid("the scope is surts, but no SURT prefix is given; set crawl.surts");
  auto scope = scope_of(crawl.record);
  if (!scope) return std::unexpected(scope.error());
  crawl.scope = *std::move(scope);
  for (const Url& seed : seeds)
    if (const auto refusal = crawl.scope->refusal(seed))
      opening.say(
          fmt::format("the seed {} is left out: {}", visible(seed.href()), sentence_of(*refusal)));
  return {};
}

// Seeds are wanted at their hosts; that wakes a host that was done.
Status add_seeds(const std::vector<Url>& seeds, const Scope& scope, ArchiveWriter& writer) {
  FrontierNews news;
  for (const Url& seed : seeds) {
    const auto host = Host::of(seed);
    if (!host || scope.refusal(seed)) continue;
    news.wanted.push_back({.host = *host,
                           .url = std::string(seed.href_without_fragment()),
                           .is_page = true,
                           .via = ""});
    if (news.wanted.size() >= kNewsAtOnce) writer.add(std::exchange(news, {}));
  }
  writer.add(std::move(news));
  return writer.commit();
}

}  // namespace

Status OpenedCrawl::save(Catalog& catalog) {
  record.adopted = scope->adopted();
  row.plan = record.json();
  return catalog.change_crawl(row);
}

Result<OpenedCrawl> open_crawl(const CrawlOpening& opening) {
  Catalog& catalog = opening.catalog;
  const auto newest = catalog.newest_crawl();
  if (!newest) return std::unexpected(newest.error());
  const std::vector<Url> seeds = plain_seeds(opening);
  OpenedCrawl crawl;
  if (!*newest && opening.job.adopts_known_hosts()) {
    if (auto added = add_known_hosts(catalog, crawl.record.scope); !added)
      return std::unexpected(added.error());
  } else if (!*newest && seeds.empty()) {
    return invalid(fmt::format("\"{}\" has no crawl that could go on; name a seed to begin one",
                               visible(opening.directory)));
  }
  if (*newest) {
    crawl.row = **newest;
    crawl.record = CrawlRecord::from_json(crawl.row.plan);
  }
  crawl.goes_on = newest->has_value() && !opening.job.begins_again();
  if (auto changed = change_scope(opening, seeds, crawl); !changed)
    return std::unexpected(changed.error());
  crawl.record.ended.reset();
  crawl.record.outcome = {};
  crawl.row.plan = crawl.record.json();
  const auto then = [&](Status done) -> Result<OpenedCrawl> {
    if (!done) return std::unexpected(done.error());
    return std::move(crawl);
  };
  if (crawl.goes_on) {
    // Begun by a clock that was ahead: its pages cannot be dated, and are fetched again.
    if (!is_past(crawl.row.began, opening.now)) crawl.row.began = opening.now;
    if (auto added = add_seeds(seeds, *crawl.scope, opening.writer); !added) return then(added);
    if (opening.job.wakes_failed_hosts())
      if (auto woken = wake_failed(catalog, *crawl.scope); !woken) return then(woken);
    return then(catalog.change_crawl(crawl.row));
  }
  crawl.row.began = opening.now;
  // A new archive is seeded first, so that a crawl that the catalog knows has its seeds. Where
  // there was a crawl, the seeds are wanted again only once the next crawl has begun.
  if (!*newest)
    if (auto added = add_seeds(seeds, *crawl.scope, opening.writer); !added) return then(added);
  const auto id = catalog.begin_crawl(crawl.row);
  if (!id) return std::unexpected(id.error());
  crawl.row.id = *id;
  if (!*newest) return crawl;
  if (auto added = add_seeds(seeds, *crawl.scope, opening.writer); !added) return then(added);
  return then(wake_retired(catalog, *crawl.scope));
}

}  // namespace freshet
