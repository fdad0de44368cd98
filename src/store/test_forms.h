// The forms of an archive that tests run over: layouts, and packings of the layout `log`.
#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "store/archive_writer.h"

namespace freshet {

struct StoreForm {
  Layout layout = Layout::log;
  warc::MemberPacking packing = warc::MemberPacking::igzip;

  operator Layout() const { return layout; }
  bool has_references() const { return packing == warc::MemberPacking::reference; }
  std::string name() const {
    return has_references() ? "log_reference" : std::string(layout_name(layout));
  }
  friend std::ostream& operator<<(std::ostream& out, const StoreForm& form) {
    return out << form.name();
  }
};

inline constexpr StoreForm kLogForm{};
inline constexpr StoreForm kSlotsForm{.layout = Layout::slots};
inline constexpr StoreForm kReferenceForm{.packing = warc::MemberPacking::reference};

inline std::string form_name(const testing::TestParamInfo<StoreForm>& at) {
  return at.param.name();
}

}  // namespace freshet
