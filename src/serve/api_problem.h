// Errors as answers: application/problem+json, with a pointer to the member of the body that is
// wrong.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "http/message.h"
#include "registrar/refusal.h"
#include "serve/api_route.h"

namespace freshet {

int status_of(Errc code);

// `field` is like "parts[0].expression"; empty: the problem is not in the body.
HttpResponse problem_response(const Error& error, std::string_view field = {});

// The same as the answer of a route.
ApiAnswer problem_answer(const Refusal& refusal);
ApiAnswer problem_answer(int status, std::string_view detail, std::vector<HttpField> fields = {});

}  // namespace freshet
