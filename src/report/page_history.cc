#include "report/page_history.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "base/json.h"
#include "base/wording.h"
#include "change/judge.h"
#include "report/calendar.h"
#include "report/words.h"

namespace freshet {
namespace {

constexpr double kCountMax = 1e9;  // of what a stage may have counted

// A number of a stage; 0 if it is not there or no count.
double stage_number(const nlohmann::json& stages, const char* stage, const char* name) {
  const auto found = stages.find(stage);
  if (found == stages.end() || !found->is_object()) return 0;
  const auto number = found->find(name);
  if (number == found->end() || !number->is_number()) return 0;
  const double value = number->get<double>();
  return value > 0 && value <= kCountMax ? value : 0;
}

std::uint64_t stage_count(const nlohmann::json& stages, const char* stage, const char* name) {
  return static_cast<std::uint64_t>(stage_number(stages, stage, name));
}

std::string joined(std::initializer_list<std::string> phrases) {
  std::string out;
  for (const std::string& phrase : phrases) {
    if (phrase.empty()) continue;
    if (!out.empty()) out += ", ";
    out += phrase;
  }
  return out;
}

// Of a poll of a page in baskets mode.
std::string poll_words(const nlohmann::json& stages) {
  if (!stages.contains("poll")) return "";
  const double hours = stage_number(stages, "poll", "basket_hours");
  return fmt::format("polled, change value {:g}{}", stage_number(stages, "poll", "change_value"),
                     hours == 0 ? "" : fmt::format(", basket of {:g} h", hours));
}

std::string seen_words(const PageHistory& history) {
  std::string out =
      fmt::format("  first seen {}; {} kept\n", moment_words(history.first_seen, history.now),
                  counted(history.versions, "version", "versions"));
  if (!history.belief) return out;
  const PageBelief& belief = *history.belief;
  const auto checks = static_cast<std::uint64_t>(std::max<std::int64_t>(belief.checks, 0));
  out += fmt::format("  {} with a result, {} found a change\n", counted(checks, "check", "checks"),
                     belief.changes);
  if (belief.changed)
    out += fmt::format("  last change found {}\n", moment_words(*belief.changed, history.now));
  return out;
}

std::string belief_words(const PageBelief& belief) {
  std::string out = fmt::format("  it changes about {}\n",
                                rate_words(belief.rate, belief.rate_low, belief.rate_high));
  if (belief.group > 0) {
    out += fmt::format("  change-rate group {}, 1 is the fastest", belief.group);
    if (belief.first_group > 0)
      out += fmt::format("; at first sight {}, a change {}",
                         belief.first_group == belief.group
                             ? std::string("the same")
                             : fmt::format("group {}", belief.first_group),
                         pace_words(belief.first_rate));
    out += "\n";
  }
  return out;
}

std::string next_words(const PageHistory& history) {
  const PageBelief& belief = *history.belief;
  if (belief.state == PageState::faded) return "  it is gone; re-checks have ended\n";
  if (!belief.next_check) return "  no check is planned; freshet refresh plans checks\n";
  const std::string when =
      *belief.next_check <= history.now
          ? fmt::format("due since {} UTC", minute_words(*belief.next_check))
          : fmt::format("at {}", moment_words(*belief.next_check, history.now));
  if (belief.state == PageState::gone) {
    return fmt::format("  it is gone (not found by {} in a row); next re-check {}\n",
                       counted(static_cast<std::uint64_t>(std::max<std::int64_t>(belief.misses, 0)),
                               "check", "checks"),
                       when);
  }
  std::string out = fmt::format("  next check {}\n", when);
  if (!belief.why.empty()) out += fmt::format("    because: {}\n", visible(belief.why));
  return out;
}

std::string check_line(const PageCheck& check) {
  const bool has_class = check.outcome == CheckOutcome::changed ||
                         (check.outcome == CheckOutcome::same && check.change != 0);
  std::string line =
      fmt::format("  {}  {:<7}  {:<9} {:>3}  {}", second_words(check.time),
                  outcome_name(check.outcome), has_class ? stored_class_text(check.change) : "",
                  check.status == 0 ? "-" : fmt::format("{}", check.status),
                  joined({check.score > 0 ? fmt::format("score {:.2f}", check.score) : "",
                          stage_words(check.stages)}));
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

void write_time(JsonWriter& json, const char* name, const std::optional<Time>& time) {
  json.key(name);
  time ? json.value(iso_time(*time)) : json.null();
}

void write_belief(JsonWriter& json, const PageBelief& belief) {
  json.begin_object().key("state").value(state_text(belief.state));
  json.key("changes_per_day").value(belief.rate).key("low").value(belief.rate_low);
  json.key("high").value(belief.rate_high).key("group").value(belief.group);
  json.key("first_group").value(belief.first_group).key("first_rate").value(belief.first_rate);
  json.key("checks").value(belief.checks).key("changes").value(belief.changes);
  json.key("misses").value(belief.misses).key("weight").value(belief.weight);
  write_time(json, "checked", belief.checked);
  write_time(json, "changed", belief.changed);
  write_time(json, "next_check", belief.next_check);
  json.key("why").value(belief.why).end_object();
}

// The stages as they were written: objects of findings and numbers. Other text is left out.
void write_stages(JsonWriter& json, std::string_view text) {
  const auto stages = nlohmann::ordered_json::parse(text, nullptr, false);
  json.key("stages").begin_object();
  if (stages.is_object()) {
    for (const auto& [name, stage] : stages.items()) {
      if (!stage.is_object()) continue;
      json.key(name).begin_object();
      for (const auto& [key, value] : stage.items()) {
        if (value.is_number()) json.key(key).value(value.get<double>());
        if (value.is_string()) json.key(key).value(value.get<std::string>());
      }
      json.end_object();
    }
  }
  json.end_object();
}

}  // namespace

std::string_view state_text(PageState state) {
  switch (state) {
    case PageState::scheduled:
      return "watched";
    case PageState::gone:
      return "gone";
    case PageState::faded:
      return "faded";
  }
  return "unknown";
}

std::string_view stored_class_text(std::uint8_t change) {
  if (change > static_cast<std::uint8_t>(ChangeClass::structure)) return "unknown";
  return change_class_text(static_cast<ChangeClass>(change));
}

std::string stage_words(std::string_view text) {
  const auto stages = nlohmann::json::parse(text, nullptr, false);
  if (!stages.is_object()) return "";
  const std::uint64_t words = stage_count(stages, "noise", "content_words");
  const std::uint64_t blocks = stage_count(stages, "noise", "content_blocks");
  const std::uint64_t links = stage_count(stages, "links", "new");
  const double similarity = stage_number(stages, "similarity", "jaccard");
  const std::uint64_t noisy = stage_count(stages, "noise", "noisy_blocks");
  return joined(
      {words == 0 ? ""
                  : counted(words, "word", "words") + " in " + counted(blocks, "block", "blocks"),
       links == 0 ? "" : counted(links, "new link", "new links"),
       noisy == 0 ? "" : counted(noisy, "block of noise", "blocks of noise"),
       similarity > 0 && similarity < 1 ? percent_words(similarity) + " alike" : "",
       poll_words(stages)});
}

std::string history_text(const PageHistory& history, std::size_t listed_max, bool in_color) {
  std::string out = bold(visible(history.url), in_color) + "\n" + seen_words(history);
  if (history.belief) out += belief_words(*history.belief) + next_words(history);
  if (history.checks.empty())
    return out + "\nIt has not been checked since it was first seen; run freshet refresh.\n";
  DayMarks marks = day_marks(history.checks);
  const auto first = std::chrono::floor<std::chrono::days>(history.first_seen);
  const Time end = std::max(history.now, history.checks.back().time);
  DayMark& seen = marks[first];
  seen = std::max(seen, DayMark::first_seen);
  out.append("\n").append(
      calendar_text(marks, first, std::chrono::floor<std::chrono::days>(end), in_color));
  const std::size_t listed = std::min(listed_max, history.checks.size());
  out += fmt::format(
      "\n{}\n",
      bold(listed == history.checks.size()
               ? fmt::format("{} (UTC)", counted(listed, "check", "checks"))
               : fmt::format("the last {} of {} checks (UTC)", listed, history.checks.size()),
           in_color));
  for (auto check = history.checks.end() - static_cast<std::ptrdiff_t>(listed);
       check != history.checks.end(); ++check)
    out += check_line(*check);
  return out;
}

std::string to_json(const PageHistory& history) {
  JsonWriter json;
  json.begin_object().key("url").value(history.url);
  json.key("first_seen").value(iso_time(history.first_seen));
  json.key("versions").value(history.versions).key("belief");
  history.belief ? write_belief(json, *history.belief) : static_cast<void>(json.null());
  json.key("checks").begin_array();
  for (const PageCheck& check : history.checks) {
    json.begin_object().key("time").value(iso_time(check.time));
    json.key("outcome").value(outcome_name(check.outcome));
    json.key("class").value(stored_class_text(check.change));
    json.key("meaningful").value(check.is_meaningful).key("score").value(check.score);
    json.key("status");
    check.status == 0 ? json.null() : json.value(check.status);
    json.key("bytes").value(check.bytes);
    write_stages(json, check.stages);
    json.end_object();
  }
  return json.end_array().end_object().take();
}

}  // namespace freshet
