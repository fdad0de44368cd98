#include "report/html_parts.h"

#include <fmt/format.h>

#include "base/markup.h"
#include "report/report_style.h"

namespace freshet {

std::string html_head(std::string_view title, std::string_view heading, std::string_view lead) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<title>freshet: {}</title>\n<style>{}</style>\n</head>\n<body>\n<header>\n"
      "<h1>{}</h1>\n<p>{}</p>\n</header>\n<main>\n",
      as_markup(title), kReportStyle, as_markup(heading), as_markup(lead));
}

std::string html_section(std::string_view title, std::string_view note, std::string_view inside,
                         bool is_wide) {
  if (inside.empty()) return "";
  return fmt::format("<section{}>\n<h2>{}</h2>\n{}<div class=\"plot\">\n{}</div>\n</section>\n",
                     is_wide ? " class=\"wide\"" : "", as_markup(title),
                     note.empty() ? "" : fmt::format("<p>{}</p>\n", as_markup(note)), inside);
}

}  // namespace freshet
