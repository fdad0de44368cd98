// The HTML of the world's pages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "practice/hosts.h"
#include "practice/site.h"

namespace freshet {

// In which encoding a page is, and what tells so.
enum class PageEncoding : std::uint8_t { utf8, windows_1252, shift_jis };
enum class EncodingSign : std::uint8_t { header, meta, mark, none };

struct PageText {
  PageEncoding encoding = PageEncoding::utf8;
  EncodingSign sign = EncodingSign::header;
  std::string html = {};
};

// The page at a version: the same arguments give the same bytes.
PageText page_text(const WorldPlan& plan, const Hosts& hosts, const Site& site,
                   const PracticePage& page, std::uint64_t version);

// A page that says that there is none.
std::string missing_text(const HostFacts& host);

// What a browser needs to show it, as absolute URLs. Those of the style sheet are not among them.
std::vector<std::string> page_requisites(const WorldPlan& plan, const Hosts& hosts,
                                         const Site& site, const PracticePage& page);

// Where a redirect leads, as it is written there.
std::string redirect_target(const WorldPlan& plan, const Hosts& hosts, const Site& site,
                            const PracticePage& page);

std::string_view name_of(PageEncoding encoding);

}  // namespace freshet
