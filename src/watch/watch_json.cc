#include "watch/watch_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "url/url.h"
#include "watch/json_tree.h"
#include "watch/watch_check.h"

namespace freshet {
namespace {

std::unexpected<Error> json_problem(const FieldProblem& problem) {
  return std::unexpected(Error{
      Errc::invalid, problem.path.empty() ? fmt::format("watch: {}", problem.message)
                                          : fmt::format("{}: {}", problem.path, problem.message)});
}

FieldResult<ValueTree> tree_in(std::string_view text) {
  Result<ValueTree> tree = read_json_tree(text);
  if (!tree) return std::unexpected(FieldProblem{"", tree.error().message});
  if (!tree->is(ValueTree::Kind::table))
    return std::unexpected(FieldProblem{"", "must be a JSON object"});
  return *std::move(tree);
}

// Depth is bounded by the reader of the patch.
void merge(ValueTree& target, ValueTree patch) {
  for (std::size_t i = 0; i < patch.names.size(); ++i) {
    const auto found = std::ranges::find(target.names, patch.names[i]);
    ValueTree& value = patch.items[i];
    if (found == target.names.end()) {
      if (!value.is(ValueTree::Kind::null)) target.add(patch.names[i], std::move(value));
      continue;
    }
    const auto place = found - target.names.begin();
    ValueTree& old = target.items[static_cast<std::size_t>(place)];
    if (value.is(ValueTree::Kind::null)) {
      target.names.erase(found);
      target.items.erase(target.items.begin() + place);
    } else if (value.is(ValueTree::Kind::table) && old.is(ValueTree::Kind::table)) {
      merge(old, std::move(value));
    } else {
      old = std::move(value);
    }
  }
}

FieldResult<WatchSpec> checked_watch(const ValueTree& tree) {
  FieldResult<WatchSpec> watch = watch_of(tree);
  if (!watch) return watch;
  if (auto problem = check_watch(*watch)) return std::unexpected(*std::move(problem));
  return watch;
}

}  // namespace

FieldResult<WatchSpec> read_watch(std::string_view text) {
  const FieldResult<ValueTree> tree = tree_in(text);
  if (!tree) return std::unexpected(tree.error());
  return checked_watch(*tree);
}

FieldResult<WatchSpec> merge_watch(const WatchSpec& stored, std::string_view patch) {
  FieldResult<ValueTree> changes = tree_in(patch);
  if (!changes) return std::unexpected(changes.error());
  ValueTree tree = tree_of(stored, Secrets::left_out, Defaults::included);
  merge(tree, *std::move(changes));
  return checked_watch(tree);
}

FieldResult<TagSpec> read_tag(std::string_view name, std::string_view text) {
  const FieldResult<ValueTree> tree = tree_in(text);
  if (!tree) return std::unexpected(tree.error());
  FieldResult<TagSpec> tag = tag_of(*tree);
  if (!tag) return tag;
  tag->name = name;
  if (auto problem = check_tag(*tag)) return std::unexpected(*std::move(problem));
  return tag;
}

std::string to_json(const TagSpec& tag) { return write_json(tree_of(tag, Defaults::included)); }

std::string to_json(const WatchSpec& watch, Secrets secrets) {
  return write_json(tree_of(watch, secrets, Defaults::included));
}

Result<WatchSpec> watch_from_json(std::string_view text) {
  const Result<ValueTree> tree = read_json_tree(text);
  if (!tree) return std::unexpected(tree.error());
  FieldResult<WatchSpec> watch = watch_of(*tree);
  if (!watch) return json_problem(watch.error());
  if (const auto problem = check_watch(*watch)) return json_problem(*problem);
  return std::move(*watch);
}

std::optional<std::string> check_text_pattern(const TextPattern& pattern) {
  return check_pattern(pattern);
}

void keep_secrets(WatchSpec& edited, const WatchSpec& stored) {
  const auto now = Url::parse(edited.url);
  const auto before = Url::parse(stored.url);
  if (!now || !before || now->origin() != before->origin()) return;
  if (edited.request.password.empty() && edited.request.user == stored.request.user)
    edited.request.password = stored.request.password;
  for (NameValue& header : edited.request.secret_headers) {
    if (!header.value.empty()) continue;
    for (const NameValue& known : stored.request.secret_headers)
      if (equals_ignoring_case(known.name, header.name)) header.value = known.value;
  }
}

}  // namespace freshet
