#include "serve/api_problem.h"

#include <utility>

#include "base/escape.h"
#include "base/json.h"

namespace freshet {
namespace {

ApiAnswer as_answer(HttpResponse response) {
  ApiAnswer answer{.body = std::move(response.body), .status = response.status};
  for (HttpField& field : response.fields) {
    if (field.name == "Content-Type")
      answer.type = std::move(field.value);
    else
      answer.fields.push_back(std::move(field));
  }
  return answer;
}

}  // namespace

int status_of(Errc code) {
  switch (code) {
    case Errc::invalid:
      return 400;
    case Errc::denied:
      return 403;
    case Errc::not_found:
      return 404;
    case Errc::limit:
      return 422;
    case Errc::unavailable:
      return 503;
    case Errc::corrupt:
      break;
  }
  return 500;
}

HttpResponse problem_response(const Error& error, std::string_view field) {
  const std::string detail = visible(error.message);
  HttpResponse response = problem(status_of(error.code), detail);
  if (field.empty()) return response;
  JsonWriter json;
  json.begin_array().begin_object().key("detail").value(detail);
  json.key("pointer").value(pointer_to(field)).end_object().end_array();
  // The object ends with "}" and a line end.
  response.body.resize(response.body.rfind('}'));
  response.body.append(R"(,"errors":)").append(json.take()).append("}\n");
  return response;
}

ApiAnswer problem_answer(const Refusal& refusal) {
  return as_answer(problem_response(refusal.error, refusal.field));
}

ApiAnswer problem_answer(int status, std::string_view detail, std::vector<HttpField> fields) {
  return as_answer(problem(status, detail, std::move(fields)));
}

}  // namespace freshet
