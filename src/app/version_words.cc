#include "app/version_words.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "base/wording.h"
#include "store/versions.h"

namespace freshet {

std::string version_words(const std::vector<SnapshotRow>& rows) {
  const std::uint64_t versions = versions_of(rows).size();
  const auto contents = static_cast<std::uint64_t>(std::ranges::count_if(rows, [](const auto& row) {
    return row.kind == SnapshotKind::not_modified || is_content(row);
  }));
  std::string words;
  const auto add = [&](std::uint64_t count, std::string_view one, std::string_view many) {
    if (count == 0) return;
    if (!words.empty()) words += ", ";
    words += counted(count, one, many);
  };
  add(versions, "version", "versions");
  add(contents - versions, "confirmation", "confirmations");
  add(rows.size() - contents, "other answer", "other answers");
  return words;
}

}  // namespace freshet
