// The texts of one host's pages, by blocks and shingles: distinguishes pages with new content from
// those that repeat content of the host.
//
// A page is new if it has blocks that were seen neither on a page of its family (URLs of one shape)
// nor on many pages, and if no single earlier page has most of the text of these blocks: a print
// view has its article's text, while a post that a long list quoted before is new.
//
// It is bounded: when a table is full it keeps every second entry, then every fourth, and so on.
// One thread uses it. Deterministic.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "crawl/page_blocks.h"

namespace freshet {

class ContentIndex {
 public:
  enum class Verdict : std::uint8_t { fresh, repeated, unknown };  // unknown: too little is kept

  struct Judgement {
    Verdict verdict = Verdict::unknown;
    std::uint16_t page = 0;  // number of this page; wraps after 65,535
    std::uint16_t like = 0;  // the page that has most of this one's text, 0: none
  };

  // `family` identifies the shape of the page's URL.
  Judgement add(const PageBlocks& page, std::uint64_t family);

  std::size_t bytes() const;

 private:
  struct Entry {
    std::uint64_t hash = 0;      // 0: the slot is free
    std::uint32_t families = 0;  // a bit for each family with it; some share a bit
    std::uint16_t pages = 0;     // that have it
    std::uint16_t first = 0;     // two of these pages
    std::uint16_t last = 0;
  };

  // Open addressing. Hashes not divisible by the sampling rate are omitted.
  class Table {
   public:
    // Returns the entry of the hash, created if missing; null if it is omitted.
    Entry* at(std::uint64_t hash);
    std::uint64_t rate() const { return rate_; }
    std::size_t bytes() const { return slots_.capacity() * sizeof(Entry); }

   private:
    Entry& slot(std::uint64_t hash);
    void make_room();
    // Moves the entries that `keeps` returns true for to a table of `slots`.
    template <class Keeps>
    void rehash(std::size_t slots, const Keeps& keeps);

    std::vector<Entry> slots_;
    std::size_t count_ = 0;
    std::uint64_t rate_ = 1;
  };

  std::uint32_t bit_of(std::uint64_t family);
  std::uint16_t find_copy(const std::vector<std::uint16_t>& votes, std::size_t shingles,
                          std::uint64_t words) const;

  Table blocks_;
  Table shingles_;
  std::vector<std::uint32_t> sizes_;  // new words by page
  std::uint16_t page_ = 0;
  std::unordered_map<std::uint64_t, std::uint32_t> families_;
};

}  // namespace freshet
