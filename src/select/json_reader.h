// The characters of a JSONPath query. Internal to select/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace freshet {

// A method that fails records the first error and returns false. `text` outlives the reader and is
// UTF-8.
class JsonReader {
 public:
  explicit JsonReader(std::string_view text) : text_(text) {}

  const std::string& error() const { return error_; }
  bool ends() const { return at_ >= text_.size(); }
  std::size_t place() const { return at_; }
  void go_to(std::size_t place) { at_ = place; }

  // Returns the byte so far ahead; NUL behind the end.
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool take(char c);
  bool take(std::string_view word);
  void skip_spaces();

  // member-name-shorthand: a name after a point.
  bool begins_name() const;
  std::string read_name();
  // Reads lower-case letters, digits and underscores; the name of a function or literal.
  std::string read_word();
  bool read_text(std::string& out);      // with its quotes
  bool read_integer(std::int64_t& out);  // within +-(2^53 - 1)
  bool read_number(double& out);

  // Records that `problem` is at this place. Its {}, if it has one, is the character found there.
  bool fail(std::string_view problem);
  bool fail_at(std::size_t place, std::string_view problem);

 private:
  bool read_escape(char quote, std::string& out);
  std::optional<unsigned> read_hex();

  std::string_view text_;
  std::size_t at_ = 0;
  std::string error_;
};

// Returns true if brackets of a JSON document, outside of its texts, are nested deeper: the library
// would destroy and print such a value by recursion.
bool is_json_deeper_than(std::size_t depth_max, std::string_view json);

}  // namespace freshet
