// What may be spent in a day: checks, bytes, requests to one host, and how much of it on one site.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace freshet {

inline constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

struct BudgetOptions {
  std::uint64_t checks = kUnlimited;             // a day
  std::uint64_t bytes = kUnlimited;              // a day
  std::uint64_t requests_per_host = kUnlimited;  // a day
  // Share of the day's checks (or bytes) that one site may take: a site that changes every page at
  // each check must not take it all. Counts only where checks or bytes are limited.
  double site_share_max = 0.5;
};

// Not thread-safe.
class DayBudget {
 public:
  explicit DayBudget(const BudgetOptions& options) : options_(options) {}

  // Whether a check that is expected to cost `bytes` may still be made today.
  bool allows(std::uint32_t site, std::uint32_t host, std::uint64_t bytes) const;

  // A check was made and cost `bytes`.
  void spend(std::uint32_t site, std::uint32_t host, std::uint64_t bytes);

  // Whether nothing more can be checked today, wherever.
  bool is_spent() const {
    return (options_.checks != kUnlimited && checks_ >= options_.checks) ||
           (options_.bytes != kUnlimited && bytes_ >= options_.bytes);
  }

  // Nothing is carried over.
  void next_day();

 private:
  struct Spent {
    std::uint64_t checks = 0;
    std::uint64_t bytes = 0;
  };

  BudgetOptions options_;
  std::uint64_t checks_ = 0;
  std::uint64_t bytes_ = 0;
  std::vector<Spent> sites_;
  std::vector<std::uint64_t> hosts_;  // requests
};

}  // namespace freshet
