// Reads: src/watch/import_changedetection.cc src/watch/cdio_watch.cc src/watch/source_file.cc
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "watch/import_changedetection.h"
#include "watch/watch_check.h"

using namespace freshet;

namespace {

// A watch that is taken over may be stored, and one that is refused says why.
void check_import(const Result<ImportedWatches>& imported) {
  if (!imported) return;
  for (const ImportedWatch& watch : imported->watches) {
    require(watch.watch.has_value() == watch.refusal.empty(), "a watch or a reason");
    if (!watch.watch) continue;
    WatchSpec copy = *watch.watch;
    require(!check_watch(copy) && copy == *watch.watch, "an imported watch may be stored");
  }
  for (const TagSpec& tag : imported->tags) require(!check_tag(tag), "a tag may be stored");
  require(!to_json(*imported).empty(), "a report can be shown");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(bytes), size);
  check_import(import_changedetection({{"url-watches.json", text}}));
  check_import(import_changedetection({{"a/watch.json", text}, {"b/tag.json", text}}));
  if (const auto files = read_backup_zip(text)) check_import(import_changedetection(*files));
  return 0;
}
