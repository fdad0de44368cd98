// Page requisites: a style sheet that refers to more, images, a script, a font.
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

// Returns the requisite of the host at this path, if there is one.
std::optional<Requisite> find_requisite(const WorldPlan& plan, const HostFacts& host,
                                        std::string_view path);

// Returns the images of a page: paths, or URLs if they are on another host.
std::vector<std::string> page_images(const WorldPlan& plan, const Hosts& hosts, const Site& site,
                                     const PracticePage& page);

// Returns the paths that the style sheet of every host refers to, directly or by imports.
std::vector<std::string> style_sheet_requisites();

// Returns a PNG of one pixel in this color (0xRRGGBB).
std::string tiny_png(std::uint32_t color);

}  // namespace freshet
