// freshet spam: which hosts of an archive are parked.
#include "app/spam.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "base/escape.h"
#include "cli/archive_access.h"
#include "cli/commands/commands.h"
#include "cli/selecting.h"

namespace freshet {
namespace {

std::string why(const Spam& spam, const HostJudgement& host) {
  if (!host.redirects_to.empty()) {
    for (const AuthorityJudgement& site : spam.report.authorities)
      if (site.site == host.redirects_to)
        return fmt::format("leads to {}, as {} {}", visible(site.site), site.redirecting,
                           site.redirecting == 1 ? "owner does" : "owners do");
  }
  constexpr std::size_t kSignsMax = 3;
  std::string reasons;
  for (const ParkingSign sign : main_signs(host.facts, kSignsMax))
    reasons += fmt::format("{}{}", reasons.empty() ? "" : "; ", meaning_of(sign));
  return reasons;
}

void write_hosts(const Session& session, const Spam& spam) {
  std::size_t parked = 0;
  for (const HostJudgement& host : spam.report.hosts) {
    if (!host.is_parked()) continue;
    ++parked;
    session.out.write(
        fmt::format("{:.2f}  {}  {}\n", host.parked, visible(host.host), why(spam, host)));
  }
  session.out.write(fmt::format("{} of {} hosts look parked\n", parked, spam.report.hosts.size()));
}

void write_servers(const Session& session, const Spam& spam) {
  bool is_first = true;
  for (const ServerJudgement& server : spam.report.servers) {
    if (server.kind != ServerKind::parking && server.kind != ServerKind::mixed) continue;
    if (is_first) session.out.write("\nname servers with parked hosts\n");
    is_first = false;
    session.out.write(fmt::format("{:8} {:.2f}  {}  {} parked, {} regular of {} hosts\n",
                                  name_of(server.kind), server.confidence,
                                  visible(server.name_server), server.parked, server.regular,
                                  server.hosts));
  }
}

CommandResult run_spam(const Session& session) {
  auto selection = range_from_arguments(session.arguments);
  if (!selection) return std::unexpected(selection.error());
  auto opened = open_session(session);
  if (!opened) return std::unexpected(opened.error());
  const auto spam = find_spam(*opened, {.selection = *std::move(selection),
                                        .uses_lists = !session.arguments.has("--no-lists")});
  if (!spam) return could_not(spam.error());
  if (session.arguments.has("--json")) {
    session.out.write(to_json(*spam) + "\n");
    return {};
  }
  write_hosts(session, *spam);
  write_servers(session, *spam);
  return {};
}

}  // namespace

Command spam_command() {
  std::vector<Option> options = {
      {"--no-lists", "", "Judge by the pages alone, without lists of parking providers"},
      {"--json", "", "Print JSON: hosts, name servers and redirect targets with their evidence"}};
  for (const Option& option : range_options()) options.push_back(option);
  return {.name = "spam",
          .summary = "List parked hosts of an archive",
          .details =
              "Judges the home page of each host: signs of parking on the page, owners on the\n"
              "same name server with the same structure and text, and sites that hosts redirect\n"
              "to. Prints each host that looks parked with a probability and the main reasons,\n"
              "then the name servers that have such hosts. Hosts whose name servers are unknown\n"
              "are grouped by their address. Nothing is fetched or changed.",
          .usage = "[OPTIONS]",
          .operands = {},
          .options = std::move(options),
          .sections = {},
          .examples = {{"freshet spam --archive web", "parked hosts and why"},
                       {"freshet spam --archive web --domain example.com --json",
                        "the evidence for the hosts of a domain"}},
          .run = run_spam};
}

}  // namespace freshet
