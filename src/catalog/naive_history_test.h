// The history in its simplest form: a part of the naive catalog of naive_catalog_test.h.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "catalog/rows.h"

namespace freshet {

struct NaiveHistory {
  std::map<PageId, PageBelief> beliefs;
  std::map<std::pair<PageId, Time>, PageCheck> checks;
  std::vector<PageEvent> events;

  // `id_of` returns the id of a page that exists; `is_gone` returns true if the page with an id was
  // removed.
  template <class IdOf, class IsGone>
  void apply(const std::vector<PageNews>& history, IdOf id_of, IsGone is_gone) {
    std::erase_if(beliefs, [&](const auto& held) { return is_gone(held.first); });
    std::erase_if(checks, [&](const auto& held) { return is_gone(held.first.first); });
    PageNews all;
    for (const PageNews& news : history) {
      all.checks.insert(all.checks.end(), news.checks.begin(), news.checks.end());
      all.beliefs.insert(all.beliefs.end(), news.beliefs.begin(), news.beliefs.end());
      all.marks.insert(all.marks.end(), news.marks.begin(), news.marks.end());
      all.events.insert(all.events.end(), news.events.begin(), news.events.end());
    }
    for (const PageCheck& check : all.checks)
      if (const auto page = id_of(check.page)) checks[{*page, check.time}] = check;
    for (const PageBelief& belief : all.beliefs)
      if (const auto page = id_of(belief.page)) replace(beliefs[*page], belief);
    for (const PageMark& mark : all.marks) {
      const auto page = id_of(mark.page);
      if (page && beliefs.contains(*page)) put(beliefs[*page], mark);
    }
    for (const PageEvent& event : all.events) {
      events.push_back(event);
      events.back().number = static_cast<std::int64_t>(events.size());
    }
  }

  static void replace(PageBelief& known, PageBelief belief) {
    belief.unlinked = known.unlinked;
    if (known.first_changed) belief.first_changed = known.first_changed;
    known = std::move(belief);
  }

  static void put(PageBelief& belief, const PageMark& mark) {
    if (mark.kind == PageMark::Kind::linked) {
      belief.unlinked.reset();
      return;
    }
    std::optional<Time>& place =
        mark.kind == PageMark::Kind::unlinked ? belief.unlinked : belief.first_changed;
    if (!place) place = mark.time;
  }
};

}  // namespace freshet
