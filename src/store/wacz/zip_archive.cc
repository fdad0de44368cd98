#include "store/wacz/zip_archive.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <zip.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "base/escape.h"

namespace freshet {
namespace {

constexpr std::size_t kZipPieceBytes = 65536;

// A File as a source of libzip.
struct Source {
  std::unique_ptr<File> file;
  std::uint64_t size = 0;
  std::uint64_t position = 0;
  std::uint64_t bytes_left = 0;  // budget of bytes that may be read
  zip_error_t error;

  zip_int64_t read(void* into, std::uint64_t length) {
    length = std::min(length, size - std::min(position, size));
    if (length > bytes_left) return fail(ZIP_ER_MEMORY);
    const auto got = file->read(position, std::span(static_cast<char*>(into), length));
    if (!got) return fail(ZIP_ER_READ);
    bytes_left -= *got;
    position += *got;
    return static_cast<zip_int64_t>(*got);
  }

  zip_int64_t fail(int code) {
    zip_error_set(&error, code, 0);
    return -1;
  }
};

zip_int64_t stat_source(const Source& source, void* data, std::uint64_t length) {
  if (length < sizeof(zip_stat_t)) return -1;
  auto* const stat = static_cast<zip_stat_t*>(data);
  zip_stat_init(stat);
  stat->size = source.size;
  stat->valid |= ZIP_STAT_SIZE;
  return sizeof(zip_stat_t);
}

zip_int64_t on_command(void* state, void* data, zip_uint64_t length, zip_source_cmd_t command) {
  Source& source = *static_cast<Source*>(state);
  switch (command) {
    case ZIP_SOURCE_OPEN:
      source.position = 0;
      return 0;
    case ZIP_SOURCE_READ:
      return source.read(data, length);
    case ZIP_SOURCE_STAT:
      return stat_source(source, data, length);
    case ZIP_SOURCE_ERROR:
      return zip_error_to_data(&source.error, data, length);
    case ZIP_SOURCE_SEEK: {
      const zip_int64_t to =
          zip_source_seek_compute_offset(source.position, source.size, data, length, &source.error);
      if (to < 0) return -1;
      source.position = static_cast<std::uint64_t>(to);
      return 0;
    }
    case ZIP_SOURCE_TELL:
      return static_cast<zip_int64_t>(source.position);
    case ZIP_SOURCE_CLOSE:
    case ZIP_SOURCE_FREE:  // ZipArchive owns it
      return 0;
    case ZIP_SOURCE_SUPPORTS:
      return zip_source_make_command_bitmap(
          ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR,
          ZIP_SOURCE_FREE, ZIP_SOURCE_SEEK, ZIP_SOURCE_TELL, ZIP_SOURCE_SUPPORTS, -1);
    default:
      return source.fail(ZIP_ER_OPNOTSUPP);
  }
}

std::unexpected<Error> refused(const std::string& name, std::string_view why) {
  return std::unexpected(
      Error{Errc::invalid, fmt::format("\"{}\": {}", visible(name), visible(why))});
}

}  // namespace

struct ZipArchive::Open {
  std::string name;
  Source source;
  zip_t* zip = nullptr;

