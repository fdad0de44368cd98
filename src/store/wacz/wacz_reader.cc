#include "store/wacz/wacz_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "base/ascii.h"
#include "base/digest.h"
#include "base/escape.h"
#include "store/wacz/zip_archive.h"

namespace freshet {
namespace {

// Entries of this size or less are harmless at any compression ratio.
constexpr std::uint64_t kHarmlessBytes = std::uint64_t{1} << 20;

// Returns the requirement that a name violates; empty if it is acceptable. A backslash separates
// names on some systems.
std::string_view trouble_with_name(std::string_view name) {
  if (name.empty() || name.size() > kWaczNameBytesMax) return "a name of 1 to 4096 bytes";
  if (name.front() == '/' || name.find_first_of("\\:") != name.npos) return "a relative name";
  if (std::ranges::any_of(name, [](char c) { return c >= 0 && (c < ' ' || c == 0x7F); }))
    return "a name without control characters";
  for (std::size_t at = 0; at <= name.size();) {
    const std::size_t end = std::min(name.find('/', at), name.size());
    const std::string_view part = name.substr(at, end - at);
    const bool is_last = end == name.size();
    if (part == ".." || part == "." || (part.empty() && !is_last))
      return "a name that stays where it is";
    at = end + 1;
  }
  return "";
}

// The same for the other fields of the directory.
std::string_view trouble_with(const ZipListing& entry) {
  if (const std::string_view trouble = trouble_with_name(entry.name); !trouble.empty())
    return trouble;
  if (entry.is_link) return "a file, not a link";
  if (!entry.is_plain) return "a file stored or deflated, and not encrypted";
  if (entry.bytes > kWaczEntryBytesMax) return "at most 1 TiB";
  if (entry.bytes > kHarmlessBytes && entry.bytes / kWaczRatioMax > entry.packed_bytes)
    return "at most 200 times its compressed size";
  return "";
}

// A resource of datapackage.json.
struct Resource {
  std::string path;
  std::optional<std::uint64_t> bytes;
  std::string hash;  // "sha256:..."; may be empty
};

std::string text_of(const nlohmann::json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

// Returns nothing if the text is not JSON, or has no list of resources.
std::optional<std::vector<Resource>> read_resources(const std::string& datapackage) {
  const nlohmann::json parsed = nlohmann::json::parse(datapackage, nullptr, false);
  if (!parsed.is_object()) return std::nullopt;
  const auto list = parsed.find("resources");
  if (list == parsed.end() || !list->is_array()) return std::nullopt;
  std::vector<Resource> resources;
  for (const nlohmann::json& item : *list) {
    if (!item.is_object()) return std::nullopt;
    Resource resource = {
        .path = text_of(item, "path"), .bytes = std::nullopt, .hash = text_of(item, "hash")};
    const auto bytes = item.find("bytes");
    if (bytes != item.end() && bytes->is_number_unsigned())
      resource.bytes = bytes->get<std::uint64_t>();
    resources.push_back(std::move(resource));
  }
  return resources;
}

}  // namespace

bool WaczEntry::is_warc() const {
  return starts_with_ignoring_case(name, "archive/") &&
         (name.ends_with(".warc") || name.ends_with(".warc.gz"));
}

struct WaczReader::Zip {
  ZipArchive archive;
  std::vector<WaczEntry> entries{};
  std::map<std::string, std::size_t> places{};  // by name: index in `entries`; any for a directory

