#include "registry/watch_secrets.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/ascii.h"
#include "base/digest.h"
#include "base/json.h"
#include "url/url.h"

namespace freshet {
namespace {

// Returns true for headers that hold credentials.
bool authenticates(const NameValue& header) {
  constexpr std::array<std::string_view, 7> kWords = {"cookie",   "auth",    "token", "secret",
                                                      "password", "api-key", "apikey"};
  const std::string name = ascii_lower(header.name);
  return std::ranges::any_of(kWords, [&](std::string_view word) { return name.contains(word); });
}

std::string origin_of(const WatchSpec& spec) {
  const auto url = Url::parse(spec.url);
  return url ? url->origin() : std::string();
}

const NameValue* find_header(const std::vector<NameValue>& headers, std::string_view name) {
  const auto found = std::ranges::find_if(
      headers, [&](const NameValue& header) { return equals_ignoring_case(header.name, name); });
  return found == headers.end() ? nullptr : &*found;
}

// Leaves one header of each name, with the value that was given last: secrets are found by the
// name.
void join_equal_names(std::vector<NameValue>& headers) {
  std::vector<NameValue> joined;
  for (NameValue& header : headers) {
    const auto first = std::ranges::find_if(joined, [&](const NameValue& other) {
      return equals_ignoring_case(other.name, header.name);
    });
    if (first == joined.end())
      joined.push_back(std::move(header));
    else if (!header.value.empty())
      first->value = std::move(header.value);
  }
  headers = std::move(joined);
}

void write_headers(JsonWriter& json, const std::vector<NameValue>& headers) {
  json.begin_array();
  for (const NameValue& header : headers)
    json.begin_array().value(header.name).value(header.value).end_array();
  json.end_array();
}

}  // namespace

WatchSecrets take_secrets(WatchSpec& spec, const std::optional<WatchSecrets>& stored) {
  WatchRequest& request = spec.request;
  std::ranges::copy_if(request.headers, std::back_inserter(request.secret_headers), authenticates);
  std::erase_if(request.headers, authenticates);
  join_equal_names(request.secret_headers);

  WatchSecrets taken{.origin = origin_of(spec)};
  const bool may_keep = stored && stored->origin == taken.origin;
  for (NameValue& header : request.secret_headers) {
    const NameValue* kept = may_keep ? find_header(stored->headers, header.name) : nullptr;
    if (header.value.empty() && kept != nullptr) header.value = kept->value;
    if (!header.value.empty()) taken.headers.push_back(header);
    header.value.clear();
  }
  if (!request.user.empty()) {
    if (request.password.empty() && may_keep && stored->user == request.user)
      request.password = stored->password;
    taken.user = request.user;
    taken.password = request.password;
  }
  request.password.clear();
  return taken;
}

void give_secrets(WatchSpec& spec, const WatchSecrets& secrets) {
  if (secrets.origin.empty() || secrets.origin != origin_of(spec)) return;
  for (NameValue& header : spec.request.secret_headers)
    if (const NameValue* secret = find_header(secrets.headers, header.name))
      header.value = secret->value;
  if (secrets.user == spec.request.user) spec.request.password = secrets.password;
}

std::string secrets_to_json(const WatchSecrets& secrets) {
  JsonWriter json;
  json.begin_object().key("headers");
  write_headers(json, secrets.headers);
  json.key("user").value(secrets.user);
  json.key("password").value(secrets.password).end_object();
  return json.take();
}

WatchSecrets secrets_from_json(std::string_view origin, std::string_view text) {
  WatchSecrets secrets{.origin = std::string(origin)};
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) return secrets;
  const auto text_of = [&](const char* name) {
    const auto found = json.find(name);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  secrets.user = text_of("user");
  secrets.password = text_of("password");
  const auto headers = json.find("headers");
  if (headers == json.end() || !headers->is_array()) return secrets;
  for (const auto& header : *headers)
    if (header.is_array() && header.size() == 2 && header[0].is_string() && header[1].is_string())
      secrets.headers.push_back({header[0].get<std::string>(), header[1].get<std::string>()});
  return secrets;
}

std::string request_name(const WatchRequest& request, const WatchSecrets& secrets,
                         std::int64_t owner) {
  if (request == WatchRequest{} && secrets.empty()) return {};
  JsonWriter json;
  json.begin_array().value(request.method);
  write_headers(json, request.headers);
  json.value(request.body).value(request.user);
  if (!secrets.empty()) json.value(owner).value(secrets_to_json(secrets));
  json.end_array();
  constexpr std::size_t kDigitsKept = 32;
  return sha256_hex(json.take()).substr(0, kDigitsKept);
}

}  // namespace freshet
