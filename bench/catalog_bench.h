// The part of store_bench that measures the catalog.
#pragma once

#include <cstddef>
#include <string>

namespace freshet::bench {

// Fills catalogs in `directory` with so many thousands of pages and hosts, and prints what that
// took.
int run_catalog_bench(const std::string& directory, std::size_t thousands);

}  // namespace freshet::bench
