#include "cli/watch_actions.h"

#include <fmt/format.h>

#include "base/escape.h"
#include "cli/archive_access.h"
#include "cli/registry_access.h"
#include "cli/watch_import.h"
#include "cli/watch_options.h"
#include "cli/watch_text.h"
#include "watch/watch_json.h"

namespace freshet {
namespace {

constexpr std::size_t kWatchesOfPart = 500;

// Prints the watch as JSON, or as a line.
void print_watch(const Session& session, const WatchView& watch) {
  if (session.arguments.has("--json")) return print_json(session, to_json(watch));
  session.out.write(watch_line(watch));
}

// Adds the scheme that people leave out.
std::string with_scheme(const std::string& word) {
  return word.find("://") == std::string::npos ? "https://" + word : word;
}

// Calls `change` for each watch that is named.
template <class Change>
CommandResult for_each_watch(const Session& session, Change change) {
  const auto words = words_of(session, "the number of a watch", 1);
  if (!words) return std::unexpected(words.error());
  auto open = open_registry(session);
  if (!open) return std::unexpected(open.error());
  for (const std::string& word : *words) {
    const auto id = id_of("the watch", word);
    if (!id) return std::unexpected(id.error());
    if (auto done = change(*open, *id); !done) return done;
  }
  return {};
}

CommandResult edit_each(const Session& session, const std::string& patch) {
  return for_each_watch(session, [&](OpenRegistry& open, WatchId id) -> CommandResult {
    const auto edited = edit_watch(*open.registry, open.who, id, patch);
    if (!edited) return failure_of(edited.error());
    print_watch(session, *edited);
    return {};
  });
}

Result<WatchQuery> query_of(const Session& session) {
  WatchQuery query{.owner = session.arguments.value("--owner").value_or(""),
                   .part = {.limit = kWatchesOfPart}};
  query.filter.text = session.arguments.value("--text").value_or("");
  const std::vector<std::string>& tags = session.arguments.values("--tag");
  if (tags.size() > 1) return std::unexpected(Error{Errc::invalid, "list takes one --tag"});
  if (!tags.empty()) query.filter.tag = tags.front();
  if (const auto& name = session.arguments.value("--condition")) {
    for (const WatchCondition each : {WatchCondition::waiting, WatchCondition::working,
                                      WatchCondition::failing, WatchCondition::lost})
      if (word(each) == *name) query.filter.condition = each;
    if (!query.filter.condition)
      return std::unexpected(
          Error{Errc::invalid, "--condition must be waiting, working, failing or lost"});
  }
  return query;
}

}  // namespace

CommandResult add_watches(const Session& session) {
  const auto urls = words_of(session, "URL", 1);
  if (!urls) return std::unexpected(urls.error());
  const auto patch = watch_patch_of(session);
  if (!patch) return std::unexpected(patch.error());
  auto open = open_registry(session);
  if (!open) return std::unexpected(open.error());
  for (const std::string& url : *urls) {
    const auto spec = merge_watch({.url = with_scheme(url)}, *patch);
    if (!spec) return failure_of(Refusal::of(spec.error()));
    const auto added = add_watch(*open->registry, open->who, *spec);
    if (!added) return failure_of(added.error());
    print_watch(session, *added);
  }
  return {};
}

CommandResult list_watches(const Session& session) {
  if (auto none = words_of(session, "", 0, 0); !none) return std::unexpected(none.error());
  auto query = query_of(session);
  if (!query) return failure_of(query.error());
  auto open = open_registry(session);
  if (!open) return std::unexpected(open.error());
  Listed<WatchView> all;
  do {
    query->part.cursor = all.next.value_or("");
    auto some = list_watches(*open->registry, open->who, *query);
    if (!some) return could_not(some.error());
    all.next = std::move(some->next);
    for (WatchView& watch : some->items) all.items.push_back(std::move(watch));
  } while (all.next);
  if (session.arguments.has("--json")) {
    print_json(session, to_json(all));
    return {};
  }
  for (const WatchView& watch : all.items) session.out.write(watch_line(watch));
  return {};
}

CommandResult show_watches(const Session& session) {
  return for_each_watch(session, [&](OpenRegistry& open, WatchId id) -> CommandResult {
    const auto watch = show_watch(*open.registry, open.who, id);
    if (!watch) return could_not(watch.error());
    print_json(session, to_json(*watch));
    return {};
  });
}

CommandResult edit_watches(const Session& session) {
  const auto patch = watch_patch_of(session);
  if (!patch) return std::unexpected(patch.error());
  return edit_each(session, *patch);
}

CommandResult pause_watches(const Session& session) {
  return edit_each(session, R"({"paused":true})");
}

CommandResult resume_watches(const Session& session) {
  return edit_each(session, R"({"paused":false})");
}

CommandResult remove_watches(const Session& session) {
  return for_each_watch(session, [&](OpenRegistry& open, WatchId id) -> CommandResult {
    const Status removed = remove_watch(*open.registry, open.who, id);
    if (!removed) return could_not(removed.error());
    return {};
  });
}

CommandResult import_watches(const Session& session) {
  const auto path = words_of(session, "FILE", 1, 1);
  if (!path) return std::unexpected(path.error());
  const auto imported = read_import(path->front());
  if (!imported) return std::unexpected(imported.error());
  auto open = open_registry(session);
  if (!open) return std::unexpected(open.error());
  const bool is_trial = session.arguments.has("--dry-run");
  const auto done = take_over(*open->registry, open->who, *imported, is_trial);
  if (!done) return could_not(done.error());
  if (session.arguments.has("--json"))
    print_json(session, to_json(*done));
  else
    session.out.write(import_text(*imported, *done, is_trial));
  return {};
}

CommandResult export_watches(const Session& session) {
  if (auto none = words_of(session, "", 0, 0); !none) return std::unexpected(none.error());
  auto open = open_registry(session);
  if (!open) return std::unexpected(open.error());
  const auto text = export_watches(*open->registry, open->who);
  if (!text) return could_not(text.error());
  session.out.write(*text);
  return {};
}

CommandResult apply_watches(const Session& session) {
  const auto path = words_of(session, "FILE", 1, 1);
  if (!path) return std::unexpected(path.error());
  const auto file = read_watches(path->front());
  if (!file) return std::unexpected(file.error());
  auto open = open_registry(session);
  if (!open) return std::unexpected(open.error());
  const auto applied = apply_watches(*open->registry, open->who, *file, secret_reader(),
                                     session.arguments.has("--prune"));
  if (!applied) return failure_of(applied.error());
  if (session.arguments.has("--json"))
    print_json(session, to_json(*applied));
  else
    session.out.write(applied_line(*applied));
  return {};
}

}  // namespace freshet
