#include "cli/archive_access.h"

#include <utility>

#include "base/escape.h"
#include "base/random.h"
#include "store/archive_files.h"

namespace freshet {

Clock& system_clock() {
  static SystemClock clock;
  return clock;
}

std::unexpected<Failure> could_not(const Error& error) { return could_not(visible(error.message)); }

std::expected<std::string, Failure> archive_directory(const Session& session) {
  std::string directory = session.config.settings.archive.directory;
  if (directory.empty()) {
    return wrong_usage(
        "no archive is named; --archive DIR does, or archive.directory in the settings");
  }
  while (directory.size() > 1 && directory.ends_with('/')) directory.pop_back();
  return directory;
}

std::expected<Archive, Failure> open_to_read(const Session& session) {
  auto directory = archive_directory(session);
  if (!directory) return std::unexpected(directory.error());
  auto archive = Archive::open(system_disk(), *std::move(directory));
  if (!archive) return could_not(archive.error());
  return *std::move(archive);
}

bool is_archive_in_use(const Session& session) {
  const auto directory = archive_directory(session);
  if (!directory) return false;
  const auto lock = lock_archive(system_disk(), *directory);
  return !lock && lock.error().code == Errc::unavailable;
}

std::expected<std::unique_ptr<ArchiveWriter>, Failure> open_to_write(const Session& session,
                                                                     Missing missing) {
  auto directory = archive_directory(session);
  if (!directory) return std::unexpected(directory.error());
  const Settings& settings = session.config.settings;
  ArchiveOptions options;
  options.layout = settings.archive.layout;
  options.may_create = missing == Missing::is_made;
  options.sync = settings.archive.sync;
  options.packing = settings.archive.packing;
  options.scripting = settings.html.mode();
  options.warc_bytes_max = static_cast<std::uint64_t>(settings.archive.warc_bytes);
  auto writer = ArchiveWriter::open(system_disk(), *directory, system_clock(),
                                    Random::from_system(), std::move(options));
  if (!writer) return could_not(writer.error());
  return *std::move(writer);
}

}  // namespace freshet
