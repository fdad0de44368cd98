// The state machine of the URL standard ("basic URL parser"), with a function for each relevant
// state. It writes the serialisation from left to right as it reads. Only url.cc includes this.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/error.h"
#include "url/percent.h"
#include "url/url.h"

namespace freshet {

class UrlParser {
 public:
  static Result<Url> parse(std::string_view input, const Url* base);

 private:
  // Both must outlive the parser.
  UrlParser(std::string_view input, const Url* base) : input_(input), base_(base) {}

  // Reads any bytes of the common form; otherwise returns false with nothing written.
  bool read_plain_web_url();

  // Each of these reads from at_ to the end of the input, which is now UTF-8 without tabs and line
  // ends. Returns false on failure, with the reason in why_.
  bool read_url();
  bool read_without_scheme();
  bool read_relative();
  bool read_file();
  bool read_file_host();
  bool read_authority();
  bool read_host_and_port(std::string_view text);
  bool read_path();
  bool read_opaque_path();
  bool read_query_and_fragment();
  bool read_fragment();

  bool read_port(std::string_view digits);
  void write_userinfo(std::string_view userinfo);
  void write_path_segments(std::string_view path);
  void write_path_segment(std::string_view segment);
  void write_empty_host();
  void shorten_path();
  void start_path();
  void end_path();

  // Copies the parts that the URL shares with the base.
  void copy_base_authority();
  void copy_base_path(std::string_view path);
  void copy_base_until_query();
  void copy_base_until_fragment();

  bool fail(const char* why) {
    why_ = why;
    return false;
  }
  bool at_end() const { return at_ == input_.size(); }
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < input_.size() ? input_[at_ + ahead] : '\0';
  }
  bool is_slash(char c) const { return c == '/' || (c == '\\' && parts().is_special); }
  bool is_file() const { return url_.scheme() == "file"; }
  std::string_view path_written() const;

  std::string& out() { return url_.href_; }
  Url::Parts& parts() { return url_.parts_; }
  const Url::Parts& parts() const { return url_.parts_; }
  std::uint32_t here() const { return static_cast<std::uint32_t>(url_.href_.size()); }

  std::string_view input_;
  const Url* base_;  // may be null
  std::size_t at_ = 0;
  Url url_;
  const char* why_ = "";
};

}  // namespace freshet
