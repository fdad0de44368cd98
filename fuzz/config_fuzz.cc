// Reads: src/cli/config_file.cc src/cli/config.cc src/cli/settings.cc src/cli/nearest.cc
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "base/escape.h"
#include "base/utf8.h"
#include "cli/config.h"

using namespace freshet;

namespace {

// An error is one sentence that names the file, and safe to print.
void check_error(const Error& error) {
  require(error.message.starts_with("f:") || error.code == Errc::limit, "the file is named");
  for (std::size_t at = 0; at < error.message.size();) {
    const CodePoint point = read_utf8(error.message, at);
    require(point.valid && !is_unsafe_to_show(point.value), "an error can be shown");
    at += point.length;
  }
}

// What was accepted can be shown, and is accepted again.
void check_config(const Config& config) {
  require(config.sources.size() == known_settings().size(), "one source each");
  for (const Setting& setting : known_settings()) {
    Settings copy;
    const Value value = setting.read(config.settings);
    require(setting.write(copy, value) && setting.read(copy) == value, "values survive");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const Result<Config> config = resolve_config_text({}, text, "f");
  if (config)
    check_config(*config);
  else
    check_error(config.error());
  return 0;
}
