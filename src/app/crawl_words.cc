#include "app/crawl_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/escape.h"
#include "base/wording.h"

namespace freshet {

std::string status_count_words(const StatusCounts& statuses) {
  std::string words;
  for (const auto& [status, count] : statuses)
    words += fmt::format("{}{} {}", words.empty() ? "" : ", ", count, status);
  return words;
}

ReasonCounts drop_sentences(const DropCounts& dropped) {
  ReasonCounts sentences;
  for (const auto& [reason, count] : dropped) sentences[std::string(sentence_of(reason))] += count;
  return sentences;
}

void write_left_out(const StatusCounts& statuses, const DropCounts& dropped, JsonWriter& json) {
  json.key("statuses").begin_object();
  for (const auto& [status, count] : statuses) json.key(std::to_string(status)).value(count);
  json.end_object().key("dropped").begin_object();
  for (const auto& [reason, count] : dropped) json.key(code_of(reason)).value(count);
  json.end_object();
}

std::uint64_t hosts_waiting(const HostCounts& hosts) {
  return static_cast<std::uint64_t>(
      std::max<std::int64_t>(hosts.ready + hosts.waiting + hosts.due, 0));
}

std::string_view name_of(HostPlace place) {
  switch (place) {
    case HostPlace::known:
      return "known";
    case HostPlace::ready:
      return "ready";
    case HostPlace::claimed:
      return "in visit";
    case HostPlace::waiting:
      return "waiting for its address";
    case HostPlace::due:
      return "due later";
    case HostPlace::retired:
      return "done";
  }
  return "";
}

std::string parking_words(const ParkingNote& note) {
  return fmt::format("its name server {} is judged parking: {} of {} owners there are parked",
                     visible(note.name_server), note.parked, note.owners);
}

std::string parked_hosts_words(const CrawlSummary& summary) {
  const ParkedServer& parked = summary.parked;
  std::string words;
  const auto append = [&](std::uint64_t hosts, std::string_view what) {
    if (hosts == 0) return;
    words += words.empty() ? counted(hosts, "host", "hosts") : fmt::format(", {}", hosts);
    words += what;
  };
  append(parked.left_out, " left out as parked");
  append(parked.probed, " visited to check such verdicts");
  append(parked.visited - parked.probed, " visited and marked as parked");
  return words;
}

void write_parking(const ParkingNote& note, JsonWriter& json) {
  json.key("name_server").value(note.name_server).key("parked").value(note.parked);
  json.key("owners").value(note.owners).key("confidence").value(note.confidence);
}

void write_parked_servers(const CrawlSummary& summary, JsonWriter& json) {
  json.key("parking").begin_object();
  json.key("left_out").value(summary.parked.left_out);
  json.key("visited").value(summary.parked.visited).key("probed").value(summary.parked.probed);
  json.key("name_servers").begin_array();
  for (const auto& [name, server] : summary.parked_servers) {
    json.begin_object();
    write_parking(server.newest, json);
    json.key("left_out").value(server.left_out).key("visited").value(server.visited);
    json.key("probed").value(server.probed).end_object();
  }
  json.end_array().end_object();
}

std::string visit_words(const VisitReport& report) {
  std::string pages = counted(report.pages, "page", "pages");
  if (report.checks > 0) pages += " and " + counted(report.checks, "check", "checks");
  if (report.requests == 0 && report.recalled > 0)
    return pages + "; nothing was fetched again, since the archive had it all already";
  const std::string fetched =
      fmt::format("{} in {}", pages, counted(report.requests, "request", "requests"));
  if (report.recalled == 0) return fetched;
  return fmt::format("{}; {} in the archive already and not fetched again", fetched,
                     counted(report.recalled, "more answer was", "more answers were"));
}

}  // namespace freshet
