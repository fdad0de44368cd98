#include "app/sightings.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/hash.h"
#include "predict/rate.h"
#include "schedule/shipped_training.h"
#include "store/answer_facts.h"
#include "store/snapshot_facts.h"
#include "store/versions.h"

namespace freshet {
namespace {

constexpr std::size_t kSightedChecksMax = 100'000;  // of a page, the last ones
constexpr Duration kForeignStep = std::chrono::seconds(1);
constexpr std::string_view kSameBytes = R"("bytes":{"finding":"same")";  // in PageCheck::stages

bool is_robots_txt(const PageKey& key) {
  const auto url = Url::parse(key.url);
  return url && url->path() == "/robots.txt";
}

// The page with its sightings before dates are judged.
struct RawPage {
  PageRow page;
  AnsweredPage sightings;
  std::vector<SightPlace> places;
  bool had_content = false;
};

class SightingReader {
 public:
  SightingReader(ArchiveSession& session, const SightingOptions& options)
      : archive_(session.archive()), options_(options), numbers_(archive_, options.rule) {}

  Status read(const PageRow& page) {
    if (is_robots_txt(page.key)) {
      ++found_.without_content;
      return {};
    }
    RawPage raw{.page = page, .sightings = {}, .places = {}};
    if (auto done = read_page(raw); !done) return done;
    if (raw.had_content)
      raw_.push_back(std::move(raw));
    else
      ++found_.without_content;
    return {};
  }

  HostSightings finish(const std::map<std::string, double>& rates) && {
    std::vector<AnsweredPage> pages;
    for (RawPage& raw : raw_) pages.push_back(std::move(raw.sightings));
    found_.dates = learn_dates(pages);
    for (std::size_t i = 0; i < raw_.size(); ++i) {
      SightedPage page{.page = std::move(raw_[i].page),
                       .sightings = trusted_sightings(pages[i], found_.dates),
                       .places = std::move(raw_[i].places)};
      const auto rate = rates.find(page.page.key.url);
      page.rate = rate != rates.end() ? rate->second : rate_of(page.sightings);
      keep_asked(page);
      if (std::ranges::any_of(page.sightings,
                              [](const Sighting& each) { return each.content != kAbsent; }))
        found_.pages.push_back(std::move(page));
    }
    return std::move(found_);
  }

 private:
  Status read_page(RawPage& raw);
  Status add_snapshot(const Found& found, std::optional<CheckOutcome> outcome, RawPage& raw);
  void add_check(const PageCheck& check, RawPage& raw);
  std::optional<double> rate_of(const std::vector<Sighting>& sightings);

  // Drops sightings of other times: they number contents and test dates, but prove nothing here.
  void keep_asked(SightedPage& page) const {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < page.sightings.size(); ++i) {
      if (!options_.within.contains(page.sightings[i].sent)) continue;
      page.sightings[kept] = page.sightings[i];
      page.places[kept++] = page.places[i];
    }
    page.sightings.resize(kept);
    page.places.resize(kept);
  }

  void add(const AnsweredSighting& seen, SightPlace place, RawPage& raw) {
    raw.sightings.push_back(seen);
    raw.places.push_back(place);
  }

