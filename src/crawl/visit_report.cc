#include "crawl/visit_report.h"

#include <charconv>
#include <nlohmann/json.hpp>

namespace freshet {
namespace {

std::optional<int> read_status(std::string_view text) {
  int status = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), status);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return status;
}

VisitState read_state(std::string_view code) {
  for (const VisitState state :
       {VisitState::complete, VisitState::partial, VisitState::failed, VisitState::left_out})
    if (code_of(state) == code) return state;
  return VisitState::unknown;
}

nlohmann::json parking_json(const ParkingNote& note) {
  return {{"name_server", note.name_server},
          {"parked", note.parked},
          {"owners", note.owners},
          {"confidence", note.confidence},
          {"probe", note.is_probe}};
}

std::optional<ParkingNote> read_parking(const nlohmann::json& read) {
  if (!read.is_object()) return std::nullopt;
  const auto number = [&](const char* name) -> std::uint64_t {
    return read.contains(name) && read[name].is_number_unsigned() ? read[name].get<std::uint64_t>()
                                                                  : 0;
  };
  ParkingNote note{.name_server = "", .parked = number("parked"), .owners = number("owners")};
  if (read.contains("name_server") && read["name_server"].is_string())
    note.name_server = read["name_server"].get<std::string>();
  if (read.contains("confidence") && read["confidence"].is_number())
    note.confidence = read["confidence"].get<double>();
  if (read.contains("probe") && read["probe"].is_boolean())
    note.is_probe = read["probe"].get<bool>();
  return note;
}

}  // namespace

std::string_view code_of(VisitState state) {
  switch (state) {
    case VisitState::unknown:
      break;
    case VisitState::complete:
      return "complete";
    case VisitState::partial:
      return "partial";
    case VisitState::failed:
      return "failed";
    case VisitState::left_out:
      return "left-out";
  }
  return "";
}

std::string VisitReport::json() const {
  nlohmann::json by_code = nlohmann::json::object();
  for (const auto& [reason, count] : dropped) by_code[std::string(code_of(reason))] = count;
  nlohmann::json urls = nlohmann::json::object();
  for (const auto& [reason, some] : examples) urls[std::string(code_of(reason))] = some;
  nlohmann::json by_status = nlohmann::json::object();
  for (const auto& [status, count] : statuses) by_status[std::to_string(status)] = count;
  nlohmann::json made = {{"state", code_of(state)},  {"why", code_of(why.cause)},
                         {"pages", pages},           {"checks", checks},
                         {"requisites", requisites}, {"bytes", bytes},
                         {"requests", requests},     {"recalled", recalled},
                         {"failures", failures},     {"failed_urls", failed_urls},
                         {"dropped", by_code},       {"statuses", by_status},
                         {"examples", urls}};
  if (why.cause == VisitCause::unknown) made["why"] = why.detail;
  if (why.count != 0) made["why_count"] = why.count;
  if (!why.detail.empty()) made["why_detail"] = why.detail;
  if (home_sketch) made["home_sketch"] = *home_sketch;
  if (parking) made["parking"] = parking_json(*parking);
  return made.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

std::optional<VisitReport> VisitReport::from_json(std::string_view text) {
  const nlohmann::json read = nlohmann::json::parse(text, nullptr, false);
  if (!read.is_object()) return std::nullopt;
  VisitReport report;
  const auto number = [&](const char* name) -> std::uint64_t {
    return read.contains(name) && read[name].is_number_unsigned() ? read[name].get<std::uint64_t>()
                                                                  : 0;
  };
  const auto words = [&](const char* name) -> std::string {
    return read.contains(name) && read[name].is_string() ? read[name].get<std::string>() : "";
  };
  report.state = read_state(words("state"));
  report.why = read_visit_reason(words("why"), static_cast<std::int64_t>(number("why_count")),
                                 words("why_detail"));
  report.pages = number("pages");
  report.checks = number("checks");
  report.requisites = number("requisites");
  report.bytes = number("bytes");
  report.requests = number("requests");
  report.recalled = number("recalled");
  report.failures = number("failures");
  if (read.contains("home_sketch") && read["home_sketch"].is_number_unsigned())
    report.home_sketch = read["home_sketch"].get<std::uint64_t>();
  report.failed_urls = number("failed_urls");
  if (read.contains("dropped") && read["dropped"].is_object())
    for (const auto& [reason, count] : read["dropped"].items())
      if (count.is_number_unsigned())
        report.dropped[read_drop_reason(reason)] += count.get<std::uint64_t>();
  if (read.contains("statuses") && read["statuses"].is_object())
    for (const auto& [status, count] : read["statuses"].items())
      if (const auto code = read_status(status); code && count.is_number_unsigned())
        report.statuses[*code] = count.get<std::uint64_t>();
  if (read.contains("examples") && read["examples"].is_object())
    for (const auto& [reason, urls] : read["examples"].items())
      for (const auto& url : urls)
        if (url.is_string())
          add_example(report.examples, read_drop_reason(reason), url.get<std::string>());
  if (read.contains("parking")) report.parking = read_parking(read["parking"]);
  return report;
}

}  // namespace freshet
