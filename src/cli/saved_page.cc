#include "cli/saved_page.h"

#include <fmt/format.h>

#include <utility>

#include "base/escape.h"
#include "cli/input.h"

namespace freshet {
namespace {

Result<std::string> page_bytes(const std::string& file, const LimitSettings& limits) {
  const auto bytes_max = static_cast<std::size_t>(limits.page_bytes);
  auto bytes = file == "-" ? read_stdin(bytes_max) : read_file(file, bytes_max);
  if (!bytes && bytes.error().code == Errc::limit)
    bytes.error().message += "; limits.page_bytes sets the limit";
  return bytes;
}

}  // namespace

Result<SavedPage> read_saved_page(const std::string& file, std::string_view content_type,
                                  const Settings& settings) {
  auto bytes = page_bytes(file, settings.limits);
  if (!bytes) return std::unexpected(bytes.error());
  Utf8Text utf8 = to_utf8(*bytes, content_type);
  SavedPage page{.bytes = *std::move(bytes),
                 .utf8 = std::move(utf8),
                 .scripting = settings.html.mode(),
                 .index = {}};
  if (page.text().size() > kIndexedBytesMax) {
    return std::unexpected(
        Error{Errc::limit, fmt::format("\"{}\" has {} bytes as UTF-8, and at most {} can be read",
                                       visible(file), page.text().size(), kIndexedBytesMax)});
  }
  index_tags(page.text(), page.scripting, page.index);
  return page;
}

}  // namespace freshet
