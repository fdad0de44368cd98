// Attributes of a start tag, for replay. Internal to the module.
#pragma once

#include <string>
#include <string_view>

#include "html/tag_names.h"
#include "replay/replay_page.h"
#include "url/url.h"

namespace freshet {

// The context in which one page is rewritten.
struct ReplayContext {
  const Url& base;  // of relative links
  const ReplayPlace& place;
  const ReplayOptions& options;
  int nesting = 0;  // pages in srcdoc around this one
};

// Appends ` name="value"`, or nothing if the attribute must not stay. `name` is as written, `raw`
// with references. Links of the element are those that a reader follows (`follows`: <a>, <area>),
// or else things that a browser loads.
void append_replayed_attribute(std::string& out, const ReplayContext& context, TagName element,
                               bool is_foreign, std::string_view name, std::string_view raw);

// Appends ` name="value"` with the value escaped.
void append_attribute_text(std::string& out, std::string_view name, std::string_view value);

// Returns the replayed URL of a decoded value; "" if there is none. Fragments stay as they are.
// With `loads`, data: images stay too.
std::string replayed_link(const ReplayContext& context, std::string_view value, bool loads);

// Appends text of a page so that none of it can become a tag or a comment. References stay.
void append_page_text(std::string& out, std::string_view text);

}  // namespace freshet
