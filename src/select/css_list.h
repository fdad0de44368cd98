// A parsed CSS selector.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace freshet {

enum class CssKind : std::uint8_t {
  type,
  universal,
  id,
  class_name,
  attribute,
  nth,    // :nth-child and the like, also :first-child, :only-of-type ...
  is,     // :is, :where
  not_,   // :not
  has,    // :has; each complex selector begins with its combinator
  root,   // :root
  empty,  // :empty
  link,   // :link, :any-link
  checked,
  disabled,
  enabled,
  nothing,  // matches no element, like :visited in a page that nobody has visited
};

enum class CssOperator : std::uint8_t { exists, equals, word, dash, prefix, suffix, substring };
enum class CssCombinator : std::uint8_t { descendant, child, next, later };

// The a-th, counted from b: a n + b.
struct CssNth {
  long step = 0;
  long offset = 0;
  bool from_end = false;
  bool of_type = false;
};

// A complex selector contains compounds, these simple selectors, and these complex ones again.
struct CssComplex {
  struct Simple {
    CssKind kind = CssKind::universal;
    std::string name = {};   // type, id, class or attribute; types and attributes in lower case
    std::string value = {};  // of an attribute
    CssOperator op = CssOperator::exists;
    bool ignores_case = false;
    CssNth nth = {};
    std::vector<CssComplex> list = {};  // of :is, :not, :has and :nth-child(... of S)
  };
  struct Compound {
    CssCombinator before = CssCombinator::descendant;  // how it relates to the one on its left
    std::vector<Simple> simples = {};
  };

  std::vector<Compound> compounds = {};  // from left to right; never empty
};

using CssCompound = CssComplex::Compound;
using CssSimple = CssComplex::Simple;

struct CssList {
  std::vector<CssComplex> complexes = {};
};

}  // namespace freshet
