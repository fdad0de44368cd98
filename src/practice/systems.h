// Content systems of the practice web: programs that make pages from arguments. Each host has one:
// a wiki, a forum, a shop or a blog, with the noise typical of such programs: session ids, sort
// orders, print views, revisions, facets, calendars; and beside it a trap whose URLs consist of
// random letters. Paths, argument names and the kinds of noise are drawn from the seed, so that a
// crawler cannot know them by name.
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
  none,     // not a URL of the system
  content,  // a page that a crawl must find
  list,     // a page that links to content
  noise,    // everything else
  trap,     // URLs of random letters
};

// The meaning of a URL of the system. URLs with equal role and key show the same content.
struct SystemUrl {
  SystemRole role = SystemRole::none;
  std::uint64_t key = 0;  // for content: from 0 up to system_pages()
};

bool has_system(const WorldPlan& plan, const HostFacts& host);

// Return the links of the home page into the system and into its trap.
std::string system_entrance(const WorldPlan& plan, const HostFacts& host);
std::string letter_trap_entrance(const WorldPlan& plan, const HostFacts& host);

std::uint64_t system_pages(const WorldPlan& plan, const HostFacts& host);
std::string_view system_name(const WorldPlan& plan, const HostFacts& host);
SystemUrl system_url(const WorldPlan& plan, const HostFacts& host, std::string_view target);
std::optional<PracticeAnswer> system_answer(const WorldPlan& plan, const HostFacts& host,
                                            std::string_view target);

}  // namespace freshet
