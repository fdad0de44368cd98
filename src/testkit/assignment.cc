#include "testkit/assignment.h"

#include <limits>
#include <utility>

#include "base/check.h"

namespace freshet {
namespace {

constexpr std::size_t kFree = std::numeric_limits<std::size_t>::max();

// The state of Dijkstra's search for the cheapest path from one row to a free column.
struct Search {
  std::vector<double> distance;
  std::vector<std::size_t> row_before;  // the row from which each column is reached
  std::vector<bool> is_settled;
};

class Assignment {
 public:
  Assignment(std::size_t rows, std::size_t columns,
             const std::function<double(std::size_t, std::size_t)>& gain)
      : columns_(columns),
        row_price_(rows, 0),
        column_price_(columns, 0),
        row_of_(columns, kFree),
        column_of_(rows, kFree) {
    costs_.reserve(rows * columns);
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < columns; ++j) costs_.push_back(-gain(i, j));
  }

  void place(std::size_t row) {
    Search search{.distance = std::vector<double>(columns_, std::numeric_limits<double>::max()),
                  .row_before = std::vector<std::size_t>(columns_, kFree),
                  .is_settled = std::vector<bool>(columns_, false)};
    double least = 0;
    std::size_t column = kFree;
    for (std::size_t from = row; from != kFree; from = row_of_[column]) {
      relax(from, least, search);
      column = nearest(search);
      least = search.distance[column];
      search.is_settled[column] = true;
    }
    reprice(row, least, search);
    augment(row, column, search);
  }

  const std::vector<std::size_t>& columns() const { return column_of_; }

 private:
  void relax(std::size_t from, double least, Search& search) const {
    const double* costs = &costs_[from * columns_];
    for (std::size_t j = 0; j < columns_; ++j) {
      const double distance = least + costs[j] - row_price_[from] - column_price_[j];
      if (search.is_settled[j] || distance >= search.distance[j]) continue;
      search.distance[j] = distance;
      search.row_before[j] = from;
    }
  }

  std::size_t nearest(const Search& search) const {
    std::size_t nearest = kFree;
    for (std::size_t j = 0; j < columns_; ++j)
      if (!search.is_settled[j] &&
          (nearest == kFree || search.distance[j] < search.distance[nearest]))
        nearest = j;
    require(nearest != kFree, "there are as many columns as rows");
    return nearest;
  }

  void reprice(std::size_t row, double least, const Search& search) {
    row_price_[row] += least;
    for (std::size_t j = 0; j < columns_; ++j) {
      if (!search.is_settled[j]) continue;
      const double change = least - search.distance[j];
      column_price_[j] -= change;
      if (row_of_[j] != kFree) row_price_[row_of_[j]] += change;
    }
  }

  void augment(std::size_t row, std::size_t column, const Search& search) {
    for (;;) {
      const std::size_t from = search.row_before[column];
      row_of_[column] = from;
      std::swap(column, column_of_[from]);
      if (from == row) return;
    }
  }

  std::size_t columns_;
  std::vector<double> costs_;
  std::vector<double> row_price_;
  std::vector<double> column_price_;
  std::vector<std::size_t> row_of_;
  std::vector<std::size_t> column_of_;
};

}  // namespace

std::vector<std::size_t> best_assignment(
    std::size_t rows, std::size_t columns,
    const std::function<double(std::size_t row, std::size_t column)>& gain) {
  require(rows <= columns, "each row has a column");
  Assignment assignment(rows, columns, gain);
  for (std::size_t row = 0; row < rows; ++row) assignment.place(row);
  return assignment.columns();
}

}  // namespace freshet
