#include "predict/shipped_first_sight.h"

#include "base/check.h"

namespace freshet {
namespace {

FirstSight read_shipped(CountedChanges changes) {
  auto model = FirstSight::read(shipped_first_sight_text(changes));
  require(model.has_value(), "the model that ships can be read");
  return std::move(*model);
}

}  // namespace

const FirstSight& shipped_first_sight(CountedChanges changes) {
  static const FirstSight any = read_shipped(CountedChanges::any);
  static const FirstSight content = read_shipped(CountedChanges::content);
  return changes == CountedChanges::any ? any : content;
}

}  // namespace freshet
