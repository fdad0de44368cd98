// freshet near: which of many pages are nearly the same.
#include "app/near.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/duplicates.h"
#include "base/escape.h"
#include "cli/archive_access.h"
#include "cli/commands/commands.h"
#include "cli/number_option.h"
#include "cli/saved_page.h"
#include "cli/selecting.h"
#include "html/text.h"

namespace freshet {
namespace {

constexpr double kThreshold = 0.8;

CommandResult add_files(const Session& session, NearCorpus& corpus) {
  const std::vector<std::string>& files = session.arguments.values("FILE");
  if (std::ranges::count(files, "-") > 1)
    return wrong_usage("only one page can come from standard input");
  for (const std::string& file : files) {
    const auto page = read_saved_page(file, "", session.config.settings);
    if (!page) return could_not(page.error().message);
    corpus.add(file, visible_text(page->text(), page->index, page->scripting));
  }
  return {};
}

CommandResult add_archive(const Session& session, NearCorpus& corpus) {
  auto selection = range_from_arguments(session.arguments);
  if (!selection) return std::unexpected(selection.error());
  auto opened = open_session(session);
  if (!opened) return std::unexpected(opened.error());
  const Status added = add_archived_texts(*opened, *std::move(selection), corpus);
  if (!added) return could_not(added.error());
  return {};
}

CommandResult print_groups(const Session& session, double threshold) {
  auto selection = range_from_arguments(session.arguments);
  if (!selection) return std::unexpected(selection.error());
  auto opened = open_session(session);
  if (!opened) return std::unexpected(opened.error());
  const auto found = find_duplicates(*opened, *std::move(selection), threshold);
  if (!found) return could_not(found.error());
  if (session.arguments.has("--json")) {
    session.out.write(to_json(*found) + "\n");
    return {};
  }
  for (const DuplicateGroup& group : found->groups) {
    session.out.write(fmt::format("{}{}\n", visible(group.original),
                                  group.is_error ? "  (tells of an error)" : ""));
    for (const std::string& url : group.copies)
      session.out.write(fmt::format("    {}\n", visible(url)));
  }
  session.out.write(fmt::format("{} pages, {} of them distinct\n", found->pages, found->distinct));
  return {};
}

CommandResult run_near(const Session& session) {
  const bool is_grouped = session.arguments.has("--groups");
  const auto threshold =
      number_of(session, "--threshold", is_grouped ? kDuplicateResemblance : kThreshold, 0.0, 1.0);
  if (!threshold) return std::unexpected(threshold.error());
  if (is_grouped && session.arguments.has("FILE"))
    return wrong_usage("--groups is for the pages of an archive, not for files");
  if (is_grouped) return print_groups(session, *threshold);
  NearCorpus corpus;
  const bool has_files = session.arguments.has("FILE");
  const auto added = has_files ? add_files(session, corpus) : add_archive(session, corpus);
  if (!added) return added;
  const std::vector<NearPair> pairs = corpus.pairs(*threshold);
  if (session.arguments.has("--json")) {
    session.out.write(to_json(pairs) + "\n");
    return {};
  }
  for (const NearPair& pair : pairs)
    session.out.write(
        fmt::format("{:.3f}  {}  {}\n", pair.similarity, visible(pair.a), visible(pair.b)));
  return {};
}

}  // namespace

Command near_command() {
  std::vector<Option> options = {
      {"--threshold", "X", "Lowest similarity, 0 to 1 (default: 0.8; of groups: 0.9)"},
      {"--groups", "", "Group the pages of an archive that say the same, by main text"},
      {"--json", "", "Print JSON: an array of {similarity, a, b}"}};
  for (const Option& option : range_options()) options.push_back(option);
  return {.name = "near",
          .summary = "List near-duplicate pages, among files or in an archive",
          .details =
              "Compares the texts of pages by their runs of three words: the similarity of two\n"
              "pages is the share of runs they have in common. Lists pairs above the threshold,\n"
              "the most similar first. Candidates are found by MinHash, so that many pages can\n"
              "be compared. Without FILE, compares the newest versions of the pages in an\n"
              "archive; with --groups only by their main text, whatever is around it.",
          .usage = "[FILE...] [OPTIONS]",
          .operands = {{"FILE", "A page; one may be - for standard input", false, true}},
          .options = std::move(options),
          .sections = {},
          .examples = {{"freshet near *.html", "near duplicates among these pages"},
                       {"freshet near --archive web --host example.com",
                        "near duplicates among the pages of a host"},
                       {"freshet near --archive web --groups",
                        "pages that say the same as another, on any host"},
                       {"freshet near *.html --threshold 0.5 --json", "pairs alike by half"}},
          .run = run_near};
}

}  // namespace freshet
