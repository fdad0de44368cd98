// A document of JSON, TOML or YAML as a tree of values. Watches are read from all three, and one
// reader of each is enough.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace freshet {

struct ValueTree {
  // Bounds of every reader. A tree is destroyed by recursion, so the depth matters.
  static constexpr int kDepthMax = 32;
  static constexpr std::size_t kValuesMax = 1'000'000;
  static constexpr std::size_t kBytesMax = std::size_t{64} << 20;

  enum class Kind : std::uint8_t { null, boolean, integer, real, text, list, table };

  Kind kind = Kind::null;
  bool claim = false;
  std::int64_t integer = 0;
  double real = 0;
  std::string text = {};
  std::vector<ValueTree> items = {};    // of a list or a table
  std::vector<std::string> names = {};  // of a table: one for each item, in order, each once
  std::size_t line = 0;                 // where it stands, from 1; 0: not known

  static ValueTree of(bool claim);
  static ValueTree of(std::int64_t number);
  static ValueTree of(double number);
  static ValueTree of(std::string_view text);
  static ValueTree of(const char* text) { return of(std::string_view(text)); }
  static ValueTree list();
  static ValueTree table();

  bool is(Kind wanted) const { return kind == wanted; }

  // Returns the member of a table; nullptr if there is none.
  const ValueTree* member(std::string_view name) const;

  // Adds a member to a table.
  void add(std::string_view name, ValueTree value);

  // Equal values; lines do not count.
  bool operator==(const ValueTree& other) const;
};

// A problem of a text that is not a tree.
struct SourceProblem {
  std::size_t line;  // 0: not known
  std::string message;
};

// Returns the value as an error message names it: `the text "x"`, `the number 3`, `a list`.
std::string value_words(const ValueTree& value);

// Returns true for null, false, zero, and an empty text, list or table.
bool is_blank(const ValueTree& value);

// Returns the line of the value at `path` ("parts[0].expression"), or else that of the nearest
// value above it.
std::size_t line_at(const ValueTree& tree, std::string_view path);

}  // namespace freshet
