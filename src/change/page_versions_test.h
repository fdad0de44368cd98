// Versions of small pages for the tests of this folder.
#pragma once

#include <string>
#include <string_view>

#include "change/page_print.h"

namespace freshet {

inline std::vector<Block> blocks_of(std::string_view page) {
  return read_blocks(page, index_tags(page, Scripting::off), Scripting::off);
}

inline PagePrint print_of(std::string_view page) {
  return print_page(page, page, index_tags(page, Scripting::off), Scripting::off);
}

}  // namespace freshet
