// Validates file names that come out of a catalog. An archive may come from anywhere; a name in it
// that leads out of the archive would make us read, truncate or delete files that are not ours.
#pragma once

#include <string_view>

#include "catalog/rows.h"

namespace freshet {

// Returns the directory of files of this kind, relative to the archive; empty if the kind is
// unknown.
constexpr std::string_view directory_of(FileKind kind) {
  switch (kind) {
    case FileKind::warc:
      return "warc/";
    case FileKind::tags:
      return "tags/";
    case FileKind::cdxj_tail:
    case FileKind::cdxj_run:
      return "index/";
    case FileKind::slots:
      return "slots/";
  }
  return {};
}

// Returns true if `name` is the directory of its kind followed by one plain file name. That has at
// most 255 bytes, does not begin with a dot and contains no slash, backslash or control character.
constexpr bool is_file_name(FileKind kind, std::string_view name) {
  constexpr std::size_t kNameBytesMax = 255;
  const std::string_view directory = directory_of(kind);
  if (directory.empty() || !name.starts_with(directory)) return false;
  name.remove_prefix(directory.size());
  if (name.empty() || name.size() > kNameBytesMax || name.front() == '.') return false;
  for (const char c : name)
    if (c == '/' || c == '\\' || static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return false;
  return true;
}

}  // namespace freshet
