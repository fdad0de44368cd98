// The captures of an archive. Design: docs/design/catalog.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "catalog/capture_rows.h"

namespace freshet {

// The part of a catalog (catalog.h) that knows the captures. A change is acknowledged when its call
// returns.
class Captures {
 public:
  // Stores a capture that begins and returns its id; the id in `capture` is not read. Errc::invalid
  // if there is one with the same name.
  virtual Result<std::int64_t> begin_capture(const CaptureRow& capture) = 0;
  // Replaces the row with this id, but for its name; Errc::not_found if there is none.
  virtual Status change_capture(const CaptureRow& capture) = 0;
  virtual Result<std::optional<CaptureRow>> find_capture(std::string_view name) = 0;
  virtual Result<std::vector<CaptureRow>> captures() = 0;  // by id, the oldest first

 protected:
  ~Captures() = default;
};

}  // namespace freshet
