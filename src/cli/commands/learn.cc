// freshet learn: trains what guesses a page's change-rate group at first sight.
#include <fmt/format.h>

#include <string>
#include <utility>

#include "base/disk.h"
#include "base/escape.h"
#include "cli/archive_learning.h"
#include "cli/commands/commands.h"
#include "cli/content_learning.h"
#include "cli/history_learning.h"
#include "learn/learners.h"
#include "predict/change_history.h"
#include "predict/day_lessons.h"

namespace freshet {
namespace {

CommandResult run_on_archive(const Session& session) {
  const Arguments& arguments = session.arguments;
  const bool has_archive = !session.config.settings.archive.directory.empty();
  if (!has_archive && arguments.has("--model") && arguments.has("--print-tree"))
    return print_stored_tree(session, *arguments.value("--model"));
  if (!has_archive) return wrong_usage("learn needs --history DIR or --archive DIR");
  for (const std::string_view option : {"--model", "--changes", "--print-tree", "--search"})
    if (arguments.has(option)) return wrong_usage(fmt::format("{} requires --history", option));
  if (arguments.has("--shipped")) return use_shipped_model(session);
  auto wish = learn_request(arguments, kLearnerOfModel);
  if (!wish) return std::unexpected(wish.error());
  return learn_from_archive(session, {.learner = std::move(wish->learner),
                                      .classes = wish->classes,
                                      .seed = wish->seed,
                                      .wants_table = arguments.has("--table")});
}

CommandResult run_learn(const Session& session) {
  if (const auto& marked = session.arguments.value("--content"))
    return learn_content(session, *marked);
  const auto& directory = session.arguments.value("--history");
  if (!directory) return run_on_archive(session);
  if (session.arguments.has("--shipped")) return wrong_usage("--shipped requires --archive");
  const auto changes = session.arguments.value("--changes").value_or("any");
  if (changes != "any" && changes != "content")
    return wrong_usage(
        fmt::format("--changes: expected any or content, found \"{}\"", visible(changes)));
  const bool only_keeps = session.arguments.has("--model") || session.arguments.has("--print-tree");
  const bool wants_tree = session.arguments.has("--print-tree") || !only_keeps;
  const auto given =
      learn_request(session.arguments, wants_tree ? kLearnerOfTree : kLearnerOfModel);
  if (!given) return std::unexpected(given.error());
  const auto history = read_change_history(system_disk(), *directory);
  if (!history) return could_not(history.error().message);
  if (history->pages.size() < 3 * given->classes)
    return could_not(fmt::format("the history in \"{}\" has {} pages, too few to learn {} groups",
                                 visible(*directory), history->pages.size(), given->classes));
  const ModelRequest request{*directory,
                             changes == "any" ? CountedChanges::any : CountedChanges::content,
                             given->classes, given->seed};
  const FirstSightTask task = first_sight_task(
      lessons_of(count_in_days(*history, request.changes), paper_first_sight()), request.classes);
  if (session.arguments.has("--search"))
    return print_search(session, task, given->learner, request.seed);
  if (!only_keeps || session.arguments.has("--table"))
    if (auto printed = print_table(session, task, request.seed); !printed) return printed;
  return only_keeps ? keep_model(session, *history, request, given->learner) : CommandResult{};
}

}  // namespace

Command learn_command() {
  return {.name = "learn",
          .summary = "Train the model that predicts how often a page changes",
          .details =
              "Groups the pages of a change history (pages.csv and changes.csv, or .zst) by\n"
              "change rate, and learns to predict the group from features of the page at first\n"
              "sight. Prints the error of each learner, on unseen pages of known sites and on\n"
              "unknown sites, beside Table 1 of Barbosa et al. (2005). --model stores the model\n"
              "that a crawl uses at first sight: one learner, trained on all pages and on what\n"
              "is known of their sites, with its expected accuracy on others.\n"
              "\n"
              "With --archive it learns from an archive: the features of its pages when they\n"
              "were new, and the results of their checks. Some sites are held out; the model is\n"
              "stored in the archive, for its next crawl and refresh, only if it predicts these\n"
              "better than the current one.\n"
              "\n"
              "With --content it trains the model of main text instead, on pages whose main\n"
              "text is marked: DIR/html/NAME.html with DIR/truth/NAME.json, which has the\n"
              "texts site and main_content.",
          .operands = {},
          .options = {{"--history", "DIR", "Change history to learn from"},
                      {"--content", "DIR", "Pages with marked main text to learn from"},
                      {"--shipped", "", "With --archive: return to the shipped model"},
                      {"--classes", "N", "Number of groups, 2 to 6 (default: 4)"},
                      {"--learner", "NAME",
                       "Learner to store (default: boosting-small), print or search with (tree): "
                       "tree, tree-unpruned, bayes, nearest-1, nearest-2, forest, boosting, "
                       "boosting-small"},
                      {"--changes", "KIND", "any, or content: at least 2 % of the words [any]"},
                      {"--model", "FILE", "Store the model; no table unless --table is given"},
                      {"--table", "", "Print the table even if a model is stored or printed"},
                      {"--print-tree", "",
                       "Print the tree, as J48 prints it; without --history, that of --model"},
                      {"--search", "", "Select features by cross-validation"},
                      {"--seed", "N", "Seed of the random numbers (default: 1)"},
                      {"--json", "", "Print the table as JSON"}},
          .sections = {},
          .examples = {{"freshet learn --history change-history/dev", "how good is each learner?"},
                       {"freshet learn --history dev --print-tree", "see the tree"},
                       {"freshet learn --history dev --model first.model", "store a model"},
                       {"freshet learn --archive web",
                        "better predictions, after some weeks of freshet refresh"}},
          .run = run_learn};
}

}  // namespace freshet
