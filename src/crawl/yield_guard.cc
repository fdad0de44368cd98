#include "crawl/yield_guard.h"

#include <algorithm>
#include <span>

namespace freshet {
namespace {

constexpr int kEarned = 2;
constexpr int kSpent = 1;
constexpr int kHostGrants = 8;   // grants of the host as a whole
constexpr int kTrialsShare = 4;  // one in this many of a grant may be tried at the end
constexpr std::size_t kKindsMax = 8192;
constexpr std::size_t kAnswersMax = 8192;

// A kind is proven after this many pages with a third of them useful.
constexpr std::uint32_t kPagesToProve = 4;
constexpr std::uint32_t kUsefulShare = 3;

// The promise of a folder: the share of useful pages in the folder around it, which counts as
// this many pages.
constexpr double kShareAtFirst = 1.0 / 3;
constexpr double kWeightOfWider = 2;

std::uint32_t trials_of(int grant) {
  return static_cast<std::uint32_t>(std::max(grant / kTrialsShare, 1));
}

}  // namespace

YieldGuard::YieldGuard(std::size_t grant)
    : grant_(static_cast<int>(std::clamp<std::size_t>(grant, 1, 1'000'000))) {}

int YieldGuard::grant_of(std::uint64_t key) const {
  return key == kind_of_host() ? kHostGrants * grant_ : grant_;
}

YieldGuard::Kind& YieldGuard::kind(std::uint64_t key) {
  const auto known = kinds_.find(key);
  if (known != kinds_.end()) return known->second;
  // Most kinds of a trap occur once.
  for (std::uint32_t judged = 1; kinds_.size() >= kKindsMax; judged *= 2)
    std::erase_if(kinds_, [&](const auto& entry) { return entry.second.judged <= judged; });
  const int grant = grant_of(key);
  return kinds_.emplace(key, Kind{.credit = grant, .trials = trials_of(grant)}).first->second;
}

const YieldGuard::Kind* YieldGuard::find(std::uint64_t key) const {
  const auto known = kinds_.find(key);
  return known == kinds_.end() ? nullptr : &known->second;
}

// Calls `act` with each kind that makes the URL wait. Returns true if there was one.
template <class Act>
bool YieldGuard::each_spent(const UrlKinds& kinds, const Act& act) const {
  bool is_any = false;
  const auto look_at = [&](std::uint64_t key) {
    const Kind* known = find(key);
    if (known == nullptr || known->credit > 0) return;
    is_any = true;
    act(key, *known);
  };
  for (const UrlKinds::Argument& argument : kinds.arguments)
    if (asked_.contains_hash(argument.rest) || asked_.contains_hash(argument.variant))
      look_at(argument.name);
  look_at(kinds.exact);
  if (is_proven(kinds.exact)) return is_any;
  const auto narrow = std::span(kinds.wide).first(kinds.narrow);
  std::ranges::for_each(narrow, look_at);
  if (std::ranges::any_of(narrow, [&](std::uint64_t key) { return is_proven(key); })) return is_any;
  std::ranges::for_each(std::span(kinds.wide).subspan(kinds.narrow), look_at);
  return is_any;
}

bool YieldGuard::is_proven(std::uint64_t key) const {
  const Kind* known = find(key);
  return known != nullptr && known->judged >= kPagesToProve &&
         known->useful * kUsefulShare >= known->judged;
}

double YieldGuard::promise(const std::vector<std::uint64_t>& folders) const {
  double share = kShareAtFirst;
  for (const std::uint64_t folder : folders) {
    const Kind* known = find(folder);
    if (known == nullptr) break;
    share = (std::min(known->useful, known->judged) + kWeightOfWider * share) /
            (known->judged + kWeightOfWider);
  }
  return share;
}

YieldGuard::Verdict YieldGuard::verdict(const UrlKinds& kinds) const {
  bool is_closed = false;
  const bool is_spent =
      each_spent(kinds, [&](std::uint64_t, const Kind& known) { is_closed |= known.trials == 0; });
  if (!is_spent) return Verdict::go;
  return is_closed ? Verdict::closed : Verdict::wait;
}

bool YieldGuard::take_trial(const UrlKinds& kinds) {
  if (verdict(kinds) == Verdict::closed) return false;
  std::vector<std::uint64_t> spent;
  each_spent(kinds, [&](std::uint64_t key, const Kind&) { spent.push_back(key); });
  for (const std::uint64_t key : spent) --kind(key).trials;
  return true;
}

void YieldGuard::earn(std::uint64_t key, int credit) {
  Kind& known = kind(key);
  // A successful trial is returned, with one more.
  if (known.credit == 0) known.trials = std::min(known.trials + 2, trials_of(grant_of(key)));
  known.credit = std::min(known.credit + credit, grant_of(key));
  ++known.useful;
}

void YieldGuard::spend(std::uint64_t key) {
  Kind& known = kind(key);
  known.credit = std::max(known.credit - kSpent, 0);
}

void YieldGuard::count(std::uint64_t key) { ++kind(key).judged; }

template <class Act>
void YieldGuard::each(const UrlKinds& kinds, const Act& act) {
  act(kinds.exact);
  for (const std::uint64_t wide : kinds.wide) act(wide);
  for (const std::uint64_t folder : kinds.folders) act(folder);
}

// Finds the arguments without which the URL would have the same page. Returns true if there are
// any.
bool YieldGuard::blame_arguments(const UrlKinds& kinds, std::uint64_t fingerprint,
                                 std::uint16_t like) {
  bool is_any = false;
  for (const UrlKinds::Argument& argument : kinds.arguments) {
    for (const std::uint64_t other : {argument.rest, argument.variant}) {
      const auto answer = answers_.find(other);
      if (answer == answers_.end()) continue;
      const bool is_same =
          answer->second.fingerprint == fingerprint || (like != 0 && answer->second.page == like);
      if (!is_same) continue;
      is_any = true;
      count(argument.name);
      spend(argument.name);
      break;
    }
  }
  return is_any;
}

bool YieldGuard::observe(const UrlKinds& kinds, const PageBlocks& page) {
  ContentIndex::Judgement judged = index_.add(page, kinds.family);
  // The texts of earlier visits are not stored. Without this a trap would look new in each.
  if (remembered_.contains(page.fingerprint)) judged.verdict = ContentIndex::Verdict::repeated;
  each(kinds, [&](std::uint64_t key) { kind(key).last = page.fingerprint; });
  const bool is_fresh = judged.verdict == ContentIndex::Verdict::fresh;
  if (is_fresh) {
    each(kinds, [&](std::uint64_t key) { count(key), earn(key, kEarned); });
    for (const UrlKinds::Argument& argument : kinds.arguments)
      if (asked_.contains_hash(argument.rest) || asked_.contains_hash(argument.variant))
        count(argument.name), earn(argument.name, kEarned);
  } else if (judged.verdict == ContentIndex::Verdict::repeated) {
    if (blame_arguments(kinds, page.fingerprint, judged.like))
      count(kind_of_host()), spend(kind_of_host());
    else
      each(kinds, [&](std::uint64_t key) { count(key), spend(key); });
  }
  remember(kinds, Answer{.fingerprint = page.fingerprint, .page = judged.page});
  return is_fresh;
}

void YieldGuard::observe_nothing(const UrlKinds& kinds) {
  each(kinds, [&](std::uint64_t key) { count(key), spend(key); });
  remember(kinds, std::nullopt);
}

void YieldGuard::observe_use(const UrlKinds& kinds) {
  each(kinds, [&](std::uint64_t key) { earn(key, kSpent + kEarned); });
  for (const UrlKinds::Argument& argument : kinds.arguments)
    if (find(argument.name) != nullptr) earn(argument.name, kSpent + kEarned);
}

void YieldGuard::remember(const UrlKinds& kinds, const std::optional<Answer>& answer) {
  if (answers_.size() >= kAnswersMax) answers_.clear();
  asked_.insert_hash(kinds.url);
  if (answer) answers_[kinds.url] = *answer;
  for (const UrlKinds::Argument& argument : kinds.arguments) {
    asked_.insert_hash(argument.variant);
    if (answer) answers_[argument.variant] = *answer;
  }
}

std::vector<YieldGuard::Record> YieldGuard::records() const {
  std::vector<Record> all;
  for (const auto& [key, known] : kinds_)
    if (known.judged > 1)
      all.push_back({.kind = key,
                     .credit = known.credit,
                     .judged = known.judged,
                     .useful = known.useful,
                     .trials = known.trials,
                     .last = known.last});
  std::ranges::sort(all, [](const Record& a, const Record& b) {
    return a.judged != b.judged ? a.judged > b.judged : a.kind < b.kind;
  });
  if (all.size() > kRememberedMax) all.resize(kRememberedMax);
  return all;
}

void YieldGuard::restore(const Record& record) {
  Kind& known = kind(record.kind);
  known.credit = std::clamp(record.credit, 0, grant_of(record.kind));
  known.judged = record.judged;
  known.useful = record.useful;
  known.trials = std::min(known.trials, record.trials);
  known.last = record.last;
  if (record.last != 0) remembered_.insert(record.last);
}

void YieldGuard::restore_alike(std::uint64_t key, std::size_t alike) {
  Kind& known = kind(key);
  known.credit -= static_cast<int>(std::min<std::size_t>(alike, static_cast<std::size_t>(grant_)));
  known.judged += static_cast<std::uint32_t>(alike);
}

std::size_t YieldGuard::bytes() const {
  constexpr std::size_t kBytesOfNode = 56;
  return index_.bytes() + asked_.bytes() + (kinds_.size() + answers_.size()) * kBytesOfNode;
}

}  // namespace freshet
