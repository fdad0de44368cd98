// A JSON value as lines for people and for comparing. Internal to select/; a template, so that the
// library of the values stays out of headers.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/escape.h"

namespace freshet {

// Writes values line by line; stops soon after `bytes_max` bytes.
template <class Json>
class JsonLines {
 public:
  explicit JsonLines(std::size_t bytes_max) : bytes_max_(bytes_max) {}

  void add(const Json& value) { add(value, "", 0); }
  std::size_t bytes() const { return bytes_; }
  std::vector<std::string> take() { return std::move(lines_); }

 private:
  void add(const Json& value, const std::string& label, std::size_t depth) {
    if (bytes_ > bytes_max_) return;
    if (!value.is_structured() || value.empty()) {
      write(depth, label + scalar(value));
      return;
    }
    const bool is_array = value.is_array();
    write(depth, label + (is_array ? "[" : "{"));
    for (auto member = value.begin(); member != value.end(); ++member) {
      std::string name;
      if (!is_array) {
        append_json_string(name, member.key());
        name += ": ";
      }
      add(*member, name, depth + 1);
    }
    write(depth, is_array ? "]" : "}");
  }

  static std::string scalar(const Json& value) {
    if (!value.is_string()) return value.dump();
    std::string out;
    append_json_string(out, value.template get_ref<const std::string&>());
    return out;
  }

  void write(std::size_t depth, std::string_view text) {
    lines_.push_back(std::string(2 * depth, ' ').append(text));
    bytes_ += lines_.back().size() + 1;
  }

  std::size_t bytes_max_;
  std::size_t bytes_ = 0;
  std::vector<std::string> lines_;
};

}  // namespace freshet
