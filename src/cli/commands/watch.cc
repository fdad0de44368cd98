// freshet watch: the watches of an archive.
#include <fmt/format.h>

#include "base/escape.h"
#include "cli/commands/commands.h"
#include "cli/registry_access.h"
#include "cli/watch_actions.h"
#include "cli/watch_options.h"

namespace freshet {
namespace {

struct WatchAction {
  std::string_view name;
  CommandResult (*run)(const Session& session);
};
constexpr WatchAction kWatchActions[] = {
    {"add", add_watches},       {"test", test_watch},       {"list", list_watches},
    {"show", show_watches},     {"edit", edit_watches},     {"pause", pause_watches},
    {"resume", resume_watches}, {"remove", remove_watches}, {"import", import_watches},
    {"export", export_watches}, {"apply", apply_watches}};

CommandResult run_watch(const Session& session) {
  const std::string& action = *session.arguments.value("ACTION");
  for (const WatchAction& each : kWatchActions)
    if (each.name == action) return each.run(session);
  return wrong_usage(
      fmt::format("ACTION must be add, list, show, test, edit, pause, resume, remove, import, "
                  "export or apply, not "
                  "\"{}\"",
                  visible(action)));
}

std::vector<Option> all_watch_options() {
  std::vector<Option> options = watch_options();
  options.push_back({"--text", "TEXT", "List watches with this text in URL, name, note or tags"});
  options.push_back({"--condition",
                     "HOW",
                     "List watches whose last checks went so",
                     false,
                     "",
                     {"waiting", "working", "failing", "lost"}});
  options.push_back({"--owner", "NAME", "List the watches of this person"});
  options.push_back({"--dry-run", "", "Say what an import would do"});
  options.push_back({"--prune", "", "Remove watches that are not in the file that is applied"});
  options.push_back(kPersonOption);
  options.push_back({"--json", "", "Print JSON, as the API answers it"});
  return options;
}

}  // namespace

Command watch_command() {
  return {
      .name = "watch",
      .summary = "Manage the pages that somebody wants to be told of",
      .details =
          "A watch is a page, all pages below a prefix, or a site; freshet serve checks it\n"
          "and tells its channels what changed. Without options the content of the page is\n"
          "compared, and checked when a change is likely.\n"
          "\n"
          "add URL... and edit ID... take the options that describe a watch; list, show\n"
          "ID..., pause, resume and remove ID... manage watches. test URL (or ID) fetches\n"
          "the page once and shows the lines that are compared, and what would have been\n"
          "told against the version in the archive.\n"
          "\n"
          "import FILE takes over watches of changedetection.io (directory, backup, JSON),\n"
          "urlwatch and webchanges (YAML), and says what of each it took over and what not.\n"
          "export writes all watches, tags and channels as a file without secrets, and\n"
          "apply FILE makes it so; secrets in it are env:NAME or file:/path.\n"
          "\n"
          "All of it works beside the archive, whether a server runs or not.",
      .usage = "ACTION [WORD...] [OPTIONS]",
      .operands = {{"ACTION",
                    "add, list, show, test, edit, pause, resume, remove, import, export or apply",
                    true,
                    false,
                    {"add", "list", "show", "test", "edit", "pause", "resume", "remove", "import",
                     "export", "apply"}},
                   {"WORD", "URLs, numbers of watches, or a file", false, true}},
      .options = all_watch_options(),
      .sections = {},
      .examples = {{"freshet watch add https://example.com/news --archive web",
                    "be told of changes"},
                   {"freshet watch add example.com/p --css .price --archive web", "of one part"},
                   {"freshet watch list --condition failing --archive web", "what fails?"},
                   {"freshet watch import urls.yaml --dry-run --archive web",
                    "what would be taken over?"},
                   {"freshet watch export --archive web > watches.toml", "all as a file"}},
      .run = run_watch};
}

}  // namespace freshet
