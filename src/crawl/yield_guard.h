// Decides which URLs of a host are worth a request, by the answers for others of their kinds.
//
// Each kind has credit. A page without new content costs one; a page that has some, or whose links
// lead to one that has, earns two. A kind without credit waits until the rest of the host is done;
// then a few of its URLs are tried, and if these bring nothing new either, it is closed. A query
// argument without effect (a session id, a sort order) loses its own credit, and URLs that differ
// from a known one only in it wait.
//
// So content systems that name their pages in arguments are followed to the end, while a trap costs
// its grant whatever its URLs look like. A kind that has proven itself is not held up by wider
// ones: one broken folder does not close the others. Used by one visit; the credit is passed from
// visit to visit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "crawl/content_index.h"
#include "crawl/seen_set.h"
#include "crawl/url_kinds.h"

namespace freshet {

class YieldGuard {
 public:
  static constexpr std::size_t kRememberedMax = 1000;  // kinds passed to the next visit

  // `grant`: pages of one kind that may bring nothing new.
  explicit YieldGuard(std::size_t grant);

  enum class Verdict : std::uint8_t { go, wait, closed };
  Verdict verdict(const UrlKinds& kinds) const;

  // Returns how likely a page in these folders has new content, by others there.
  double promise(const std::vector<std::uint64_t>& folders) const;

  // Returns true if a waiting URL may be tried anyway: a few of each kind may, once.
  bool take_trial(const UrlKinds& kinds);

  // Records a page that was read. Returns true if it has new content.
  bool observe(const UrlKinds& kinds, const PageBlocks& page);

  // Records an answer without a page: a redirect, 404.
  void observe_nothing(const UrlKinds& kinds);

  // Records that a page without new content led to one that has some.
  void observe_use(const UrlKinds& kinds);

  // The state of a kind, for the next visit.
  struct Record {
    std::uint64_t kind = 0;
    int credit = 0;
    std::uint32_t judged = 0;
    std::uint32_t useful = 0;
    std::uint32_t trials = 0;
    std::uint64_t last = 0;  // fingerprint of its last page
  };
  std::vector<Record> records() const;
  void restore(const Record& record);
  // Restores the previous format: `alike` consecutive pages of the pattern were alike.
  void restore_alike(std::uint64_t kind, std::size_t alike);

  std::size_t bytes() const;

 private:
  struct Kind {
    int credit = 0;
    std::uint32_t judged = 0;
    std::uint32_t useful = 0;
    std::uint32_t trials = 0;  // left
    std::uint64_t last = 0;    // fingerprint of its last page
  };
  struct Answer {
    std::uint64_t fingerprint = 0;
    std::uint16_t page = 0;
  };

  Kind& kind(std::uint64_t key);
  const Kind* find(std::uint64_t key) const;
  bool is_proven(std::uint64_t key) const;
  int grant_of(std::uint64_t key) const;
  template <class Act>
  void each(const UrlKinds& kinds, const Act& act);
  void count(std::uint64_t key);
  void earn(std::uint64_t key, int credit);
  void spend(std::uint64_t key);
  bool blame_arguments(const UrlKinds& kinds, std::uint64_t fingerprint, std::uint16_t like);
  void remember(const UrlKinds& kinds, const std::optional<Answer>& answer);
  template <class Act>
  bool each_spent(const UrlKinds& kinds, const Act& act) const;

  int grant_;
  ContentIndex index_;
  std::unordered_set<std::uint64_t> remembered_;  // fingerprints of pages of earlier visits
  std::unordered_map<std::uint64_t, Kind> kinds_;
  std::unordered_map<std::uint64_t, Answer> answers_;  // by URL, and by URL without an argument
  SeenSet asked_;                                      // the same keys, of all requests
};

}  // namespace freshet
