// A JSON writer that handles commas and escapes.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace freshet {

// Calls must be in an order that makes valid JSON: between begin_object and end_object each value
// follows its key. Text goes through append_json_string, so any bytes are safe.
class JsonWriter {
 public:
  JsonWriter& begin_object() { return open('{'); }
  JsonWriter& end_object() { return close('}'); }
  JsonWriter& begin_array() { return open('['); }
  JsonWriter& end_array() { return close(']'); }
  JsonWriter& key(std::string_view name);

  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(bool claim);
  JsonWriter& value(double number);  // NaN and infinity, which JSON lacks, become null
  JsonWriter& value(std::signed_integral auto number) {
    return integer(static_cast<std::int64_t>(number));
  }
  JsonWriter& value(std::unsigned_integral auto number) {
    return natural(static_cast<std::uint64_t>(number));
  }
  JsonWriter& null();

  // Returns the output since the start or the last take(); long arrays can be sent in pieces.
  std::string take();

 private:
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  JsonWriter& integer(std::int64_t number);
  JsonWriter& natural(std::uint64_t number);
  void separate();

  std::string out_;
  bool needs_comma_ = false;
};

}  // namespace freshet
