#include "cli/watch_import.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "base/ascii.h"
#include "base/disk.h"
#include "base/escape.h"
#include "cli/archive_access.h"
#include "cli/input.h"
#include "watch/import_changedetection.h"
#include "watch/source_file.h"

namespace freshet {
namespace {

constexpr std::size_t kImportBytesMax = std::size_t{256} << 20;
constexpr std::size_t kWatchFileBytesMax = std::size_t{64} << 20;
constexpr std::size_t kSecretFileBytesMax = std::size_t{64} << 10;

Result<ImportedWatches> read_any(const std::string& path) {
  std::error_code failed;
  if (std::filesystem::is_directory(path, failed)) {
    const auto files = read_datastore(system_disk(), path);
    if (!files) return std::unexpected(files.error());
    return import_changedetection(*files);
  }
  auto bytes = read_file(path, kImportBytesMax);
  if (!bytes) return std::unexpected(bytes.error());
  return read_import_bytes(path, *std::move(bytes));
}

}  // namespace

std::expected<ImportedWatches, Failure> read_import(const std::string& path) {
  auto imported = read_any(path);
  if (!imported) return could_not(imported.error());
  return *std::move(imported);
}

std::expected<WatchFile, Failure> read_watches(const std::string& path) {
  const auto text =
      path == "-" ? read_stdin(kWatchFileBytesMax) : read_file(path, kWatchFileBytesMax);
  if (!text) return could_not(text.error());
  auto file = read_watch_file(*text, path == "-" ? "standard input" : path);
  if (!file) return could_not(file.error());
  return *std::move(file);
}

SecretReader secret_reader() {
  return [](const SecretReference& reference) -> Result<std::string> {
    if (reference.kind == SecretReference::Kind::environment) {
      const char* const value = std::getenv(reference.name.c_str());
      if (value != nullptr && *value != '\0') return value;
      return std::unexpected(Error{
          Errc::not_found, fmt::format("the variable {} is not set", visible(reference.name))});
    }
    auto text = read_file(reference.name, kSecretFileBytesMax);
    if (!text) return text;
    return std::string(trim_ascii_whitespace(*text));
  };
}

}  // namespace freshet
