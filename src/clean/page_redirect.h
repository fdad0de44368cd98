// Pages that lead elsewhere at once: by HTTP, by <meta> refresh, by a script, or by a frame that
// fills the window (the redirections of Genovese and Geraci, 2018, section 3.2.2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "html/tag_index.h"
#include "url/url.h"

namespace freshet {

enum class RedirectForm : std::uint8_t { http, refresh, script, frame };
std::string_view name_of(RedirectForm form);

struct PageRedirect {
  RedirectForm form;
  Url target;
};

// Scripts and frames redirect only where the page itself says no more than this. Otherwise they are
// part of it: an embedded map, a button's target.
inline constexpr std::size_t kStubWordsMax = 40;

// A refresh after more seconds than this is a page that reloads, not a redirect.
inline constexpr int kRefreshSecondsMax = 1;

// An answer as it came: `status` and `location` of its head, the page as UTF-8.
struct CapturedPage {
  const Url& url;
  int status = 200;
  std::string_view location = {};
  std::string_view text = {};
  const TagIndex& index;  // of `text`, Scripting::off
};

// Returns the first redirect in the order of the forms; none to the same URL. `words` is the number
// of visible words.
std::optional<PageRedirect> find_redirect(const CapturedPage& page, std::size_t words);

}  // namespace freshet
