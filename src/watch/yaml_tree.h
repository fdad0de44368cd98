// YAML as trees of values, one for each document of a file.
#pragma once

#include <cstddef>
#include <expected>
#include <string_view>
#include <vector>

#include "watch/value_tree.h"

namespace freshet {

inline constexpr std::size_t kYamlBytesMax = std::size_t{2} << 20;
inline constexpr std::size_t kYamlValuesMax = 100'000;  // those that aliases repeat included

// Accepts any bytes. Plain scalars are read as YAML 1.1 and PyYAML do: null, booleans (also yes,
// no, on, off), decimal numbers; numbers keep their text. Aliases are copied, "<<" merges tables.
// Tags other than those of the YAML types, names that are not scalars, and a name twice in one
// table are problems. Every value knows its line.
std::expected<std::vector<ValueTree>, SourceProblem> read_yaml_documents(std::string_view text);

}  // namespace freshet
