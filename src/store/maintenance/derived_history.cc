#include "store/maintenance/derived_history.h"

#include <limits>
#include <utility>

#include "life/page_life.h"
#include "store/snapshot_facts.h"

namespace freshet {
namespace {

constexpr std::size_t kBatchRows = 1000;

// The meaning of a snapshot on its own.
enum class Answer { version, repeats, gone, nothing };

Answer answer_of(const SnapshotRow& row) {
  if (row.kind == SnapshotKind::not_modified) return Answer::repeats;
  if (row.kind == SnapshotKind::resource && row.status == 0) return Answer::version;
  if (row.status >= 200 && row.status <= 299) return Answer::version;
  if (is_gone_status(row.status)) return Answer::gone;
  return Answer::nothing;
}

// Values of ChangeClass: cosmetic, and minor for a change that was not judged.
constexpr std::uint8_t kCosmetic = 1;
constexpr std::uint8_t kUnjudged = 2;

class Derivation {
 public:
  Derivation(const PageKey& page, std::span<const PageCheck> known) : page_(page), known_(known) {}

  void next(const SnapshotRow& row) {
    const Answer answer = answer_of(row);
    if (!version_ && answer == Answer::version) return add(row);
    if (!version_) return;
    const PageCheck check = known_check(row).value_or(judged(row, answer));
    if (answer == Answer::version) version_ = row;
    news_.checks.push_back(check);
    count(check, row);
  }

  PageNews take() {
    if (!version_) return {};
    set_life(belief_, life_);
    if (is_html_mime(version_->mime)) news_.beliefs.push_back(belief_);
    return std::move(news_);
  }

 private:
  void add(const SnapshotRow& row) {
    version_ = compared_ = row;
    belief_.page = page_;
    tell(EventKind::added, row);
  }

  std::optional<PageCheck> known_check(const SnapshotRow& row) {
    while (!known_.empty() && known_.front().time < row.time) known_ = known_.subspan(1);
    if (known_.empty() || known_.front().time != row.time) return std::nullopt;
    return known_.front();
  }

  PageCheck judged(const SnapshotRow& row, Answer answer) const {
    PageCheck check{.page = page_, .time = row.time, .status = row.status};
    if (row.kind != SnapshotKind::not_modified) check.bytes = row.payload_bytes;
    const bool was_gone = life_.is_missing();
    switch (answer) {
      case Answer::nothing:
        check.outcome = CheckOutcome::failed;
        break;
      case Answer::gone:
        check.outcome = CheckOutcome::gone;
        break;
      case Answer::repeats:
      case Answer::version:
        if (was_gone) {
          check.outcome = CheckOutcome::back;
        } else if (answer == Answer::version && row.payload != version_->payload) {
          check.outcome = CheckOutcome::changed;
          check.change = kUnjudged;
          check.is_meaningful = true;
        }
    }
    return check;
  }

  void count(const PageCheck& check, const SnapshotRow& row) {
    const LifeStep step = life_.advance(LifeObservation::of(check), GoneBackoff{});
    const bool was_gone = life_.is_missing();
    life_ = step.life;
    if (check.outcome == CheckOutcome::failed) return;
    ++belief_.checks;
    belief_.checked = check.time;
    const bool is_gone = life_.is_missing();
    const bool is_change =
        check.outcome == CheckOutcome::changed || check.outcome == CheckOutcome::back;
    belief_.unmodified = row.kind == SnapshotKind::not_modified ? belief_.unmodified + 1 : 0;
    if (is_change || step.event == LifeEvent::vanished) {
      ++belief_.changes;
      belief_.changed = check.time;
    }
    if (step.event == LifeEvent::vanished) tell(EventKind::removed, row);
    if (step.event == LifeEvent::returned) tell(EventKind::added, row);
    // Cosmetic differences are events too: followers have the text of the last copy.
    const bool is_cosmetic = check.outcome == CheckOutcome::same && check.change == kCosmetic &&
                             row.payload != compared_->payload;
    if (!was_gone && (check.outcome == CheckOutcome::changed || is_cosmetic))
      tell(EventKind::changed, row, check.change);
    if (!is_gone && (is_change || is_cosmetic)) compared_ = row;
  }

  void tell(EventKind kind, const SnapshotRow& row, std::uint8_t change = 0) {
    PageEvent event{.kind = kind, .url = page_.url, .time = row.time, .change = change};
    if (kind != EventKind::removed) event.digest = row.payload;
    if (kind != EventKind::added) {
      event.before = compared_->time;
      event.digest_before = compared_->payload;
    }
    news_.events.push_back(std::move(event));
  }

  const PageKey& page_;
  std::span<const PageCheck> known_;
  std::optional<SnapshotRow> version_;   // the last
  std::optional<SnapshotRow> compared_;  // of the last event
  PageBelief belief_;
  PageLife life_;
  PageNews news_;
};

}  // namespace

PageNews derive_history(const PageKey& page, std::span<const SnapshotRow> snapshots,
                        std::span<const PageCheck> known) {
  if (!page.host) return {};
  Derivation derivation(page, known);
  for (const SnapshotRow& row : snapshots) derivation.next(row);
  return derivation.take();
}

Status derive_histories(Catalog& catalog) {
  Commit change;
  Status status;
  std::size_t rows_pending = 0;
  const auto one_page = [&](const PageRow& page) -> Status {
    const auto rows = catalog.snapshots(page.id);
    if (!rows) return std::unexpected(rows.error());
    const auto checks = catalog.checks(page.key, std::numeric_limits<std::size_t>::max());
    if (!checks) return std::unexpected(checks.error());
    PageNews news = derive_history(page.key, *rows, *checks);
    rows_pending += news.checks.size() + news.events.size();
    if (!news.is_empty()) change.history.push_back(std::move(news));
    if (rows_pending < kBatchRows) return {};
    rows_pending = 0;
    return status_of(catalog.commit(std::exchange(change, {})));
  };
  const Status walked = catalog.each_page(std::nullopt, [&](const PageRow& page) {
    status = one_page(page);
    return status.has_value();
  });
  if (!walked) return walked;
  return status ? status_of(catalog.commit(change)) : status;
}

}  // namespace freshet
