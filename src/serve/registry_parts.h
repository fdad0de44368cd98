// Parts that the routes of the registry share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "registrar/listed.h"
#include "registrar/refusal.h"
#include "serve/api_problem.h"
#include "serve/api_world.h"
#include "serve/route_parts.h"

namespace freshet {

inline constexpr std::int64_t kRegistryLimit = 500;  // items of an answer

template <class T>
Result<ApiAnswer> json_answer(const Result<T>& result) {
  if (!result) return std::unexpected(result.error());
  return answer(to_json(*result));
}

template <class T>
Result<ApiAnswer> json_answer(const Reply<T>& reply) {
  if (!reply) return problem_answer(reply.error());
  return answer(to_json(*reply));
}

// Returns {"done": true}.
inline Result<ApiAnswer> done_answer(const Status& status) {
  if (!status) return std::unexpected(status.error());
  return answer(R"({"done":true})");
}

inline ApiAnswer created(std::string json, std::string place) {
  return {.body = std::move(json), .status = 201, .fields = {{"Location", std::move(place)}}};
}

inline ListPart part_of(const ApiArguments& arguments) {
  return {.cursor = arguments.text("cursor"),
          .limit = static_cast<std::size_t>(arguments.integer("limit"))};
}

inline ApiParameter number_in_path(std::string_view meaning) {
  return {.name = "id",
          .meaning = meaning,
          .place = ApiParameter::Place::path,
          .kind = ApiParameter::Kind::integer,
          .is_required = true,
          .low = 1};
}

inline const ApiParameter kOwner = {
    .name = "owner", .meaning = "the name of a person, for administrators; everybody"};

}  // namespace freshet
