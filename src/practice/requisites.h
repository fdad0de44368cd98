// What pages need to be shown: a style sheet that names more, images, a script, a font.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "practice/hosts.h"
#include "practice/site.h"

namespace freshet {

inline constexpr unsigned kImagesPerHost = 16;

struct Requisite {
  std::string mime;
  std::string body;
};

// What is at this path, if it is a requisite of the host.
std::optional<Requisite> find_requisite(const WorldPlan& plan, const HostFacts& host,
                                        std::string_view path);

// The images of a page: paths, and URLs where another host has them.
std::vector<std::string> page_images(const WorldPlan& plan, const Hosts& hosts, const Site& site,
                                     const PracticePage& page);

// The paths that the style sheet of every host leads to, directly or by what it imports.
std::vector<std::string> style_sheet_requisites();

// A PNG of one pixel in this color (0xRRGGBB).
std::string tiny_png(std::uint32_t color);

}  // namespace freshet
