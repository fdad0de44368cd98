// Content systems of the practice web: programs that make pages from arguments. Each host has one:
// a wiki, a forum, a shop or a blog, with the noise that such programs make: session ids, sort
// orders, print views, revisions, facets, calendars; and beside it a trap whose URLs are letters.
// Paths, argument names and which noise there is are drawn from the seed, so that nobody can know
// them by name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "practice/answer.h"
#include "practice/hosts.h"
#include "practice/world_plan.h"

namespace freshet {

enum class SystemRole : std::uint8_t {
  none,     // it is no URL of the system
  content,  // a page that must be found
  list,     // a page that leads to them
  noise,    // everything else
  trap,     // of letters
};

// What a URL of the system is. URLs with equal role and key show the same.
struct SystemUrl {
  SystemRole role = SystemRole::none;
  std::uint64_t key = 0;  // of content: from 0 up to system_pages()
};

bool has_system(const WorldPlan& plan, const HostFacts& host);

// Where the home page leads into the system, and into its trap.
std::string system_entrance(const WorldPlan& plan, const HostFacts& host);
std::string letter_trap_entrance(const WorldPlan& plan, const HostFacts& host);

std::uint64_t system_pages(const WorldPlan& plan, const HostFacts& host);
std::string_view system_name(const WorldPlan& plan, const HostFacts& host);
SystemUrl system_url(const WorldPlan& plan, const HostFacts& host, std::string_view target);
std::optional<PracticeAnswer> system_answer(const WorldPlan& plan, const HostFacts& host,
                                            std::string_view target);

}  // namespace freshet
