#include "crawl/sighting.h"

#include <fmt/format.h>

#include "base/check.h"
#include "change/judge.h"

namespace freshet {
namespace {

std::string_view word_of(CheckOutcome outcome) {
  switch (outcome) {
    case CheckOutcome::same:
      return "same";
    case CheckOutcome::changed:
      return "changed";
    case CheckOutcome::gone:
      return "gone";
    case CheckOutcome::back:
      return "back";
    case CheckOutcome::failed:
      return "failed";
  }
  require(false, "an outcome");
  return "";
}

}  // namespace

std::string change_text(const PageCheck& check) {
  return fmt::format("{} {} {:.3f}", word_of(check.outcome),
                     change_class_text(static_cast<ChangeClass>(check.change)), check.score);
}

}  // namespace freshet
