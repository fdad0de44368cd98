// A part of a list, and how it goes on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace freshet {

// A request for a part of a list.
struct ListPart {
  std::string cursor = {};  // `next` of the part before; empty: from the start
  std::size_t limit = 100;
};

template <class T>
struct Listed {
  std::vector<T> items = {};
  std::optional<std::string> next = {};  // none: this is the end
};

// Cursors of our lists are numbers. Errc::invalid for any other text.
Result<std::optional<std::int64_t>> cursor_number(const ListPart& part);

// Returns {"items": [...], "next": ...}.
std::string list_json(const std::vector<std::string>& items,
                      const std::optional<std::string>& next);

template <class T>
std::string to_json(const Listed<T>& list) {
  std::vector<std::string> items;
  items.reserve(list.items.size());
  for (const T& item : list.items) items.push_back(to_json(item));
  return list_json(items, list.next);
}

// Makes a list of rows, of which one more than the limit was asked for. `number` is the cursor of a
// row.
template <class T, class Number>
Listed<T> cut_list(std::vector<T> rows, const ListPart& part, Number number) {
  Listed<T> list;
  const bool has_more = rows.size() > part.limit;
  if (has_more) rows.resize(part.limit);
  if (has_more && !rows.empty()) list.next = std::to_string(number(rows.back()));
  list.items = std::move(rows);
  return list;
}

}  // namespace freshet
