// Learns the templates of a host from the pages that a visit brings.
//
// Not every page is learned from (is_worth_learning), so that a crawl does not slow down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "base/memory_pool.h"
#include "base/time.h"
#include "catalog/rows.h"
#include "clean/template.h"
#include "url/host.h"

namespace freshet {

// Most memory for the templates of one visit. A host that needs more has no templates.
inline constexpr std::size_t kTemplateMemoryMax = std::size_t{2} << 20;

// Longer pages are not learned from.
inline constexpr std::size_t kLearnedTokensMax = 10'000;

// One thread uses it.
class TemplateIntake {
 public:
  // `pool` is shared with other visits and may be missing; it must outlive the intake. An intake
  // that is not `on` wants no page.
  TemplateIntake(bool is_on, MemoryPool* pool) : is_on_(is_on), memory_(pool) {}

  // Goes on from the stored templates of the host; unreadable ones are learned again.
  void restore(std::string_view packed);

  // Counts a page. Returns true if add() should get its tokens.
  bool wants_next();

  // Adds a page that is new, or that no layout explained before.
  void add(const PageTokens& page);

  // Adds a page that a layout explained before. Returns true if it tells of a redesign of the site.
  // Then stored() has the new layouts and the former ones.
  bool add_known(const PageTokens& page);

  // Returns the templates of the host if they have changed since restore().
  std::optional<HostTemplates> take(const Host& host, Time now);

  // Returns the templates by which known pages are judged: those of earlier visits, or of the
  // redesign in this one; null if there are none.
  const std::shared_ptr<const SiteTemplates>& stored() const { return stored_; }

 private:
  bool can_learn(const PageTokens& page);
  void check_memory();

  bool is_on_;
  bool has_learned_ = false;
  std::size_t pages_ = 0;
  LearnedPages learned_;
  std::shared_ptr<const SiteTemplates> stored_;
  std::unique_ptr<TemplateLearner> learner_;
  MemoryShare memory_;
};

}  // namespace freshet
