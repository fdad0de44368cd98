#include "clean/page_redirect.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"
#include "clean/script_redirect.h"
#include "html/attributes.h"
#include "html/tag_names.h"

namespace freshet {
namespace {

constexpr std::array<std::string_view, 4> kFormNames = {"http", "refresh", "script", "frame"};
constexpr std::size_t kStyleBytesMax = std::size_t{32} << 10;
constexpr std::size_t kTargetBytesMax = std::size_t{8} << 10;

std::optional<Url> resolve(std::string_view target, const Url& base) {
  if (target.empty() || target.size() > kTargetBytesMax) return std::nullopt;
  auto url = Url::parse(target, base);
  if (!url || !url->is_http()) return std::nullopt;
  if (url->href_without_fragment() == base.href_without_fragment()) return std::nullopt;
  return *std::move(url);
}

// The value of <meta http-equiv=refresh> by the HTML standard, section 4.2.5.3: seconds, a
// separator, "url=", and a target that may be in quotes whose end is missing.
std::string_view refresh_target(std::string_view content) {
  content = trim_ascii_whitespace(content);
  const std::size_t digits = std::min(content.find_first_not_of("0123456789"), content.size());
  int seconds = 0;
  for (const char digit : content.substr(0, digits))
    seconds = std::min(seconds * 10 + (digit - '0'), kRefreshSecondsMax + 1);
  if (digits == 0 || seconds > kRefreshSecondsMax) return {};
  content.remove_prefix(std::min(content.find_first_not_of("0123456789."), content.size()));
  const std::size_t start = content.find_first_not_of(" \t\n\r\f;,");
  if (start == content.npos) return {};
  content.remove_prefix(start);
  if (starts_with_ignoring_case(content, "url")) {
    const std::string_view behind = trim_ascii_whitespace(content.substr(3));
    if (behind.starts_with('=')) content = trim_ascii_whitespace(behind.substr(1));
  }
  if (content.starts_with('"') || content.starts_with('\'')) {
    const char quote = content.front();
    content.remove_prefix(1);
    content = content.substr(0, content.find(quote));
  }
  return content;
}

std::optional<Url> find_refresh(const CapturedPage& page) {
  for (const Tag& tag : page.index) {
    if (tag.is_end() || find_tag_name(tag.name(page.text)) != TagName::meta) continue;
    const auto [kind, content] = find_attributes<2>(page.text, tag, {"http-equiv", "content"});
    if (!kind || !content || !equals_ignoring_case(trim_ascii_whitespace(*kind), "refresh"))
      continue;
    const std::string decoded = decode_attribute(content->substr(0, kTargetBytesMax));
    if (auto url = resolve(refresh_target(decoded), page.url)) return url;
  }
  return std::nullopt;
}

// The text between start tag `i` and the next tag.
std::string_view text_after(std::string_view text, const TagIndex& index, std::size_t i) {
  const std::size_t from = index[i].end();
  const std::size_t to = i + 1 < index.size() ? index[i + 1].start : text.size();
  return text.substr(from, to - from);
}

bool is_whole(std::string_view measure) {
  measure = trim_ascii_whitespace(measure);
  return measure == "100%" || measure == "100vw" || measure == "100vh";
}

// Without spaces, in lower case: "width:100%".
bool styles_whole_window(std::string_view css) {
  std::string plain;
  for (const char c : css.substr(0, kStyleBytesMax))
    if (!is_ascii_whitespace(c)) plain += to_ascii_lower(c);
  return (plain.contains("width:100%") || plain.contains("width:100vw")) &&
         (plain.contains("height:100%") || plain.contains("height:100vh"));
}

class FrameSearch {
 public:
  FrameSearch(std::string_view text, const TagIndex& index, const Url& base)
      : text_(text), index_(index), base_(base) {}

  std::optional<Url> run() {
    for (std::size_t i = 0; i < index_.size(); ++i) {
      const Tag& tag = index_[i];
      if (tag.is_end()) continue;
      const TagName name = find_tag_name(tag.name(text_));
      if (name == TagName::style && !frames_fill_)
        frames_fill_ = text_after(text_, index_, i).contains("iframe") &&
                       styles_whole_window(text_after(text_, index_, i));
      if (name == TagName::frameset) read_frameset(tag);
      if (name == TagName::frame && is_single_frame_) return target_of(tag);
      if (name == TagName::iframe && fills_window(tag)) return target_of(tag);
    }
    return std::nullopt;
  }

 private:
  // One frame of the set has it all: "100%,*", "*,0".
  void read_frameset(const Tag& tag) {
    const auto [rows, columns] = find_attributes<2>(text_, tag, {"rows", "cols"});
    const std::string_view sizes = rows ? *rows : columns ? *columns : "100%";
    is_single_frame_ = sizes.contains("100%") || sizes == "*" || sizes.starts_with("*,0") ||
                       sizes.starts_with("0,*");
  }

  bool fills_window(const Tag& tag) const {
    const auto [width, height, style] =
        find_attributes<3>(text_, tag, {"width", "height", "style"});
    return frames_fill_ || (width && height && is_whole(*width) && is_whole(*height)) ||
           (style && styles_whole_window(*style));
  }

  std::optional<Url> target_of(const Tag& tag) const {
    const auto source = find_attribute(text_, tag, "src");
    if (!source) return std::nullopt;
    return resolve(decode_attribute(source->substr(0, kTargetBytesMax)), base_);
  }

  std::string_view text_;
  const TagIndex& index_;
  const Url& base_;
  bool frames_fill_ = false;
  bool is_single_frame_ = false;
};

std::optional<PageRedirect> find_script_redirect(const CapturedPage& page) {
  std::string all;
  for (std::size_t i = 0; i < page.index.size() && all.size() < kRedirectScriptBytesMax; ++i) {
    const Tag& tag = page.index[i];
    if (!tag.is_end() && find_tag_name(tag.name(page.text)) == TagName::script)
      all.append(text_after(page.text, page.index, i).substr(0, kRedirectScriptBytesMax)) += '\n';
    if (!tag.is_end() && find_tag_name(tag.name(page.text)) == TagName::body)
      if (const auto onload = find_attribute(page.text, tag, "onload"))
        all.append(decode_attribute(onload->substr(0, kTargetBytesMax))) += '\n';
  }
  const ScriptTargets targets = find_script_targets(all, page.url.hostname());
  for (const std::string& location : targets.locations)
    if (auto url = resolve(location, page.url)) return PageRedirect{RedirectForm::script, *url};
  if (targets.written.empty()) return std::nullopt;
  const TagIndex index = index_tags(targets.written, Scripting::off);
  if (auto url = FrameSearch(targets.written, index, page.url).run())
    return PageRedirect{RedirectForm::frame, *url};
  return std::nullopt;
}

}  // namespace

std::string_view name_of(RedirectForm form) { return kFormNames[static_cast<std::size_t>(form)]; }

std::optional<PageRedirect> find_redirect(const CapturedPage& page, std::size_t words) {
  if (page.status >= 300 && page.status < 400) {
    if (auto url = resolve(page.location, page.url)) return PageRedirect{RedirectForm::http, *url};
    return std::nullopt;
  }
  if (auto url = find_refresh(page)) return PageRedirect{RedirectForm::refresh, *url};
  if (words > kStubWordsMax) return std::nullopt;
  if (auto redirect = find_script_redirect(page)) return redirect;
  if (auto url = FrameSearch(page.text, page.index, page.url).run())
    return PageRedirect{RedirectForm::frame, *url};
  return std::nullopt;
}

}  // namespace freshet
