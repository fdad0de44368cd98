// A cursor over text by bytes that tracks line and column.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

namespace freshet {

class TextScan {
 public:
  explicit TextScan(std::string_view text) : text_(text) {}

  bool at_end() const { return at_ == text_.size(); }
  bool at_line_end() const { return at_end() || text_[at_] == '\n' || text_[at_] == '\r'; }
  char peek() const { return text_[at_]; }  // not at the end

  void step() {
    if (text_[at_] == '\n') {
      ++line_;
      line_start_ = at_ + 1;
    }
    ++at_;
  }

  void skip_blanks() {
    while (!at_end() && (peek() == ' ' || peek() == '\t')) step();
  }

  // Moves to the start of the next line.
  void skip_line() {
    while (!at_end() && peek() != '\n') step();
    if (!at_end()) step();
  }

  std::size_t offset() const { return at_; }
  std::string_view from(std::size_t offset) const { return text_.substr(offset, at_ - offset); }

  // Returns an error at the current position.
  std::unexpected<Error> error(std::string_view what, Errc code = Errc::invalid) const;

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::size_t line_start_ = 0;
};

// Parses all of `text` as a finite number.
std::optional<double> parse_number(std::string_view text);

// Returns the start of foreign text, escaped for an error message.
std::string shown(std::string_view text);

}  // namespace freshet
