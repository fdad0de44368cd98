#include "watch/source_file.h"

#include <fmt/format.h>
#include <zip.h>

#include <memory>
#include <utility>

namespace freshet {
namespace {

struct CloseZip {
  void operator()(zip_t* zip) const { zip_discard(zip); }
};
struct CloseZipEntry {
  void operator()(zip_file_t* entry) const { zip_fclose(entry); }
};

std::unexpected<Error> source_too_large() {
  return std::unexpected(Error{Errc::limit, fmt::format("more than {} files or {} bytes",
                                                        kSourceFilesMax, kSourceBytesMax)});
}

std::unexpected<Error> not_a_zip(std::string_view why) {
  return std::unexpected(Error{Errc::invalid, fmt::format("not a ZIP archive: {}", why)});
}

// Reads at most `bytes_max` bytes of one entry; its header may lie about the size.
Result<std::string> read_zip_entry(zip_t* zip, zip_uint64_t index, std::size_t bytes_max) {
  const std::unique_ptr<zip_file_t, CloseZipEntry> entry(zip_fopen_index(zip, index, 0));
  if (!entry) return not_a_zip(zip_strerror(zip));
  std::string bytes;
  char block[16384];
  while (true) {
    const zip_int64_t count = zip_fread(entry.get(), block, sizeof block);
    if (count < 0) return not_a_zip(zip_file_strerror(entry.get()));
    if (count == 0) return bytes;
    if (bytes.size() + static_cast<std::size_t>(count) > bytes_max) return source_too_large();
    bytes.append(block, static_cast<std::size_t>(count));
  }
}

// Adds the file if it is there.
Status add_file(Disk& disk, const std::string& directory, const std::string& path,
                std::size_t& bytes_left, std::vector<SourceFile>& files) {
  auto bytes = read_whole(disk, fmt::format("{}/{}", directory, path), bytes_left);
  if (!bytes && bytes.error().code == Errc::not_found) return {};
  if (!bytes) return std::unexpected(bytes.error());
  bytes_left -= bytes->size();
  files.push_back({path, std::move(*bytes)});
  return {};
}

}  // namespace

bool is_settings_file(std::string_view path) {
  const auto slash = path.rfind('/');
  const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  return name == "url-watches.json" || name == "changedetection.json" || name == "watch.json" ||
         name == "tag.json";
}

Result<std::vector<SourceFile>> read_backup_zip(std::string_view bytes) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* const source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
  if (!source) return not_a_zip("no memory");
  const std::unique_ptr<zip_t, CloseZip> zip(zip_open_from_source(source, ZIP_RDONLY, &error));
  if (!zip) {
    zip_source_free(source);
    return not_a_zip(zip_error_strerror(&error));
  }
  const zip_int64_t count = zip_get_num_entries(zip.get(), 0);
  if (count > static_cast<zip_int64_t>(kSourceFilesMax)) return source_too_large();
  std::vector<SourceFile> files;
  std::size_t bytes_left = kSourceBytesMax;
  for (zip_int64_t i = 0; i < count; ++i) {
    const auto index = static_cast<zip_uint64_t>(i);
    const char* const name = zip_get_name(zip.get(), index, 0);
    if (!name || !is_settings_file(name)) continue;
    auto content = read_zip_entry(zip.get(), index, bytes_left);
    if (!content) return std::unexpected(content.error());
    bytes_left -= content->size();
    files.push_back({name, std::move(*content)});
  }
  return files;
}

Result<std::vector<SourceFile>> read_datastore(Disk& disk, const std::string& directory) {
  const auto names = disk.list(directory);
  if (!names) return std::unexpected(names.error());
  if (names->size() > kSourceFilesMax) return source_too_large();
  std::vector<SourceFile> files;
  std::size_t bytes_left = kSourceBytesMax;
  for (const std::string& name : *names) {
    if (is_settings_file(name)) {
      if (auto added = add_file(disk, directory, name, bytes_left, files); !added)
        return std::unexpected(added.error());
      continue;
    }
    if (name.contains('.')) continue;  // a file, or "..": directories are named by an id
    for (const char* const inner : {"watch.json", "tag.json"}) {
      if (!disk.exists(fmt::format("{}/{}/{}", directory, name, inner))) continue;
      auto added = add_file(disk, directory, fmt::format("{}/{}", name, inner), bytes_left, files);
      if (!added) return std::unexpected(added.error());
    }
  }
  return files;
}

}  // namespace freshet
