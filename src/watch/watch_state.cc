#include "watch/watch_state.h"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/json.h"

namespace freshet {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kStateLinesMax = 100'000;
constexpr std::size_t kCandidateHunksMax = 1000;
constexpr std::array<std::string_view, 3> kTroubleNames = {"none", "error", "gone"};

void write_hashes(JsonWriter& json, std::string_view key,
                  const std::vector<std::uint64_t>& hashes) {
  json.key(key).begin_array();
  for (const std::uint64_t hash : hashes) json.value(hash);
  json.end_array();
}

// A line without links is a text, another one an array of its text and links.
void write_lines(JsonWriter& json, const WatchLines& lines) {
  json.key("told").begin_array();
  for (const WatchLine& line : lines) {
    if (line.links.empty()) {
      json.value(line.text);
      continue;
    }
    json.begin_array().value(line.text);
    for (const std::string& link : line.links) json.value(link);
    json.end_array();
  }
  json.end_array();
}

// Reads members of an object. The first one of the wrong type is the error.
class StateReader {
 public:
  explicit StateReader(const Json& object) : object_(object) {}

  const std::string& error() const { return error_; }

  void text(const char* key, std::string& out) {
    if (const Json* member = find(key)) {
      if (member->is_string())
        out = member->get_ref<const std::string&>();
      else
        fail(key, "a text");
    }
  }

  void truth(const char* key, bool& out) {
    if (const Json* member = find(key)) {
      if (member->is_boolean())
        out = member->get<bool>();
      else
        fail(key, "true or false");
    }
  }

  void count(const char* key, int& out) {
    constexpr std::int64_t kMax = std::numeric_limits<int>::max();
    if (const Json* member = find(key)) {
      if (member->is_number_unsigned() && member->get<std::uint64_t>() <= kMax)
        out = member->get<int>();
      else
        fail(key, "a count");
    }
  }

  void hash(const char* key, std::uint64_t& out) {
    if (const Json* member = find(key)) {
      if (member->is_number_unsigned())
        out = member->get<std::uint64_t>();
      else
        fail(key, "a hash");
    }
  }

  void number(const char* key, std::optional<double>& out) {
    if (const Json* member = find(key)) {
      if (member->is_number())
        out = member->get<double>();
      else
        fail(key, "a number");
    }
  }

  void moment(const char* key, std::optional<Time>& out) {
    if (const Json* member = find(key)) {
      const auto time =
          member->is_string() ? parse_time(member->get_ref<const std::string&>()) : std::nullopt;
      if (time)
        out = *time;
      else
        fail(key, "a time");
    }
  }

  void trouble(const char* key, WatchTrouble& out) {
    std::string name;
    text(key, name);
    if (name.empty()) return;
    for (std::size_t i = 0; i < kTroubleNames.size(); ++i) {
      if (kTroubleNames[i] != name) continue;
      out = static_cast<WatchTrouble>(i);
      return;
    }
    fail(key, "none, error or gone");
  }

  void hashes(const char* key, std::vector<std::uint64_t>& out, std::size_t count_max) {
    const Json* member = find(key);
    if (member == nullptr) return;
    if (!member->is_array() || member->size() > count_max) return fail(key, "a list of hashes");
    for (const Json& each : *member) {
      if (!each.is_number_unsigned()) return fail(key, "a list of hashes");
      out.push_back(each.get<std::uint64_t>());
    }
  }

  void lines(const char* key, WatchLines& out) {
    const Json* member = find(key);
    if (member == nullptr) return;
    if (!member->is_array() || member->size() > kStateLinesMax) return fail(key, "a list of lines");
    for (const Json& each : *member)
      if (!read_line(each, out)) return fail(key, "a list of lines");
  }

 private:
  static bool read_line(const Json& value, WatchLines& out) {
    if (value.is_string()) {
      out.push_back({.text = value.get<std::string>()});
      return true;
    }
    if (!value.is_array() || value.size() < 2) return false;
    WatchLine line;
    for (const Json& each : value) {
      if (!each.is_string()) return false;
      if (&each == &value.front())
        line.text = each.get<std::string>();
      else
        line.links.push_back(each.get<std::string>());
    }
    out.push_back(std::move(line));
    return true;
  }

