// Templates of title and text: values, and sections that repeat or are left out. There is no code
// in them. Syntax, after Mustache (docs/design/notify.md#templates):
//
//   {{title}}                     a value
//   {{#hunks}}...{{/hunks}}       once for each item of a list, or once if a value is not empty
//   {{^hunks}}...{{/hunks}}       if the list or value is empty
//   {{! a remark }}
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace freshet {

inline constexpr std::size_t kTemplateBytesMax = 8 << 10;
inline constexpr std::size_t kTemplateDepthMax = 4;  // sections within sections
inline constexpr std::size_t kTemplateOutputBytesMax = 64 << 10;
inline constexpr std::size_t kTemplateStepsMax = 20'000;  // pieces that one rendering looks at

// A name that a template may use.
struct TemplateName {
  std::string_view name;
  std::string_view meaning;
  bool is_list = false;
  std::string_view list = {};  // the list in whose items it is; empty: everywhere
};

struct TemplateValues {
  std::map<std::string, std::string, std::less<>> texts = {};
  std::map<std::string, std::vector<TemplateValues>, std::less<>> lists = {};
};

class Template {
 public:
  // Refuses unknown names and wrong sections with line and column.
  static Result<Template> parse(std::string_view text, std::span<const TemplateName> names);

  // Ends with "…" where the output becomes longer than its limits.
  std::string render(const TemplateValues& values) const;

 private:
  friend class TemplateParser;
  struct Piece {
    enum class Kind : std::uint8_t { text, value, section, inverted_section };
    Kind kind = Kind::text;
    std::string text = {};        // or the name
    std::size_t section_end = 0;  // of a section: the piece behind its last one
  };
  struct Scope;
  struct Output;
  bool render_pieces(std::size_t from, std::size_t to, const Scope& scope, Output& out) const;
  bool render_section(std::size_t at, const Scope& scope, Output& out) const;

  std::vector<Piece> pieces_;
};

}  // namespace freshet
