#include "base/special_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "base/system_failure.h"

namespace freshet {
namespace {

constexpr mode_t kTargetMode = 0666;  // less the umask

}  // namespace

bool is_special_file(const std::string& path) {
  struct stat status;
  return ::lstat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

SpecialFile::SpecialFile(int descriptor, std::string path)
    : descriptor_(descriptor), path_(std::move(path)) {}

SpecialFile::~SpecialFile() { ::close(descriptor_); }

Result<std::unique_ptr<SpecialFile>> SpecialFile::open(const std::string& path) {
  const int flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY;
  int descriptor = -1;
  do {
    descriptor = ::open(path.c_str(), flags, kTargetMode);
  } while (descriptor < 0 && errno == EINTR);
  if (descriptor < 0) return system_failure("open", path, errno);
  return std::unique_ptr<SpecialFile>(new SpecialFile(descriptor, path));
}

Status SpecialFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(descriptor_, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return system_failure("write", path_, errno);
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  return {};
}

Status SpecialFile::sync() {
  // Devices and FIFOs cannot be synced.
  if (::fdatasync(descriptor_) != 0 && errno != EINVAL && errno != EROFS && errno != ENOTSUP)
    return system_failure("sync", path_, errno);
  return {};
}

}  // namespace freshet
