// Use cases of many watches at once: export to a file, make the registry as a file says, take over
// what an import read.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "registrar/member.h"
#include "registry/registry.h"
#include "watch/import_report.h"
#include "watch/watch_file.h"

namespace freshet {

// Returns the watches, tags and channels of the member as a file (watch_file.h), without secrets.
Result<std::string> export_watches(Registry& registry, const Member& who);

// Returns the secret behind a reference: of the environment, or of a file.
using SecretReader = std::function<Result<std::string>(const SecretReference& reference)>;

struct FileApplied {
  std::size_t added = 0;
  std::size_t changed = 0;
  std::size_t unchanged = 0;
  std::size_t removed = 0;
  std::size_t tags = 0;
  std::size_t channels = 0;
};
std::string to_json(const FileApplied& applied);

// Makes the registry as the file says: all of it or nothing. A watch of the file is the one with
// the same URL, scope and name; others of the member stay, unless `removes`.
Result<FileApplied> apply_watches(Registry& registry, const Member& who, const WatchFile& file,
                                  const SecretReader& secrets, bool removes);

// Reads a file of another monitor by its bytes: a backup or JSON of changedetection.io, or jobs of
// urlwatch or webchanges. `name` is what errors call it.
Result<ImportedWatches> read_import_bytes(const std::string& name, std::string bytes);

// The result of an import: the report of the reader (import_report.h), and what was added.
struct ImportDone {
  std::string report = {};  // as JSON, without secrets
  std::size_t watches = 0;
  std::size_t refused = 0;
  std::size_t channels = 0;
  std::vector<std::string> remarks = {};  // about channels that could not be taken over
};
std::string to_json(const ImportDone& done);

// Adds the watches that the reader took over, with their tags and channels. With `is_trial` nothing
// is written. Channels of a name that is there already are left as they are.
Result<ImportDone> take_over(Registry& registry, const Member& who, const ImportedWatches& imported,
                             bool is_trial);

}  // namespace freshet
