// The style sheets, images, scripts and fonts of a capture. They seldom change, so they have the
// longest intervals: those that the archive knows are checked before the first page of a capture,
// and all are checked after the last revisit of a page. They are not counted as pages.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "catalog/page_key.h"

namespace freshet {

// Pure; not thread-safe.
class RequisiteBook {
 public:
  // Adds one that was known before; nothing happens if it is there.
  void add(const PageKey& requisite);
  // Records a sighting.
  void observe(const PageKey& requisite, Time time);

  void begin_revisits(Time instant);
  void begin_round();

  // Returns those of a host that are to be checked in this half of the round, without those that
  // were ordered: in the first half those that were not seen yet, in the second those that were
  // seen before the instant and not since.
  std::vector<PageKey> due(std::string_view host) const;
  std::size_t count_due(std::string_view host) const;
  // Marks one as ordered, or as due again.
  void set_ordered(const PageKey& requisite, bool is_ordered);
  // Marks all of a host as ordered: nothing more is asked of it in this half.
  void give_up(std::string_view host);

  // Counts of requisites that were seen, and of those that were seen on both sides of the instant.
  std::size_t seen() const;
  std::size_t revisited() const;

 private:
  struct Booked {
    PageKey key;
    std::optional<Time> visited = {};    // last before the instant
    std::optional<Time> revisited = {};  // last after it
    bool is_ordered = false;
  };

  Booked* find(const PageKey& requisite);
  bool is_due(const Booked& booked) const;

  std::map<std::string, std::map<std::string, Booked>, std::less<>> by_host_;  // then by URL
  std::optional<Time> instant_;
};

}  // namespace freshet
