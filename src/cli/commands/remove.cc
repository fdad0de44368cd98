// freshet remove: takes pages out of an archive for good.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/page_lookup.h"
#include "base/ascii.h"
#include "base/escape.h"
#include "base/json.h"
#include "cli/archive_access.h"
#include "cli/commands/commands.h"
#include "cli/input.h"
#include "cli/wording.h"
#include "store/rewrite.h"
#include "store/snapshot_facts.h"

namespace freshet {
namespace {

constexpr std::size_t kShownPagesMax = 10;

// What will go, as far as it is there.
struct Doomed {
  TakeDown what;
  std::vector<std::string> first_pages;  // at most kShownPagesMax
  std::uint64_t pages = 0;
  std::uint64_t snapshots = 0;

  void add(const PageRow& page) {
    ++pages;
    snapshots += static_cast<std::uint64_t>(page.snapshots);
    if (first_pages.size() < kShownPagesMax) first_pages.push_back(page.key.url);
  }
};

// Exactly the pages that are named, with both schemes if none is: not those which archives take for
// the same, since nobody asked for these.
CommandResult doom_pages(Archive& archive, const std::vector<std::string>& texts, Doomed& doomed) {
  for (const std::string& text : texts) {
    const auto urls = candidate_urls(text);
    if (!urls) return failure_of(urls.error());
    bool is_there = false;
    for (const std::string& url : *urls) {
      const auto page = archive.catalog().find_page(page_key_of(url));
      if (!page) return could_not(page.error());
      if (!*page) continue;
      is_there = true;
      const std::string& known = (*page)->key.url;
      if (std::find(doomed.what.urls.begin(), doomed.what.urls.end(), known) !=
          doomed.what.urls.end())
        continue;
      doomed.what.urls.push_back(known);
      doomed.add(**page);
    }
    if (is_there) continue;
    const auto other = find_page(archive, text);
    if (!other)
      return could_not(fmt::format("{}; nothing was removed", visible(other.error().message)));
    return could_not(fmt::format("{} is not in the archive; did you mean {}? Nothing was removed",
                                 visible(text), visible(other->page.key.url)));
  }
  return {};
}

CommandResult doom_hosts(Archive& archive, const std::vector<std::string>& texts, Doomed& doomed) {
  for (const std::string& text : texts) {
    const auto key = parse_host("--host", text);
    if (!key) return failure_of(key.error());
    const auto host = Host::from_key(*key);
    if (!host) return could_not(host.error());
    if (std::find(doomed.what.hosts.begin(), doomed.what.hosts.end(), *key) !=
        doomed.what.hosts.end())
      continue;
    const std::uint64_t before = doomed.pages;
    const auto visited = archive.catalog().each_page(*host, [&](const PageRow& page) {
      doomed.add(page);
      return true;
    });
    if (!visited) return could_not(visited.error());
    if (doomed.pages == before) {
      return could_not(
          fmt::format("no page of {} is in the archive; nothing was removed", visible(*key)));
    }
    doomed.what.hosts.push_back(*key);
  }
  return {};
}

// Asks the person at the terminal; without one the answer must have been given.
CommandResult confirm(const Session& session, const Doomed& doomed) {
  if (session.arguments.has("--yes")) return {};
  if (isatty(STDIN_FILENO) != 1 || isatty(STDERR_FILENO) != 1)
    return wrong_usage("removing cannot be undone; --yes says that it is meant");
  std::string question = fmt::format("{} of {} will be removed for good:\n",
                                     counted(doomed.snapshots, "snapshot", "snapshots"),
                                     counted(doomed.pages, "page", "pages"));
  for (const std::string& url : doomed.first_pages) question += fmt::format("  {}\n", visible(url));
  if (doomed.pages > doomed.first_pages.size())
    question += fmt::format("  and {} more\n", doomed.pages - doomed.first_pages.size());
  question += "Remove them? [y/N] ";
  std::fputs(question.c_str(), stderr);
  const std::string answer = ascii_lower(trim_ascii_whitespace(read_line_of_stdin()));
  if (answer == "y" || answer == "yes") return {};
  return could_not("nothing was removed");
}

void print_removed(const Rewritten& done, const Session& session) {
  if (session.arguments.has("--json")) {
    JsonWriter json;
    json.begin_object().key("snapshots").value(done.snapshots).key("pages").value(done.pages);
    json.key("files_rewritten").value(done.files);
    json.key("bytes_freed").value(done.bytes_freed).end_object();
    session.out.write(json.take() + "\n");
    return;
  }
  session.out.write(fmt::format(
      "{} of {} removed; {} written anew, {} freed\n"
      "Noted in removals.jsonl. Copies elsewhere (backups, exports) are not touched.\n",
      counted(done.snapshots, "snapshot", "snapshots"), counted(done.pages, "page", "pages"),
      counted(done.files, "file", "files"), size_words(done.bytes_freed)));
}

CommandResult run_remove(const Session& session) {
  const Arguments& arguments = session.arguments;
  const auto& urls = arguments.values("URL");
  const auto& hosts = arguments.values("--host");
  if (urls.empty() && hosts.empty())
    return wrong_usage("say what to remove: URLs, or --host HOST for all pages of a host");
  const auto writer = open_to_write(session, Missing::is_an_error);
  if (!writer) return std::unexpected(writer.error());
  Doomed doomed;
  doomed.what.reason = arguments.value("--reason").value_or("");
  if (const auto found = doom_pages((*writer)->archive(), urls, doomed); !found) return found;
  if (const auto found = doom_hosts((*writer)->archive(), hosts, doomed); !found) return found;
  if (const auto confirmed = confirm(session, doomed); !confirmed) return confirmed;
  const auto done = take_down(**writer, doomed.what);
  if (!done) return could_not(done.error());
  if (const auto closed = (*writer)->close(); !closed) return could_not(closed.error());
  print_removed(*done, session);
  return {};
}

}  // namespace

Command remove_command() {
  return {
      .name = "remove",
      .summary = "Take pages out of an archive for good",
      .details =
          "Every version of the pages: records, index lines, tag indexes and rows. The\n"
          "files that held them are written anew. What was removed, when and why is noted\n"
          "in removals.jsonl in the archive. Asks first, on a terminal; elsewhere --yes is\n"
          "needed. Copies elsewhere, such as backups and exports, are not touched.",
      .usage = "URL...|--host HOST [--reason TEXT] [--yes]",
      .operands = {{"URL", "A page; without scheme both of https:// and http://", false, true}},
      .options = {{"--host", "HOST", "All pages of this host; may be repeated", true},
                  {"--reason", "TEXT", "Why, for the note"},
                  {"--yes", "", "Do not ask"},
                  {"--json", "", "Print one JSON object"}},
      .sections = {},
      .examples = {{"freshet remove https://example.com/me --archive web --reason \"ticket 12\"",
                    "one page, after asking"},
                   {"freshet remove --host example.com --archive web --yes", "a whole host"}},
      .run = run_remove};
}

}  // namespace freshet
