// A content model made by hand, for tests: long blocks are main text, menus are not.
#pragma once

#include "base/check.h"
#include "clean/content_model.h"

namespace freshet {

inline ContentModel small_content_model() {
  const Schema schema{{{"words"}, {"in_nav"}, {"token_near"}}, {"text", {"frame", "main"}}};
  const auto split = [](std::int32_t column, float threshold, float below, float otherwise) {
    return Boosting::Tree{
        1,
        {Boosting::Node{.column = column, .threshold = threshold, .missing_goes_first = true},
         Boosting::Node{.threshold = below}, Boosting::Node{.threshold = otherwise}}};
  };
  auto trees =
      Boosting::make(schema, {split(0, 5, -2, 2), split(1, 0.5, 0, -6), split(2, -1, 0, 0)});
  require(trees.has_value(), "the trees of the test are trees");
  auto model =
      ContentModel::make({"made by hand"}, {{"sidebar", -2}, {"<p", 1}}, std::move(*trees));
  require(model.has_value(), "the model of the test is one");
  return std::move(*model);
}

}  // namespace freshet
