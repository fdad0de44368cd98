// A page of a list as JSON: {"items": [...], "next": "..."}; `next` is null at the end.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"

namespace freshet {

class ApiList {
 public:
  void add(std::string_view item_json) {
    items_ += count_++ == 0 ? "" : ",";
    items_ += item_json;
  }
  std::size_t size() const { return count_; }

  std::string take(const std::optional<std::string>& next) {
    JsonWriter json;
    next ? json.value(*next) : json.null();
    std::string text = R"({"items":[)";
    text.append(items_).append(R"(],"next":)").append(json.take()).append("}");
    return text;
  }

 private:
  std::string items_;
  std::size_t count_ = 0;
};

}  // namespace freshet