  const WaczEntry* find(const std::string& name) const {
    const auto found = places.find(name);
    return found == places.end() || name.ends_with('/') ? nullptr : &entries[found->second];
  }
  Status list();
  Result<std::string> sha256_of(const WaczEntry& entry);
  Result<std::string> check(const Resource& resource);
};

// Fills `entries`; fails if one is not acceptable.
Status WaczReader::Zip::list() {
  const auto refuse = [this](const std::string& entry, std::string_view expected) -> Status {
    return std::unexpected(
        Error{Errc::invalid, fmt::format("\"{}\": entry \"{}\": expected {}",
                                         visible(archive.name()), visible(entry), expected)});
  };
  std::uint64_t packed_bytes = 0;
  for (std::uint64_t i = 0; i < archive.size(); ++i) {
    auto entry = archive.listing(i);
    if (!entry) return std::unexpected(entry.error());
    if (const std::string_view trouble = trouble_with(*entry); !trouble.empty())
      return refuse(entry->name, trouble);
    if (!places.emplace(entry->name, entries.size()).second)
      return refuse(entry->name, "a unique name");
    // If the sum exceeds the size of the file, entries overlap.
    if (entry->packed_bytes > archive.file_bytes() - packed_bytes)
      return refuse(entry->name, "no more bytes than the file has");
    packed_bytes += entry->packed_bytes;
    if (entry->name.ends_with('/')) continue;
    entries.push_back({.name = std::move(entry->name),
                       .bytes = entry->bytes,
                       .packed_bytes = entry->packed_bytes,
                       .index = i});
  }
  return {};
}

Result<std::string> WaczReader::Zip::sha256_of(const WaczEntry& entry) {
  Sha256 sha256;
  auto done = archive.read(entry.index, entry.bytes, [&](std::string_view piece) -> Status {
    sha256.update(piece);
    return {};
  });
  if (!done) return std::unexpected(done.error());
  return sha256.finish_hex();
}

// Returns a sentence about the fault; empty if there is none.
Result<std::string> WaczReader::Zip::check(const Resource& resource) {
  const WaczEntry* const entry = find(resource.path);
  const std::string shown = visible(resource.path);
  if (!entry) return fmt::format("\"{}\" is listed in datapackage.json, but missing", shown);
  if (resource.bytes && *resource.bytes != entry->bytes) {
    return fmt::format("\"{}\": expected {} bytes by datapackage.json, found {}", shown,
                       *resource.bytes, entry->bytes);
  }
  const auto sha256 = sha256_of(*entry);
  if (!sha256 && sha256.error().code == Errc::invalid) return sha256.error().message;
  if (!sha256) return sha256;
  if (resource.hash.starts_with("sha256:") &&
      !equals_ignoring_case(resource.hash.substr(7), *sha256))
    return fmt::format("\"{}\": expected the hash in datapackage.json", shown);
  return "";
}

WaczReader::WaczReader(std::unique_ptr<Zip> zip) : zip_(std::move(zip)) {}
WaczReader::WaczReader(WaczReader&&) noexcept = default;
WaczReader& WaczReader::operator=(WaczReader&&) noexcept = default;
WaczReader::~WaczReader() = default;

Result<WaczReader> WaczReader::open(Disk& disk, const std::string& path) {
  auto file = disk.open(path, Access::read);
  if (!file) return std::unexpected(file.error());
  return open(*std::move(file), path);
}

Result<WaczReader> WaczReader::open(std::unique_ptr<File> file, const std::string& name) {
  auto archive = ZipArchive::open(std::move(file), name, kWaczDirectoryBytesMax, kWaczEntriesMax);
  if (!archive) return std::unexpected(archive.error());
  auto zip = std::make_unique<Zip>(*std::move(archive));
  if (auto done = zip->list(); !done) return std::unexpected(done.error());
  return WaczReader(std::move(zip));
}

const std::vector<WaczEntry>& WaczReader::entries() const { return zip_->entries; }

std::vector<WaczEntry> WaczReader::warcs() const {
  std::vector<WaczEntry> found;
  std::ranges::copy_if(zip_->entries, std::back_inserter(found), &WaczEntry::is_warc);
  std::ranges::sort(found, {}, &WaczEntry::name);
  return found;
}

Result<std::uint64_t> WaczReader::extract(const WaczEntry& entry, Disk& disk,
                                          const std::string& path, std::uint64_t bytes_max) {
  auto file = disk.open(path, Access::create);
  if (!file) return std::unexpected(file.error());
  std::uint64_t written = 0;
  const auto done =
      zip_->archive.read(entry.index, bytes_max, [&](std::string_view piece) -> Status {
        if (auto put = (*file)->write(written, piece); !put) return put;
        written += piece.size();
        return {};
      });
  if (done) return written;
  file->reset();
  static_cast<void>(disk.remove(path));  // the first error is reported
  return std::unexpected(done.error());
}

Result<WaczCheck> WaczReader::check_hashes() {
  WaczCheck check;
  const WaczEntry* const entry = zip_->find("datapackage.json");
  if (!entry) return check;
  check.has_datapackage = true;
  std::string datapackage;
  auto done =
      zip_->archive.read(entry->index, kDatapackageBytesMax, [&](std::string_view piece) -> Status {
        datapackage += piece;
        return {};
      });
  if (!done) return std::unexpected(done.error());
  const auto resources = read_resources(datapackage);
  if (!resources) {
    check.wrong.push_back("datapackage.json: expected a JSON object with a list of resources");
    return check;
  }
  std::set<std::string> seen;  // each is read once, even if named repeatedly
  for (const Resource& resource : *resources) {
    if (!seen.insert(resource.path).second) continue;
    auto wrong = zip_->check(resource);
    if (!wrong) return std::unexpected(wrong.error());
    if (wrong->empty()) {
      ++check.resources_right;
    } else {
      check.wrong.push_back(*std::move(wrong));
    }
  }
  return check;
}

}  // namespace freshet
