#include "replay/replay_css.h"

#include <optional>

#include "base/ascii.h"
#include "html/css_urls.h"

namespace freshet {
namespace {

constexpr std::string_view kNowhere = "about:invalid";

std::string replayed_css_url(const WrittenCssUrl& written, const Url& base,
                             const ReplayPlace& place) {
  const std::string_view text = trim_ascii_whitespace(written.text);
  if (text.empty() || text.front() == '#') return std::string(text);
  const auto url = Url::parse(text, base);
  if (!url) return std::string(kNowhere);
  const bool is_import = written.kind == CssUrlKind::import;
  if (url->scheme() == "data" && !is_import) return std::string(url->href());
  return replay_url(place, *url).value_or(std::string(kNowhere));
}

// Appends a string of CSS. A '<' is escaped too, so that no end tag can come to be in a <style>.
void append_css_string(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    if (c == '"')
      out += "\\22 ";
    else if (c == '\\')
      out += "\\5c ";
    else if (c == '<')
      out += "\\3c ";
    else if (c == '\n' || c == '\r' || c == '\f')
      out += ' ';
    else
      out += c;
  }
  out += '"';
}

}  // namespace

std::string replay_css(std::string_view sheet, const Url& base, const ReplayPlace& place) {
  return replay_css(sheet, base, place, replayed_bytes_max(sheet.size()));
}

std::string replay_css(std::string_view sheet, const Url& base, const ReplayPlace& place,
                       std::size_t bytes_max) {
  std::string out;
  std::size_t copied = 0;
  CssUrlReader reader(sheet);
  while (const auto written = reader.next()) {
    out += sheet.substr(copied, written->from - copied);
    if (written->is_bare) out += "url(";
    append_css_string(out, out.size() < bytes_max ? replayed_css_url(*written, base, place)
                                                  : std::string(kNowhere));
    if (written->is_bare) out += ')';
    copied = written->to;
  }
  out += sheet.substr(copied);
  return out;
}

}  // namespace freshet
