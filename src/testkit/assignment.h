// The exact optimum of an assignment problem, to judge faster ways by.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace freshet {

// Returns for each row the column that it is given, each column at most once, so that the sum of
// gains is highest. There are no more rows than columns. Takes rows^2 * columns steps at most
// (shortest augmenting paths with potentials: Kuhn 1955, Jonker and Volgenant 1987).
std::vector<std::size_t> best_assignment(
    std::size_t rows, std::size_t columns,
    const std::function<double(std::size_t row, std::size_t column)>& gain);

}  // namespace freshet
