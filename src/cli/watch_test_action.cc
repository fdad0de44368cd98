// freshet watch test: fetches a page once and shows what would be compared and told.
#include <fmt/format.h>

#include "base/escape.h"
#include "cli/archive_access.h"
#include "cli/crawl_plan.h"
#include "cli/registry_access.h"
#include "cli/serve_access.h"
#include "cli/watch_actions.h"
#include "cli/watch_options.h"
#include "cli/watch_text.h"
#include "watch/watch_json.h"

namespace freshet {
namespace {

// Returns the watch of a number, with its secrets, or a new one of a URL; with the members that
// were given.
std::expected<WatchSpec, Failure> tested_watch(const Session& session, const std::string& word) {
  const auto patch = watch_patch_of(session);
  if (!patch) return std::unexpected(patch.error());
  WatchSpec stored{.url = word};
  if (const auto id = id_of("the watch", word)) {
    auto open = open_registry(session);
    if (!open) return std::unexpected(open.error());
    auto found = open->registry->watches().spec_for_request(*id);
    if (!found) return could_not(found.error());
    if (!*found) return could_not(fmt::format("there is no watch {}", *id));
    stored = **std::move(found);
  } else if (!word.contains("://")) {
    stored.url = "https://" + word;
  }
  auto spec = merge_watch(stored, *patch);
  if (!spec) return failure_of(Refusal::of(spec.error()));
  keep_secrets(*spec, stored);
  return *std::move(spec);
}

}  // namespace

CommandResult test_watch(const Session& session) {
  const auto word = words_of(session, "a URL or the number of a watch", 1, 1);
  if (!word) return std::unexpected(word.error());
  const auto spec = tested_watch(session, word->front());
  if (!spec) return std::unexpected(spec.error());
  const auto run = run_from_settings(session);
  if (!run) return std::unexpected(run.error());
  auto page = fetch_page(*spec, fetch_options(*run));
  if (!page) return failure_of(page.error());
  // Without an archive there is nothing to compare with.
  auto archive = open_session(session, false);
  const auto trial =
      try_watch(*spec, *std::move(page), archive ? &*archive : nullptr, system_clock().now());
  if (!trial) return failure_of(trial.error());
  if (session.arguments.has("--json"))
    print_json(session, to_json(*trial));
  else
    session.out.write(trial_text(*trial));
  if (!trial->page.problem.empty()) return could_not(visible(trial->page.problem));
  return {};
}

}  // namespace freshet
