// The home pages of a farm, as templates with parameters that are drawn from a stream.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "practice/chance.h"

namespace freshet {

// Words, capitalised words and sentences. `shift` changes the letters, for languages that no list
// of phrases knows; 0 is English.
std::string farm_words(ChanceStream& chance, std::size_t count, unsigned shift = 0);
std::string farm_sentence(ChanceStream& chance, std::size_t words_min, std::size_t words_max,
                          unsigned shift = 0);
std::string farm_label(ChanceStream& chance);  // "riverlemon"

enum class ParkingTemplate : std::uint8_t { ads, sale, loader, script_root, lander, search };
inline constexpr std::size_t kParkingTemplates = 6;

// One template of a provider: what all its pages share.
struct ProviderLook {
  ParkingTemplate kind;
  std::size_t language;  // of its phrases
  std::size_t wrappers;  // nested elements around the content
  std::string prefix;    // of classes and names
  std::string list_tag, item_tag;
  bool names_host;        // in title and heading
  bool carries_host;      // in links and scripts
  bool has_service_mark;  // of an advertising service
  std::string partner;    // a site that its pages refer to
};
ProviderLook draw_provider_look(ChanceStream& chance, std::string_view partner);

std::string parked_page(const ProviderLook& look, std::string_view host, ChanceStream& chance);

// Systems that many owners use: what all sites with that theme share.
struct SystemLook {
  std::string theme;
  std::size_t widgets;
  bool has_time, has_aside;
};
SystemLook draw_system_look(ChanceStream& chance);

// `friends`: sites that pages of any kind link to.
std::string hand_page(std::string_view host, const std::vector<std::string>& friends,
                      ChanceStream& chance);
std::string blog_page(const SystemLook& look, std::string_view host,
                      const std::vector<std::string>& friends, ChanceStream& chance);
std::string shop_page(const SystemLook& look, std::string_view host, ChanceStream& chance);
std::string app_page(std::string_view host, ChanceStream& chance);
std::string placeholder_page(std::string_view host, ChanceStream& chance);
std::string own_use_page(std::string_view host, std::string_view company, bool full_name,
                         ChanceStream& chance);
std::string profile_page(std::string_view host, std::string_view parent, ChanceStream& chance);

// A page that leads to `target` at once: by <meta>, by one of the forms of scripts, or by a frame.
// `form` chooses one of kRedirectPages.
inline constexpr std::size_t kRedirectPages = 14;
std::string redirect_page(std::string_view target, std::size_t form);

}  // namespace freshet