  Archive& archive_;
  SightingOptions options_;
  ContentNumbers numbers_;
  std::vector<RawPage> raw_;
  HostSightings found_;
  std::optional<RateWeights> prior_;
};

// Reads snapshots and checks in the order of time.
Status SightingReader::read_page(RawPage& raw) {
  const auto rows = archive_.catalog().snapshots(raw.page.id);
  if (!rows) return std::unexpected(rows.error());
  const auto checks = archive_.catalog().checks(raw.page.key, kSightedChecksMax);
  if (!checks) return std::unexpected(checks.error());
  numbers_.begin_page();
  auto check = checks->begin();
  for (const SnapshotRow& row : *rows) {
    for (; check != checks->end() && check->time < row.time; ++check) add_check(*check, raw);
    std::optional<CheckOutcome> outcome;
    for (; check != checks->end() && check->time == row.time; ++check) outcome = check->outcome;
    if (auto added = add_snapshot({.page = raw.page, .snapshot = row}, outcome, raw); !added)
      return added;
  }
  for (; check != checks->end(); ++check) add_check(*check, raw);
  return {};
}

Status SightingReader::add_snapshot(const Found& found, std::optional<CheckOutcome> outcome,
                                    RawPage& raw) {
  const SnapshotRow& row = found.snapshot;
  const bool is_gone = is_gone_status(row.status) || outcome == CheckOutcome::gone;
  const bool confirms = row.kind == SnapshotKind::not_modified;
  const bool is_seen = is_content(row) && outcome != CheckOutcome::failed;
  if (!is_gone && !confirms && !is_seen) return {};
  AnsweredSighting seen{.sighting = {.sent = row.time, .received = row.time}};
  if (is_gone && !confirms) {
    seen.sighting.content = kAbsent;
  } else {
    if (confirms) seen.sighting.kind = SightKind::not_modified;
    const auto number = numbers_.of(found);
    if (!number) return std::unexpected(number.error());
    seen.sighting.content = *number;
    raw.had_content = true;
  }
  auto facts = read_answer_facts(archive_, found.page.key.url, row);
  if (!facts && facts.error().code != Errc::corrupt) return std::unexpected(facts.error());
  if (!facts) ++found_.unreadable;
  const AnswerFacts known = facts ? *std::move(facts) : AnswerFacts{};
  seen.sighting.received += known.took.value_or(Duration::zero());
  const bool is_cut = row.time == std::chrono::floor<std::chrono::seconds>(row.time);
  if (row.imported && is_cut) seen.sighting.received += kForeignStep;
  seen.served = known.served;
  seen.last_modified = known.last_modified;
  if (!known.validator.empty()) seen.validator = hash64(known.validator) | 1;
  add(seen, {.file = row.file, .offset = row.offset}, raw);
  return {};
}

// A check of which no snapshot is kept.
void SightingReader::add_check(const PageCheck& check, RawPage& raw) {
  if (raw.sightings.empty() && check.outcome == CheckOutcome::same) return;  // same as what?
  AnsweredSighting seen{.sighting = {.sent = check.time, .received = check.time}};
  Sighting& sighting = seen.sighting;
  switch (check.outcome) {
    case CheckOutcome::failed:
      return;
    case CheckOutcome::gone:
      sighting.content = kAbsent;
      break;
    case CheckOutcome::changed:
    case CheckOutcome::back:
      sighting.content = numbers_.of_unkept();
      break;
    case CheckOutcome::same:
      sighting.content = raw.sightings.back().sighting.content;
      if (check.status == 304)
        sighting.kind = SightKind::not_modified;
      else if (check.bytes == 0)
        sighting.kind = SightKind::same_length;
      else if (options_.rule == ContentRule::strict && !check.stages.contains(kSameBytes))
        sighting.content = numbers_.of_unkept();
      break;
  }
  add(seen, {}, raw);
}

// The rate by which a page was seen to change, for pages without a belief: those of other crawlers.
std::optional<double> SightingReader::rate_of(const std::vector<Sighting>& sightings) {
  if (!prior_) prior_ = shipped_training(CountedChanges::content).prior;
  RatePosterior posterior;
  for (std::size_t i = 1; i < sightings.size(); ++i) {
    using Days = std::chrono::duration<double, std::chrono::days::period>;
    posterior.observe({.days = Days(sightings[i].sent - sightings[i - 1].sent).count(),
                       .has_changed = sightings[i].content != sightings[i - 1].content});
  }
  if (posterior.checks() == 0) return std::nullopt;
  return typical_rate(posterior.weights(*prior_));
}

}  // namespace

Result<HostSightings> read_sightings(ArchiveSession& session, const Host& host,
                                     const SightingOptions& options) {
  Catalog& catalog = session.catalog();
  SightingReader reader(session, options);
  Status status;
  const Status walked = catalog.each_page(host, [&](const PageRow& page) {
    status = reader.read(page);
    return status.has_value();
  });
  if (!walked) return std::unexpected(walked.error());
  if (!status) return std::unexpected(status.error());
  std::map<std::string, double> rates;
  const Status read = catalog.each_belief(host, [&](const PageBelief& belief) {
    if (belief.rate > 0) rates.emplace(belief.page.url, belief.rate);
    return true;
  });
  if (!read) return std::unexpected(read.error());
  return std::move(reader).finish(rates);
}

Result<HostSightings> read_sightings(ArchiveSession& session, const PageRow& page,
                                     const SightingOptions& options) {
  SightingReader reader(session, options);
  if (auto done = reader.read(page); !done) return std::unexpected(done.error());
  std::map<std::string, double> rates;
  const auto belief = session.catalog().find_belief(page.key);
  if (!belief) return std::unexpected(belief.error());
  if (*belief && (*belief)->rate > 0) rates.emplace(page.key.url, (*belief)->rate);
  return std::move(reader).finish(rates);
}

Result<Found> snapshot_at(Archive& archive, const PageRow& page, const SightPlace& place) {
  const auto rows = archive.catalog().snapshots(page.id);
  if (!rows) return std::unexpected(rows.error());
  for (const SnapshotRow& row : *rows)
    if (row.file == place.file && row.offset == place.offset)
      return Found{.page = page, .snapshot = row};
  return std::unexpected(
      Error{Errc::not_found,
            fmt::format("a snapshot of {} is not in the archive any more", page.key.url)});
}

Status each_host(Archive& archive, const std::function<Status(const Host&)>& visit) {
  std::optional<Host> last;
  Status status;
  const Status walked = archive.catalog().each_page(std::nullopt, [&](const PageRow& page) {
    if (!page.key.host || page.key.host == last) return true;
    last = page.key.host;
    status = visit(*last);
    return status.has_value();
  });
  if (!walked) return walked;
  return status;
}

}  // namespace freshet
