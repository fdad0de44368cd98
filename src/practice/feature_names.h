// The features of a world by name, for commands that select them.
#pragma once

#include <array>
#include <string_view>

#include "practice/world_plan.h"

namespace freshet {

struct FeatureName {
  std::string_view name;
  bool WorldFeatures::* member;
};

inline constexpr std::array<FeatureName, 21> kFeatureNames = {{
    {"robots", &WorldFeatures::robots},
    {"fine-rules", &WorldFeatures::fine_rules},
    {"sitemaps", &WorldFeatures::sitemaps},
    {"split-sitemaps", &WorldFeatures::split_sitemaps},
    {"requisites", &WorldFeatures::requisites},
    {"redirects", &WorldFeatures::redirects},
    {"tls", &WorldFeatures::tls},
    {"directives", &WorldFeatures::directives},
    {"encodings", &WorldFeatures::encodings},
    {"codings", &WorldFeatures::codings},
    {"validators", &WorldFeatures::validators},
    {"changes", &WorldFeatures::changes},
    {"missing-pages", &WorldFeatures::missing_pages},
    {"duplicates", &WorldFeatures::duplicates},
    {"cookies", &WorldFeatures::cookies},
    {"shared-addresses", &WorldFeatures::shared_addresses},
    {"ipv6", &WorldFeatures::ipv6},
    {"traps", &WorldFeatures::traps},
    {"misbehaviour", &WorldFeatures::misbehaviour},
    {"systems", &WorldFeatures::systems},
    {"crossings", &WorldFeatures::crossings},
}};

}  // namespace freshet
