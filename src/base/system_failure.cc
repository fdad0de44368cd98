#include "base/system_failure.h"

#include <fmt/format.h>

#include <cerrno>
#include <system_error>

#include "base/escape.h"

namespace freshet {
namespace {

Errc code_of(int number) {
  switch (number) {
    case ENOENT:
    case ENOTDIR:
      return Errc::not_found;
    case EACCES:
    case EPERM:
    case EROFS:
      return Errc::denied;
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return Errc::limit;
    default:
      return Errc::unavailable;
  }
}

}  // namespace

std::unexpected<Error> system_failure(std::string_view doing, const std::string& path, int number) {
  return std::unexpected(
      Error{code_of(number), fmt::format("cannot {} \"{}\": {}", doing, visible(path),
                                         std::generic_category().message(number))});
}

}  // namespace freshet
