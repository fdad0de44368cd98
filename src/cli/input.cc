#include "cli/input.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "base/escape.h"

namespace freshet {
namespace {

constexpr std::size_t kReadBytes = std::size_t{1} << 16;

std::string in_quotes(std::string_view path) { return fmt::format("\"{}\"", visible(path)); }

// `name` is what errors call the source.
std::unexpected<Error> cannot_read(const std::string& name, int error) {
  Errc code = Errc::unavailable;
  if (error == ENOENT || error == ENOTDIR) code = Errc::not_found;
  if (error == EACCES || error == EPERM) code = Errc::denied;
  return std::unexpected(
      Error{code, fmt::format("cannot read {}: {}", name, std::generic_category().message(error))});
}

Result<std::string> read_all(int fd, const std::string& name, std::size_t bytes_max) {
  std::string bytes;
  for (;;) {
    const std::size_t had = bytes.size();
    // One byte past the limit is asked for, to tell a full file from one that goes on.
    const std::size_t wanted = std::min(kReadBytes, bytes_max + 1 - had);
    bytes.resize(had + wanted);
    const ssize_t got = read(fd, bytes.data() + had, wanted);
    const int error = errno;
    bytes.resize(had + (got > 0 ? static_cast<std::size_t>(got) : 0));
    if (got == 0) return bytes;
    if (got < 0 && error != EINTR) return cannot_read(name, error);
    if (bytes.size() > bytes_max) {
      return std::unexpected(
          Error{Errc::limit, fmt::format("{} has more than {} bytes", name, bytes_max)});
    }
  }
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::size_t bytes_max) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return cannot_read(in_quotes(path), errno);
  Result<std::string> bytes = read_all(fd, in_quotes(path), bytes_max);
  close(fd);
  return bytes;
}

Result<std::string> read_stdin(std::size_t bytes_max) {
  return read_all(STDIN_FILENO, "standard input", bytes_max);
}

std::string read_line_of_stdin() {
  constexpr std::size_t kLineBytesMax = 4096;
  std::string line;
  for (char c = 0; line.size() < kLineBytesMax && read(STDIN_FILENO, &c, 1) == 1 && c != '\n';)
    line += c;
  return line;
}

}  // namespace freshet
