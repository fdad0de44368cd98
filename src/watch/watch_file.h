// The watches file: watches, tags and channels as TOML.
//
//   [[watch]]
//   url = "https://www.example.org/water"
//   tags = ["town"]
//   parts = [
//     { kind = "css", expression = "#level" },
//   ]
//
//   [tag."town"]
//   channels = ["mail"]
//
//   [channel."mail"]
//   kind = "email"
//   to = "me@example.org"
//
//   [channel."mail".secrets]
//   password = "env:MAIL_PASSWORD"
//
// A file holds no secrets. A secret is "env:NAME" or "file:PATH", or it is absent: then the one
// that is stored stays (keep_secrets in watch_json.h). Design: docs/design/watch.md.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "watch/tag_spec.h"
#include "watch/value_tree.h"
#include "watch/watch_spec.h"

namespace freshet {

// A channel as the file has it. Kinds and their settings are checked by the module that sends.
struct ChannelSpec {
  std::string name = {};
  std::string kind = {};
  ValueTree settings = ValueTree::table();  // texts, numbers, booleans, lists of texts
  std::vector<NameValue> secrets = {};      // references

  bool operator==(const ChannelSpec&) const = default;
};

struct WatchFile {
  std::vector<WatchSpec> watches = {};
  std::vector<TagSpec> tags = {};          // in the order of their names
  std::vector<ChannelSpec> channels = {};  // in the order of their names

  bool operator==(const WatchFile&) const = default;
};

struct SecretReference {
  enum class Kind { environment, file };
  Kind kind;
  std::string name;  // of the variable, or an absolute path
};

// Reads "env:NAME" and "file:/path"; none for other text.
std::optional<SecretReference> secret_reference(std::string_view text);

// Accepts any bytes; every watch and tag is checked. `name` is what errors call the file:
// `watches.toml:12: watch[0].parts[1].expression: ...`.
Result<WatchFile> read_watch_file(std::string_view text, std::string_view name);

// Writes the file in a stable form: tags and channels by name, members in the order of their
// declarations, defaults left out. Secrets of watches that are not references are left out.
std::string write_watch_file(const WatchFile& file);

}  // namespace freshet
