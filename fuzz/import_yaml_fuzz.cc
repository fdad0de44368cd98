// Reads: src/watch/yaml_tree.cc src/watch/import_yaml.cc src/watch/job_filters.cc
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "watch/import_yaml.h"
#include "watch/watch_check.h"

using namespace freshet;

// A job that is taken over may be stored, and one that is refused says why.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const auto imported = import_yaml_jobs({reinterpret_cast<const char*>(bytes), size}, "f");
  if (!imported) {
    require(imported.error().message.starts_with("f:"), "the file is named");
    return 0;
  }
  for (const ImportedWatch& job : imported->watches) {
    require(job.watch.has_value() == job.refusal.empty(), "a watch or a reason");
    if (!job.watch) continue;
    WatchSpec copy = *job.watch;
    require(!check_watch(copy) && copy == *job.watch, "an imported watch may be stored");
  }
  require(!to_json(*imported).empty(), "a report can be shown");
  return 0;
}
