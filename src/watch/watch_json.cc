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

}  // namespace

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
