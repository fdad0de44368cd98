// Steps through text by bytes, and knows the line and the column where it stands.
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

  // To the start of the next line.
  void skip_line() {
    while (!at_end() && peek() != '\n') step();
    if (!at_end()) step();
  }

  std::size_t offset() const { return at_; }
  std::string_view from(std::size_t offset) const { return text_.substr(offset, at_ - offset); }

  // An error about the place where the scan stands.
  std::unexpected<Error> error(std::string_view what, Errc code = Errc::invalid) const;

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::size_t line_start_ = 0;
};

// The finite number that `text` is, all of it.
std::optional<double> parse_number(std::string_view text);

// The start of foreign text, safe to show in an error.
std::string shown(std::string_view text);

}  // namespace freshet
