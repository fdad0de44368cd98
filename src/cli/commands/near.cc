// freshet near: which of many pages are nearly the same.
#include "app/near.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

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

CommandResult run_near(const Session& session) {
  const auto threshold = number_of(session, "--threshold", kThreshold, 0.0, 1.0);
  if (!threshold) return std::unexpected(threshold.error());
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
  std::vector<Option> options = {{"--threshold", "X", "Lowest similarity, 0 to 1 (default: 0.8)"},
                                 {"--json", "", "Print JSON: an array of {similarity, a, b}"}};
  for (const Option& option : range_options()) options.push_back(option);
  return {.name = "near",
          .summary = "List near-duplicate pages, among files or in an archive",
          .details =
              "Compares the texts of pages by their runs of three words: the similarity of two\n"
              "pages is the share of runs they have in common. Lists pairs above the threshold,\n"
              "the most similar first. Candidates are found by MinHash, so that many pages can\n"
              "be compared. Without FILE, compares the newest versions of the pages in an\n"
              "archive.",
          .usage = "[FILE...] [OPTIONS]",
          .operands = {{"FILE", "A page; one may be - for standard input", false, true}},
          .options = std::move(options),
          .sections = {},
          .examples = {{"freshet near *.html", "near duplicates among these pages"},
                       {"freshet near --archive web --host example.com",
                        "near duplicates among the pages of a host"},
                       {"freshet near *.html --threshold 0.5 --json",
                        "pairs that share half of their text"}},
          .run = run_near};
}

}  // namespace freshet
