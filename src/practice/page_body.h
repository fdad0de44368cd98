// The HTML of the world's pages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "practice/hosts.h"
#include "practice/site.h"

namespace freshet {

// The encoding of a page, and where it is declared.
enum class PageEncoding : std::uint8_t { utf8, windows_1252, shift_jis };
enum class EncodingSign : std::uint8_t { header, meta, mark, none };

struct PageText {
  PageEncoding encoding = PageEncoding::utf8;
  EncodingSign sign = EncodingSign::header;
  std::string html = {};
};

// Returns the page at a version. Equal arguments give equal bytes.
PageText page_text(const WorldPlan& plan, const Hosts& hosts, const Site& site,
                   const PracticePage& page, std::uint64_t version);

// Returns the host's "not found" page.
std::string missing_text(const HostFacts& host);

// Returns the requisites of the page as absolute URLs, without those of its style sheet.
std::vector<std::string> page_requisites(const WorldPlan& plan, const Hosts& hosts,
                                         const Site& site, const PracticePage& page);

// Returns the target of a redirect, as written in the answer.
std::string redirect_target(const WorldPlan& plan, const Hosts& hosts, const Site& site,
                            const PracticePage& page);

std::string_view name_of(PageEncoding encoding);

}  // namespace freshet
