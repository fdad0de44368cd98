#include "refresh/basket_watch.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/wording.h"

namespace freshet {
namespace {

constexpr double kEarlyHours = 1.0 / 60;  // a poll may come so much before its moment
constexpr double kDayHours = 24;
constexpr double kCountMax = 1e9;  // of elements that a record may speak of

using Hours = std::chrono::duration<double, std::chrono::hours::period>;

Duration of_hours(double hours) { return std::chrono::duration_cast<Duration>(Hours(hours)); }
double hours_of(Duration duration) { return Hours(duration).count(); }

std::string values_words(const std::vector<double>& values) {
  std::string words;
  for (const double value : values)
    words += fmt::format("{}{}", words.empty() ? "" : ", ",
                         std::isnan(value) ? std::string("missed") : fmt::format("{:g}", value));
  return words;
}

// The object of a poll in the stages of a check; an empty one if there is none.
nlohmann::json poll_in(std::string_view stages) {
  auto none = nlohmann::json::object();
  if (stages.find("\"poll\"") == std::string_view::npos) return none;
  auto all = nlohmann::json::parse(stages, nullptr, false);
  if (!all.is_object()) return none;
  const auto poll = all.find("poll");
  return poll == all.end() || !poll->is_object() ? none : *poll;
}

// A count in a record; nothing if it is none.
std::optional<double> count_in(const nlohmann::json& poll, const char* name) {
  const auto found = poll.find(name);
  if (found == poll.end() || !found->is_number()) return std::nullopt;
  const double count = found->get<double>();
  if (!(count >= 0 && count <= kCountMax)) return std::nullopt;
  return count;
}

}  // namespace

void BasketWatch::begin(Time at) {
  page_ = {};
  since_ = last_ = at;
  elements_ = {};
  was_contradicted_ = false;
}

bool BasketWatch::is_too_late(Time at, const BasketOptions& options) const {
  if (page_.basket()) return false;
  const std::vector<double> polls = poll_hours(options);
  return !polls.empty() && hours_of(at - *since_) >= polls.back() * options.factor;
}

PollRecord BasketWatch::observe(Time at, bool has_changed,
                                const std::optional<ElementChanges>& elements,
                                const BasketRules& rules) {
  PollRecord record{.detected_since = at};
  if (since_ && at > *last_ && !is_too_late(at, rules.options)) {
    record.detected_since = *since_;
    if (has_changed)
      record.elements = elements.value_or(ElementChanges{.changed_elements = 1});
    else if (!page_.basket())
      record.elements = elements_;  // as it was at the poll before, so it is against the first
  }
  restore(at, record, rules);
  return record;
}

void BasketWatch::restore(Time at, const PollRecord& record, const BasketRules& rules) {
  has_polls_ = true;
  if (record.detected_since != since_) begin(record.detected_since);
  last_ = at;
  if (record.detected_since >= at) return;
  elements_ = record.elements;
  const bool had_basket = page_.basket().has_value();
  if (!had_basket) {
    const std::vector<double> polls = poll_hours(rules.options);
    const double hours = hours_of(at - *since_) + kEarlyHours;
    const auto next = [&] { return page_.change_values().size(); };
    while (next() + 1 < polls.size() && polls[next() + 1] <= hours) page_.skip_poll();
    if (next() < polls.size() && hours < polls[next()]) return;  // nobody asked for this one
  }
  page_.observe(record.elements, rules.options, rules.classify);
  if (!had_basket || page_.basket()) return;
  begin(at);
  was_contradicted_ = true;
}

void BasketWatch::disturb(Time at) {
  if (since_ && !page_.basket() && at > *since_) begin(at);
}

std::optional<Time> BasketWatch::due(const BasketRules& rules) const {
  if (!since_) return std::nullopt;
  if (page_.basket()) return *last_ + of_hours(page_.hours_to_next(rules.options));
  const std::vector<double> polls = poll_hours(rules.options);
  const std::size_t next = page_.change_values().size();
  return *since_ + of_hours(next < polls.size() ? polls[next] : page_.hours_to_next(rules.options));
}

std::optional<Time> BasketWatch::compared_with() const { return page_.basket() ? last_ : since_; }

double BasketWatch::polls_per_day(const BasketRules& rules) const {
  if (page_.basket()) return kDayHours / page_.hours_to_next(rules.options);
  const std::vector<double> polls = poll_hours(rules.options);
  if (polls.empty()) return kDayHours / rules.options.loop_hours.back();
  return kDayHours * static_cast<double>(polls.size()) / polls.back();
}

std::string BasketWatch::words(const BasketRules& rules) const {
  if (!since_) return "baskets mode: the next poll gives the version that others are compared with";
  const std::vector<double> polls = poll_hours(rules.options);
  const std::string values = values_words(page_.change_values());
  if (!page_.basket()) {
    if (polls.empty())
      return fmt::format("baskets mode: every {:g} h", page_.hours_to_next(rules.options));
    const std::size_t next = page_.change_values().size();
    std::string words =
        fmt::format("baskets mode, detected{}: poll {} of {} is next, {:g} h after {} UTC",
                    was_contradicted_ ? " again" : "", next + 1, polls.size(), polls[next],
                    second_words(*since_));
    if (!values.empty()) words += fmt::format("; change values so far: {}", values);
    return words;
  }
  std::string words = fmt::format("baskets mode: every {:g} h", page_.hours_to_next(rules.options));
  if (!polls.empty()) words += fmt::format(", since the polls saw change values of {}", values);
  const std::uint32_t changed = page_.changed_in_a_row();
  const std::uint32_t unchanged = page_.unchanged_in_a_row();
  if (changed + unchanged > 0)
    words +=
        fmt::format("; then {} in a row {} a change", counted(changed + unchanged, "poll", "polls"),
                    changed > 0 ? "with" : "without");
  return words;
}

std::string with_poll(std::string_view stages, const PollRecord& record, const BasketWatch& after,
                      const BasketRules& rules) {
  auto all = nlohmann::ordered_json::parse(stages, nullptr, false);
  if (!all.is_object()) all = nlohmann::ordered_json::object();
  const double value = change_value(record.elements, rules.options);
  auto& poll = all["poll"];
  poll["finding"] = value > rules.options.threshold ? "differs" : "same";
  poll["detected_since"] = record.detected_since.time_since_epoch().count();
  poll["new"] = record.elements.new_elements;
  poll["changed"] = record.elements.changed_elements;
  poll["missing"] = record.elements.missing_elements;
  poll["change_value"] = value;
  if (after.page().basket())
    poll["basket_hours"] = rules.options.loop_hours[*after.page().basket()];
  return all.dump();
}

std::optional<PollRecord> poll_of(std::string_view stages) {
  const auto poll = poll_in(stages);
  const auto since = poll.find("detected_since");
  if (since == poll.end() || !since->is_number_integer()) return std::nullopt;
  const auto added = count_in(poll, "new");
  const auto changed = count_in(poll, "changed");
  const auto missing = count_in(poll, "missing");
  if (!added || !changed || !missing) return std::nullopt;
  const Time time{Duration(since->get<std::int64_t>())};
  if (time < kTimeMin || time > kTimeMax) return std::nullopt;
  return PollRecord{time, {*added, *changed, *missing}};
}

std::optional<double> basket_hours_of(std::string_view stages) {
  return count_in(poll_in(stages), "basket_hours");
}

}  // namespace freshet
