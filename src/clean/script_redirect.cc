#include "clean/script_redirect.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "base/ascii.h"
#include "clean/base64.h"

namespace freshet {
namespace {

bool is_name_byte(char c) { return is_ascii_alnum(c) || c == '_' || c == '$'; }

class ScriptScan {
 public:
  ScriptScan(std::string_view script, std::string_view hostname)
      : script_(script.substr(0, kRedirectScriptBytesMax)), hostname_(hostname) {}

  ScriptTargets run() {
    while (at_ < script_.size()) {
      const char c = script_[at_];
      if (is_quote(c)) {
        read_literal();
      } else if (is_name_byte(c)) {
        read_statement(read_path());
      } else {
        skip_comment_or_byte();
      }
    }
    return std::move(targets_);
  }

 private:
  static bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < script_.size() ? script_[at_ + ahead] : '\0';
  }
  void skip_spaces() {
    while (at_ < script_.size() && is_ascii_whitespace(script_[at_])) ++at_;
  }

  void skip_comment_or_byte() {
    const bool is_block = peek() == '/' && peek(1) == '*';
    if (is_block || (peek() == '/' && peek(1) == '/')) {
      const std::size_t end = script_.find(is_block ? "*/" : "\n", at_ + 2);
      at_ = end == script_.npos ? script_.size() : end + (is_block ? 2 : 1);
    } else {
      ++at_;
    }
  }

  // A name with its members: "window.location.href".
  std::string_view read_path() {
    const std::size_t from = at_;
    while (is_name_byte(peek()) || (peek() == '.' && is_name_byte(peek(1)))) ++at_;
    return script_.substr(from, at_ - from);
  }

  void read_statement(std::string_view path) {
    skip_spaces();
    const bool is_assignment = peek() == '=' && peek(1) != '=' && peek(1) != '>';
    if (is_assignment) {
      ++at_;
      std::string value = read_value();
      if (is_location(path))
        add_location(std::move(value));
      else if (variables_.size() < kScriptVariablesMax)
        variables_[std::string(path)] = std::move(value);
    } else if (peek() == '(') {
      if (const auto object = method_of(path, ".replace", ".assign");
          object && is_location(*object)) {
        ++at_;
        add_location(read_value());
      } else if (path == "document.write" || path == "document.writeln") {
        ++at_;
        targets_.written += read_value();
        cut(targets_.written);
      }
    }
  }

  static std::optional<std::string_view> method_of(std::string_view path, std::string_view one,
                                                   std::string_view other) {
    for (const std::string_view method : {one, other})
      if (path.ends_with(method)) return path.substr(0, path.size() - method.size());
    return std::nullopt;
  }

  static bool is_location(std::string_view path) {
    if (path.ends_with(".href")) path.remove_suffix(5);
    for (bool cut_one = true; cut_one;) {
      cut_one = false;
      for (const std::string_view owner :
           {"window.", "document.", "self.", "top.", "parent.", "this.", "globalThis."}) {
        if (!path.starts_with(owner)) continue;
        path.remove_prefix(owner.size());
        cut_one = true;
      }
    }
    return path == "location";
  }

  void add_location(std::string value) {
    if (!value.empty()) targets_.locations.push_back(std::move(value));
  }

  static void cut(std::string& value) {
    if (value.size() > kScriptTextBytesMax) value.resize(kScriptTextBytesMax);
  }

  // Terms joined by '+'. Stops in front of anything else.
  std::string read_value() {
    std::string value;
    while (true) {
      skip_spaces();
      if (is_quote(peek())) {
        value += read_literal();
      } else if (is_name_byte(peek())) {
        value += read_name();
      } else {
        break;
      }
      cut(value);
      skip_spaces();
      if (peek() != '+' || peek(1) == '+' || peek(1) == '=') break;
      ++at_;
    }
    return value;
  }

  std::string read_name() {
    const std::string_view path = read_path();
    if (path == "atob" && peek() == '(') {
      ++at_;
      skip_spaces();
      const std::string packed = is_quote(peek()) ? read_literal() : std::string();
      skip_spaces();
      if (peek() == ')') ++at_;
      return decode_base64(packed);
    }
    if (path.ends_with("location.hostname") || path.ends_with("location.host") ||
        path == "document.domain")
      return std::string(hostname_);
    const auto known = variables_.find(std::string(path));
    return known == variables_.end() ? std::string() : known->second;
  }

  std::string read_literal() {
    const char quote = script_[at_++];
    std::string value;
    while (at_ < script_.size() && script_[at_] != quote) {
      if (script_[at_] == '\n' && quote != '`') break;  // not a literal after all
      if (script_[at_] == '\\')
        read_escape(value);
      else
        value += script_[at_++];
    }
    if (at_ < script_.size()) ++at_;
    cut(value);
    return value;
  }

  // Only ASCII matters here: other characters are left out.
  void read_escape(std::string& value) {
    ++at_;
    const char c = peek();
    if (at_ < script_.size()) ++at_;
    const std::size_t digits = c == 'x' ? 2 : c == 'u' ? 4 : 0;
    if (digits == 0) {
      if (c != 'n' && c != 'r' && c != 't' && c != '\n' && c != '\0') value += c;
      return;
    }
    unsigned code = 0;
    for (std::size_t i = 0; i < digits && is_ascii_hex_digit(peek()); ++i)
      code = code * 16 + hex_value(script_[at_++]);
    if (code >= ' ' && code < 0x7f) value += static_cast<char>(code);
  }

  std::string_view script_;
  std::string_view hostname_;
  std::size_t at_ = 0;
  std::unordered_map<std::string, std::string> variables_;
  ScriptTargets targets_;
};

}  // namespace

ScriptTargets find_script_targets(std::string_view script, std::string_view hostname) {
  return ScriptScan(script, hostname).run();
}

}  // namespace freshet