  const Json* find(const char* key) const {
    const auto found = object_.find(key);
    return found == object_.end() || found->is_null() ? nullptr : &*found;
  }

  void fail(std::string_view key, std::string_view expected) {
    if (error_.empty())
      error_ = fmt::format("the state of a watch is damaged: \"{}\" is not {}", key, expected);
  }

  const Json& object_;
  std::string error_;
};

}  // namespace

std::string to_json(const WatchState& state) {
  JsonWriter json;
  json.begin_object();
  if (state.told_at) json.key("told_at").value(iso_time(*state.told_at));
  json.key("told_version").value(state.told_version);
  json.key("told_title").value(state.told_title);
  write_lines(json, state.told);
  json.key("told_stands_in").value(state.told_stands_in);
  json.key("compared_by").value(state.compared_by);
  if (state.told_number) json.key("told_number").value(*state.told_number);
  if (state.number) json.key("number").value(*state.number);
  json.key("candidate").value(state.candidate);
  json.key("candidate_checks").value(state.candidate_checks);
  json.key("judged_checks").value(state.judged_checks);
  json.key("missing_checks").value(state.missing_checks);
  json.key("part_is_lost").value(state.part_is_lost);
  json.key("told_trouble").value(kTroubleNames[static_cast<std::size_t>(state.told_trouble)]);
  json.key("trouble_checks").value(state.trouble_checks);
  json.key("gone_checks").value(state.gone_checks);
  json.key("problem").value(state.problem);
  write_hashes(json, "candidate_hunks", state.candidate_hunks);
  write_hashes(json, "seen_lines", state.seen_lines);
  write_hashes(json, "noisy_places", state.noisy_places);
  write_hashes(json, "removed_lines", state.removed_lines);
  json.end_object();
  return json.take();
}

Result<WatchState> read_watch_state(std::string_view json) {
  const auto damaged = [](std::string_view problem) {
    return std::unexpected(Error{Errc::corrupt, std::string(problem)});
  };
  if (json.size() > kWatchStateBytesMax) return damaged("the state of a watch is too long");
  // Deeper values are no members of a state, and the library would destroy them by recursion.
  constexpr int kDepthMax = 3;
  const auto is_shallow = [](int depth, Json::parse_event_t, Json&) { return depth <= kDepthMax; };
  const Json object = Json::parse(json, is_shallow, false);
  if (!object.is_object()) return damaged("the state of a watch is damaged: it is no JSON object");
  StateReader reader(object);
  WatchState state;
  reader.moment("told_at", state.told_at);
  reader.text("told_version", state.told_version);
  reader.text("told_title", state.told_title);
  reader.lines("told", state.told);
  reader.truth("told_stands_in", state.told_stands_in);
  reader.hash("compared_by", state.compared_by);
  reader.number("told_number", state.told_number);
  reader.number("number", state.number);
  reader.hash("candidate", state.candidate);
  reader.count("candidate_checks", state.candidate_checks);
  reader.hashes("candidate_hunks", state.candidate_hunks, kCandidateHunksMax);
  reader.count("judged_checks", state.judged_checks);
  reader.count("missing_checks", state.missing_checks);
  reader.truth("part_is_lost", state.part_is_lost);
  reader.trouble("told_trouble", state.told_trouble);
  reader.count("trouble_checks", state.trouble_checks);
  reader.count("gone_checks", state.gone_checks);
  reader.text("problem", state.problem);
  reader.hashes("seen_lines", state.seen_lines, kSeenLinesMax);
  reader.hashes("noisy_places", state.noisy_places, kNoisyPlacesMax);
  reader.hashes("removed_lines", state.removed_lines, kRemovedLinesMax);
  if (!reader.error().empty()) return damaged(reader.error());
  return state;
}

}  // namespace freshet
