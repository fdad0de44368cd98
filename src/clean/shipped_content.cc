#include "clean/shipped_content.h"

#include "base/check.h"

namespace freshet {

const ContentModel& shipped_content_model() {
  static const ContentModel model = [] {
    auto read = ContentModel::read(shipped_content_text());
    require(read.has_value(), "the model that ships can be read");
    return std::move(*read);
  }();
  return model;
}

}  // namespace freshet
