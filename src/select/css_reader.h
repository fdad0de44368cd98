// Reads the characters, names, texts and numbers of CSS (CSS Syntax Level 3).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace freshet {

// A method that fails records the first error and returns false. `text` outlives the reader.
class CssReader {
 public:
  explicit CssReader(std::string_view text) : text_(text) {}

  const std::string& error() const { return error_; }
  bool ends() const { return at_ >= text_.size(); }
  std::size_t place() const { return at_; }
  void go_to(std::size_t place) { at_ = place; }

  // Returns the byte so far ahead; NUL behind the end.
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  void skip(std::size_t bytes) { at_ += bytes; }
  bool take(char c);
  bool take_word(std::string_view word);  // without case
  bool skip_spaces();                     // and comments; true if there were any

  bool begins_identifier() const;
  bool read_identifier(std::string& name);
  bool read_name(std::string& name);    // may begin with a digit
  bool read_value(std::string& value);  // a quoted text or an identifier
  std::optional<long> take_number();    // digits; at most kNumberMax

  // Records that `problem` is at this place. Its {}, if it has one, is the byte found there.
  bool fail(std::string_view problem);
  bool fail_unsupported(std::string_view what, std::string_view name);

 private:
  static constexpr long kNumberMax = 1'000'000'000;

  bool begins_escape(std::size_t ahead) const;
  void read_escape(std::string& out);

  std::string_view text_;
  std::size_t at_ = 0;
  std::string error_;
};

}  // namespace freshet