  Open() { zip_error_init(&source.error); }
  Open(const Open&) = delete;
  Open& operator=(const Open&) = delete;
  ~Open() {
    if (zip) zip_discard(zip);
    zip_error_fini(&source.error);
  }
};

ZipArchive::ZipArchive(std::unique_ptr<Open> open) : open_(std::move(open)) {}
ZipArchive::ZipArchive(ZipArchive&&) noexcept = default;
ZipArchive& ZipArchive::operator=(ZipArchive&&) noexcept = default;
ZipArchive::~ZipArchive() = default;

const std::string& ZipArchive::name() const { return open_->name; }
std::uint64_t ZipArchive::file_bytes() const { return open_->source.size; }
std::uint64_t ZipArchive::size() const {
  return static_cast<std::uint64_t>(zip_get_num_entries(open_->zip, 0));
}

Result<ZipArchive> ZipArchive::open(std::unique_ptr<File> file, const std::string& name,
                                    std::uint64_t directory_bytes_max, std::uint64_t entries_max) {
  auto open = std::make_unique<Open>();
  const auto size = file->size();
  if (!size) return std::unexpected(size.error());
  if (*size == 0) return refused(name, "expected a ZIP file, not an empty one");
  open->name = name;
  open->source.file = std::move(file);
  open->source.size = *size;
  open->source.bytes_left = directory_bytes_max;

  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* const source = zip_source_function_create(on_command, &open->source, &error);
  if (source) open->zip = zip_open_from_source(source, ZIP_RDONLY, &error);
  if (!open->zip) {
    if (source) zip_source_free(source);
    const bool is_too_large = open->source.error.zip_err == ZIP_ER_MEMORY;
    const std::string why =
        is_too_large ? fmt::format("expected a directory of at most {} bytes", directory_bytes_max)
                     : fmt::format("expected a ZIP file: {}", zip_error_strerror(&error));
    zip_error_fini(&error);
    return refused(name, why);
  }
  zip_error_fini(&error);
  open->source.bytes_left = std::numeric_limits<std::uint64_t>::max();
  ZipArchive archive(std::move(open));
  if (archive.size() > entries_max)
    return refused(name,
                   fmt::format("expected at most {} entries, not {}", entries_max, archive.size()));
  return archive;
}

Result<ZipListing> ZipArchive::listing(std::uint64_t index) {
  constexpr zip_uint64_t kNeeded =
      ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD;
  zip_stat_t stat;
  zip_stat_init(&stat);
  zip_uint8_t system = 0;
  zip_uint32_t attributes = 0;
  const bool is_known =
      zip_stat_index(open_->zip, index, ZIP_FL_ENC_RAW, &stat) == 0 &&
      (stat.valid & kNeeded) == kNeeded &&
      zip_file_get_external_attributes(open_->zip, index, 0, &system, &attributes) == 0;
  if (!is_known) {
    return refused(open_->name, fmt::format("entry {}: expected a name and sizes: {}", index,
                                            zip_strerror(open_->zip)));
  }
  const bool is_encrypted =
      (stat.valid & ZIP_STAT_ENCRYPTION_METHOD) && stat.encryption_method != ZIP_EM_NONE;
  const bool is_packed_well =
      stat.comp_method == ZIP_CM_STORE || stat.comp_method == ZIP_CM_DEFLATE;
  return ZipListing{.name = stat.name,
                    .bytes = stat.size,
                    .packed_bytes = stat.comp_size,
                    .is_plain = is_packed_well && !is_encrypted,
                    // On systems other than Unix these bits mean something else, but
                    // no WARC has them set.
                    .is_link = S_ISLNK(attributes >> 16)};
}

Status ZipArchive::read(std::uint64_t index, std::uint64_t bytes_max,
                        const std::function<Status(std::string_view)>& take) {
  const auto about = listing(index);
  if (!about) return std::unexpected(about.error());
  zip_file_t* const entry = zip_fopen_index(open_->zip, index, 0);
  if (!entry) {
    return refused(open_->name,
                   fmt::format("entry \"{}\": {}", about->name, zip_strerror(open_->zip)));
  }
  std::string piece(kZipPieceBytes, '\0');
  std::uint64_t bytes = 0;
  Status status;
  while (true) {
    const zip_int64_t got = zip_fread(entry, piece.data(), piece.size());
    if (got == 0) break;
    if (got < 0) {
      status = refused(open_->name, fmt::format("entry \"{}\", offset {}: {}", about->name, bytes,
                                                zip_file_strerror(entry)));
      break;
    }
    bytes += static_cast<std::uint64_t>(got);
    if (bytes > bytes_max) {
      status = std::unexpected(
          Error{Errc::limit, fmt::format("\"{}\": entry \"{}\" has more than {} bytes",
                                         visible(open_->name), visible(about->name), bytes_max)});
      break;
    }
    status = take(std::string_view(piece).substr(0, static_cast<std::size_t>(got)));
    if (!status) break;
  }
  zip_fclose(entry);
  if (status && bytes != about->bytes) {
    return refused(open_->name, fmt::format("entry \"{}\": expected {} bytes, found {}",
                                            about->name, about->bytes, bytes));
  }
  return status;
}

}  // namespace freshet
