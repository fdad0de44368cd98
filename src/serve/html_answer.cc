#include "serve/html_answer.h"

#include <fmt/format.h>

#include "base/markup.h"

namespace freshet {

HttpResponse html_page(int status, std::string_view title, std::string_view body) {
  return {.status = status,
          .fields = {{"Content-Type", "text/html; charset=utf-8"},
                     {"Content-Security-Policy",
                      "default-src 'none'; form-action 'self'; frame-ancestors 'none'; "
                      "base-uri 'none'"},
                     // The address is a secret; our own form needs its Origin.
                     {"Referrer-Policy", "same-origin"},
                     {"X-Content-Type-Options", "nosniff"},
                     {"X-Robots-Tag", "noindex, nofollow"},
                     {"Cache-Control", "no-store"}},
          .body = fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
                              "<meta name=\"viewport\" content=\"width=device-width\">\n"
                              "<title>{0}</title>\n<h1>{0}</h1>\n{1}\n",
                              as_markup(title), body)};
}

}  // namespace freshet
