// A watch as JSON: the form of the API. Design: docs/design/watch.md.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "watch/tree_fields.h"
#include "watch/watch_spec.h"

namespace freshet {

// Returns every member, defaults included. Without secrets, the password is absent and secret
// headers have no value.
std::string to_json(const WatchSpec& watch, Secrets secrets = Secrets::left_out);

// Accepts any bytes. The watch is checked (watch_check.h) and its URL is in normal form. An error
// names the member: `triggers[0].kind: expected one of ...`.
Result<WatchSpec> watch_from_json(std::string_view text);

// The same, but the place of a problem is apart from its message: `parts[0].expression`.
FieldResult<WatchSpec> read_watch(std::string_view text);

// Returns `stored` with the members that `patch` has, a JSON Merge Patch (RFC 7396): null sets a
// member back to its default, a list replaces a list. Secrets that are not given are left out.
FieldResult<WatchSpec> merge_watch(const WatchSpec& stored, std::string_view patch);

// Reads and writes the settings of a tag, which has its name elsewhere.
FieldResult<TagSpec> read_tag(std::string_view name, std::string_view text);
std::string to_json(const TagSpec& tag);

// Returns the problem of a pattern; none if it can be used.
std::optional<std::string> check_text_pattern(const TextPattern& pattern);

// Fills the secrets that `edited` does not give (an empty password, secret headers without value)
// from `stored`, but only if both URLs have the same origin.
void keep_secrets(WatchSpec& edited, const WatchSpec& stored);

// One member, as the help and the API's schema need it.
struct FieldDeclaration {
  enum class Kind { text, boolean, integer, number, duration, time, clock, word, table };

  std::string name;
  std::string meaning;
  Kind kind = Kind::text;
  bool is_list = false;      // a list of that kind
  bool is_optional = false;  // may be null
  bool is_required = false;
  bool is_secret = false;
  std::vector<std::string> words = {};         // of kind word
  std::vector<FieldDeclaration> members = {};  // of kind table
};

// Returns the members of a watch, in their order.
std::vector<FieldDeclaration> watch_declarations();
std::vector<FieldDeclaration> tag_declarations();

}  // namespace freshet
