#include "http/message.h"

#include <algorithm>

#include "base/json.h"

namespace freshet {

const std::string* HttpRequest::field(std::string_view name) const {
  const auto found = std::ranges::find(fields, name, &HttpField::name);
  return found == fields.end() ? nullptr : &found->value;
}

std::string_view HttpRequest::path() const {
  return std::string_view(target).substr(0, target.find('?'));
}

std::string_view HttpRequest::query() const {
  const auto mark = target.find('?');
  return mark == std::string::npos ? std::string_view() : std::string_view(target).substr(mark + 1);
}

std::string_view status_words(int status) {
  static constexpr std::pair<int, std::string_view> kWords[] = {
      {200, "OK"},
      {201, "Created"},
      {202, "Accepted"},
      {204, "No Content"},
      {206, "Partial Content"},
      {303, "See Other"},
      {304, "Not Modified"},
      {400, "Bad Request"},
      {401, "Unauthorized"},
      {403, "Forbidden"},
      {404, "Not Found"},
      {405, "Method Not Allowed"},
      {406, "Not Acceptable"},
      {409, "Conflict"},
      {410, "Gone"},
      {412, "Precondition Failed"},
      {413, "Content Too Large"},
      {415, "Unsupported Media Type"},
      {421, "Misdirected Request"},
      {422, "Unprocessable Content"},
      {429, "Too Many Requests"},
      {431, "Request Header Fields Too Large"},
      {500, "Internal Server Error"},
      {501, "Not Implemented"},
      {503, "Service Unavailable"}};
  const auto* const found =
      std::ranges::find(kWords, status, &std::pair<int, std::string_view>::first);
  return found == std::end(kWords) ? "Status" : found->second;
}

HttpResponse problem(int status, std::string_view detail, std::vector<HttpField> fields) {
  fields.push_back({"Content-Type", "application/problem+json"});
  fields.push_back({"Cache-Control", "no-store"});
  JsonWriter json;
  json.begin_object().key("type").value("about:blank").key("title").value(status_words(status));
  json.key("status").value(status).key("detail").value(detail).end_object();
  return {.status = status, .fields = std::move(fields), .body = json.take() + "\n"};
}

}  // namespace freshet
