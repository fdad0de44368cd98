// The result of a capture as sentences and as JSON.
#include <fmt/format.h>

#include "app/capture.h"
#include "base/json.h"
#include "base/wording.h"

namespace freshet {
namespace {

std::string percent(double part, double whole) {
  return whole <= 0 ? "0 %" : fmt::format("{:.1f} %", 100 * part / whole);
}

std::string_view gap_words(CaptureGap gap) {
  switch (gap) {
    case CaptureGap::found_late:
      return "found after that instant";
    case CaptureGap::not_visited:
      return "not visited before it";
    case CaptureGap::not_revisited:
      return "not revisited";
    case CaptureGap::no_answer:
      return "without a usable answer";
    case CaptureGap::forbidden:
      return "refused by the server";
  }
  return "";
}

std::string_view end_words(CaptureEnd end) {
  switch (end) {
    case CaptureEnd::none:
      return "it has not ended";
    case CaptureEnd::all_revisited:
      return "all pages were revisited";
    case CaptureEnd::target_reached:
      return "the target share of pages is proven";
    case CaptureEnd::rounds_used_up:
      return "the rounds are used up";
    case CaptureEnd::budget_used_up:
      return "the revisit budget is used up";
    case CaptureEnd::time_used_up:
      return "the time is used up";
    case CaptureEnd::out_of_reach:
      return "the site does not answer any more";
    case CaptureEnd::nothing_visited:
      return "no page could be visited";
  }
  return "";
}

std::int64_t pages_of(const CaptureTally& tally) {
  return tally.coherent + tally.changed + tally.unknown;
}

std::string unknown_words(const CaptureResult& result) {
  std::string words = fmt::format(
      "{} unknown",
      counted(static_cast<std::uint64_t>(result.row.tally.unknown), "page is", "pages are"));
  std::string_view before = ": ";
  for (const auto& [gap, count] : result.gaps) {
    words += fmt::format("{}{} {}", before, count, gap_words(gap));
    before = ", ";
  }
  return words + ".";
}

// Why the target was not reached, in terms of the pages that prevent it.
std::string missed_words(const CaptureResult& result) {
  const CaptureRow& row = result.row;
  const auto pages = static_cast<double>(pages_of(row.tally));
  return fmt::format(
      "The target of {} was not reached ({}): {} changed between visit and revisit, {} unknown.",
      percent(row.order.target, 1), end_words(row.end),
      percent(static_cast<double>(row.tally.changed), pages),
      percent(static_cast<double>(row.tally.unknown), pages));
}

std::string pace_words(Duration slot) {
  return fmt::format("{:.2g} s", std::chrono::duration<double>(slot).count());
}

// Says what the rates of the pages allow, so that nobody repeats the same rounds in vain.
std::string outlook_words(const CaptureResult& result) {
  const CaptureOutlook& outlook = *result.outlook;
  const CaptureTally& tally = result.row.tally;
  const std::string wanted = percent(result.row.order.target, 1);
  const auto pages = static_cast<double>(pages_of(tally));
  if (static_cast<double>(tally.unknown) > (1 - result.row.order.target) * pages)
    return fmt::format("As long as so many pages are unknown, {} cannot be reached.", wanted);
  const std::string now = fmt::format(
      "By the rates of its pages a capture with a request every {} is expected to "
      "prove {}",
      pace_words(outlook.slot), percent(outlook.expected, 1));
  if (!outlook.slot_needed) return fmt::format("{}; {} at no pace that was tried.", now, wanted);
  if (*outlook.slot_needed >= outlook.slot) return now + "; another attempt may reach it.";
  return fmt::format("{}; {} would take one every {}.", now, wanted,
                     pace_words(*outlook.slot_needed));
}

void write_row(const CaptureRow& row, JsonWriter& json) {
  const auto time = [&](std::string_view key, const std::optional<Time>& value) {
    json.key(key);
    if (value)
      json.value(iso_time(*value));
    else
      json.null();
  };
  const auto seconds = [](Duration duration) {
    return std::chrono::duration<double>(duration).count();
  };
  json.key("name").value(row.name).key("seeds").begin_array();
  for (const std::string& seed : row.order.seeds) json.value(seed);
  json.end_array().key("hosts").begin_array();
  for (const Host& host : row.hosts) json.value(host.key());
  json.end_array().key("policy").value(row.order.policy).key("eta").value(row.order.eta);
  json.key("revisit_budget");
  if (row.order.revisits_max)
    json.value(*row.order.revisits_max);
  else
    json.null();
  json.key("until_coherent").value(row.order.target).key("rounds").value(row.order.rounds_max);
  json.key("within").value(seconds(row.order.time_max));
  json.key("whole").value(row.order.asks_whole);
  json.key("state").value(name_of(row.stage)).key("outcome").value(name_of(row.end));
  time("began", row.began);
  time("ended", row.ended);
  json.key("round").value(row.round);
  time("instant_from", row.instant_from);
  time("instant_until", row.instant_until);
  json.key("pages").value(pages_of(row.tally)).key("visited").value(row.tally.visited);
  json.key("revisited").value(row.tally.revisited).key("coherent").value(row.tally.coherent);
  json.key("changed").value(row.tally.changed).key("unknown").value(row.tally.unknown);
  json.key("requests").value(row.requests).key("pauses").value(row.pauses);
  json.key("paused").value(seconds(row.paused)).key("pause_cost").value(row.pause_cost);
}

}  // namespace

std::string state_words(const CaptureRow& row) {
  if (row.stage == CaptureStage::ended) return fmt::format("ended: {}", end_words(row.end));
  return fmt::format("{}, round {}, unfinished", name_of(row.stage), row.round);
}

std::vector<std::string> capture_words(const CaptureResult& result) {
  const CaptureRow& row = result.row;
  const CaptureTally& tally = row.tally;
  const auto count = [](std::int64_t pages) {
    return counted(static_cast<std::uint64_t>(pages), "page", "pages");
  };
  std::vector<std::string> words;
  if (!row.instant_from) {
    words.push_back(
        fmt::format("{} visited, none revisited: nothing is proven.", count(tally.visited)));
  } else {
    words.push_back(fmt::format(
        "Proven for {} UTC: {} of {} ({}).", second_words(*row.instant_from), tally.coherent,
        count(pages_of(tally)),
        percent(static_cast<double>(tally.coherent), static_cast<double>(pages_of(tally)))));
    words.push_back(fmt::format("{} changed between visit and revisit.", count(tally.changed)));
    words.push_back(unknown_words(result));
  }
  if (row.pauses > 0)
    words.push_back(
        fmt::format("The capture was interrupted {}, for {} min in total, at an estimated cost of "
                    "{:.1f} pages.",
                    counted(static_cast<std::uint64_t>(row.pauses), "time", "times"),
                    std::chrono::ceil<std::chrono::minutes>(row.paused).count(), row.pause_cost));
  const bool has_missed = row.stage == CaptureStage::ended && row.order.target > 0 &&
                          row.end != CaptureEnd::target_reached;
  if (has_missed) {
    words.push_back(missed_words(result));
    if (result.outlook) words.push_back(outlook_words(result));
    return words;
  }
  if (row.stage == CaptureStage::ended)
    words.push_back(
        fmt::format("The capture \"{}\" has ended: {}; {} and {}.", row.name, end_words(row.end),
                    counted(static_cast<std::uint64_t>(row.round), "round", "rounds"),
                    counted(static_cast<std::uint64_t>(row.requests), "request", "requests")));
  else
    words.push_back(fmt::format(
        "The capture \"{}\" is unfinished; run the same command to resume it.", row.name));
  return words;
}

std::string progress_words(const CaptureView& view) {
  const CaptureTally& tally = view.tally;
  const std::int64_t pages = pages_of(tally);
  std::string words = view.round > 1 ? fmt::format("round {}: ", view.round) : "";
  if (view.stage == CaptureStage::visiting)
    words += fmt::format("visited {}, {} waiting", pages - view.waiting, view.waiting);
  else
    words += fmt::format("visited {}, revisited {}, {} waiting; proven so far {} of {} ({})",
                         tally.visited, tally.revisited, view.waiting, tally.coherent,
                         tally.coherent + tally.changed,
                         percent(static_cast<double>(tally.coherent),
                                 static_cast<double>(tally.coherent + tally.changed)));
  if (view.expected_end)
    words += fmt::format("; until about {} UTC", second_words(*view.expected_end).substr(11, 5));
  return words;
}

std::string to_json(const CaptureRow& row) {
  JsonWriter json;
  json.begin_object();
  write_row(row, json);
  return json.end_object().take();
}

std::string to_json(const CaptureResult& result) {
  JsonWriter json;
  json.begin_object();
  write_row(result.row, json);
  json.key("unknown_because").begin_object();
  for (const auto& [gap, count] : result.gaps) json.key(name_of(gap)).value(count);
  json.end_object().key("outlook");
  if (result.outlook) {
    const auto seconds = [](Duration each) { return std::chrono::duration<double>(each).count(); };
    json.begin_object().key("slot").value(seconds(result.outlook->slot));
    json.key("expected").value(result.outlook->expected).key("slot_needed");
    if (result.outlook->slot_needed)
      json.value(seconds(*result.outlook->slot_needed));
    else
      json.null();
    json.end_object();
  } else {
    json.null();
  }
  return json.key("stopped").value(result.was_stopped).end_object().take();
}

}  // namespace freshet
