#include "serve/form.h"

#include <algorithm>

#include "base/percent.h"
#include "base/split.h"

namespace freshet {
namespace {

constexpr std::size_t kFormFieldsMax = 64;

}  // namespace

std::string form_decode(std::string_view text) {
  std::string spaced(text);
  std::ranges::replace(spaced, '+', ' ');
  return percent_decode(spaced);
}

std::map<std::string, std::string> read_form(std::string_view body) {
  std::map<std::string, std::string> fields;
  std::size_t count = 0;
  for (const std::string_view field : split_at('&', body)) {
    if (++count > kFormFieldsMax) break;
    const std::size_t equals = std::min(field.find('='), field.size());
    const std::string_view value =
        equals < field.size() ? field.substr(equals + 1) : std::string_view();
    fields.emplace(form_decode(field.substr(0, equals)), form_decode(value));
  }
  return fields;
}

}  // namespace freshet
