// freshet coherence: which pages of an archive are proven for the same instant.
#include "app/coherence.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "app/new_file.h"
#include "base/disk.h"
#include "cli/archive_access.h"
#include "cli/coherence_request.h"
#include "cli/commands/commands.h"
#include "report/coherence_html.h"
#include "report/site_graph.h"

namespace freshet {
namespace {

// Writes the files that --html and --graphml name.
CommandResult write_files(const Session& session, const SiteCoherence& site) {
  const auto write = [&](std::string_view option, std::string (*make)(const SiteCoherence&)) {
    const auto& file = session.arguments.value(option);
    return file ? write_new_file(system_disk(), *file, make(site)) : Status();
  };
  if (const auto done = write("--html", coherence_html); !done) return could_not(done.error());
  if (const auto done = write("--graphml", site_graphml); !done) return could_not(done.error());
  return {};
}

CommandResult run_coherence(const Session& session) {
  const Arguments& arguments = session.arguments;
  auto opened = open_session(session);
  if (!opened) return std::unexpected(opened.error());
  if (arguments.has("--compare")) return print_comparison(session, *opened);
  if (arguments.has("CAPTURE")) return wrong_usage("a second capture is for --compare A B");
  const auto asked = asked_sites(arguments, *opened);
  if (!asked) return std::unexpected(asked.error());
  const std::vector<Host>& hosts = asked->hosts;
  const bool has_files = arguments.has("--html") || arguments.has("--graphml");
  if (has_files && hosts.size() > 1)
    return wrong_usage(
        fmt::format("--html and --graphml show one host; the archive has {}: choose one by --host",
                    hosts.size()));
  const PagesShown pages = arguments.has("--pages") ? PagesShown::yes : PagesShown::no;
  const bool is_json = arguments.has("--json");
  std::size_t shown = 0;
  for (const Host& host : hosts) {
    const auto found = assess_site(*opened, host, asked->request);
    if (!found && found.error().code == Errc::not_found && !arguments.has("--host")) continue;
    if (!found) return could_not(found.error());
    if (auto done = write_files(session, found->site); !done) return done;
    session.out.write(shown > 0 ? (is_json ? ",\n" : "\n") : (is_json ? "[" : ""));
    session.out.write(is_json ? to_json(found->site, pages) : coherence_text(found->site, pages));
    ++shown;
    if (const Status arrived = session.out.arrived(); !arrived) return could_not(arrived.error());
  }
  if (is_json) session.out.write(shown == 0 ? "[]\n" : "]\n");
  if (shown == 0 && !is_json) session.out.write("The archive has no pages with content.\n");
  return {};
}

}  // namespace

Command coherence_command() {
  return {
      .name = "coherence",
      .summary = "Report which archived pages are proven for the same instant",
      .details =
          "A page is proven for an instant if the same content was seen before and after\n"
          "it, or after it with a trusted Last-Modified before it. The report counts pages\n"
          "that are proven, probable, changed and unknown at the instant for which most\n"
          "are proven, or at TIME. It also lists the kinds of differences and gives the\n"
          "coherence measures of Spaniol (2009). Works for any archive, including imported\n"
          "ones. Nothing is fetched.",
      .usage = "[--host H | --capture NAME | --compare A B] [OPTIONS]",
      .operands = {{"CAPTURE", "The second capture of --compare", false}},
      .options = {{"--host", "HOST", "Only this host (default: each host of the archive)"},
                  {"--capture", "NAME", "Only the sightings of this capture, at its instant"},
                  {"--compare", "A", "Compare the captures A and CAPTURE"},
                  {"--at", "TIME", "Judge at this time instead of the best instant"},
                  {"--strict", "", "Compare bytes: a changed clock or counter is a change"},
                  {"--pages", "", "List every page with its evidence"},
                  {"--html", "FILE", "Also write a page with the strip and the graph of the site"},
                  {"--graphml", "FILE", "Also write the graph of the site for yEd or networkx"},
                  {"--json", "", "Print a JSON array with an object for each host"}},
      .sections = {},
      .examples = {{"freshet coherence --archive web", "how coherent is the archive?"},
                   {"freshet coherence --archive web --host example.com --at 2026-11-16 --pages",
                    "which pages are proven for that day, and why"},
                   {"freshet coherence --archive web --host example.com --html strip.html",
                    "with drawings, for a browser"},
                   {"freshet coherence --archive web --compare monday tuesday",
                    "how the pages changed between two captures"}},
      .run = run_coherence};
}

}  // namespace freshet
