#include "cli/coherence_request.h"

#include <algorithm>

#include "app/compare_captures.h"
#include "app/page_lookup.h"
#include "cli/archive_access.h"

namespace freshet {
namespace {

ContentRule asked_rule(const Arguments& arguments) {
  return arguments.has("--strict") ? ContentRule::strict : ContentRule::judged;
}

// Leaves only the host of --host; of several, all stay if it is not given.
CommandResult keep_asked_host(const Arguments& arguments, std::vector<Host>& hosts) {
  const auto& named = arguments.value("--host");
  if (!named) return {};
  const auto key = parse_host("--host", *named);
  if (!key) return failure_of(key.error());
  hosts = {*Host::from_key(*key)};
  return {};
}

}  // namespace

std::expected<AskedSites, Failure> asked_sites(const Arguments& arguments,
                                               ArchiveSession& session) {
  AskedSites asked{.request = {.rule = asked_rule(arguments)}, .hosts = {}};
  if (const auto& name = arguments.value("--capture")) {
    const auto capture = find_capture(session, *name);
    if (!capture) return could_not(capture.error());
    asked.request = request_of_capture(*capture, asked.request.rule);
    asked.hosts = capture->hosts;
  } else if (!arguments.has("--host")) {
    const Status read = each_host(session.archive(), [&](const Host& host) -> Status {
      asked.hosts.push_back(host);
      return {};
    });
    if (!read) return could_not(read.error());
  }
  if (auto kept = keep_asked_host(arguments, asked.hosts); !kept)
    return std::unexpected(kept.error());
  if (const auto& at = arguments.value("--at")) {
    const auto time = parse_start("--at", *at);
    if (!time) return failure_of(time.error());
    asked.request.at = *time;
  }
  asked.request.wants_differences = arguments.has("--html");
  return asked;
}

CommandResult print_comparison(const Session& session, ArchiveSession& opened) {
  const Arguments& arguments = session.arguments;
  if (!arguments.value("CAPTURE"))
    return wrong_usage("--compare takes two captures: --compare A B");
  for (const std::string_view flag : {"--capture", "--host", "--at", "--html", "--graphml"})
    if (arguments.has(flag))
      return wrong_usage("--compare and " + std::string(flag) + " cannot be combined");
  const auto found = compare_captures(opened, *arguments.value("--compare"),
                                      *arguments.value("CAPTURE"), asked_rule(arguments));
  if (!found) return could_not(found.error());
  const bool is_json = arguments.has("--json");
  const PagesShown pages = arguments.has("--pages") ? PagesShown::yes : PagesShown::no;
  std::string out;
  for (const HostComparison& each : *found)
    out += is_json ? (out.empty() ? "[" : ",\n") + to_json(each) : comparison_text(each, pages);
  session.out.write(out + (is_json ? "]\n" : ""));
  return {};
}

}  // namespace freshet
