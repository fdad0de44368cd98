// The secrets of a watch, apart from its specification. Internal.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "watch/watch_spec.h"

namespace freshet {

struct WatchSecrets {
  std::string origin = {};  // to which they may be sent
  std::vector<NameValue> headers = {};
  std::string user = {};  // whose password it is
  std::string password = {};

  bool empty() const { return headers.empty() && password.empty(); }
};

// Takes the secrets out of `spec`, which keeps their names, each once. Those that it does not give
// come from `stored`, if the origin is the same.
WatchSecrets take_secrets(WatchSpec& spec, const std::optional<WatchSecrets>& stored);

// Puts the secrets into `spec` if it has their origin.
void give_secrets(WatchSpec& spec, const WatchSecrets& secrets);

std::string secrets_to_json(const WatchSecrets& secrets);
WatchSecrets secrets_from_json(std::string_view origin, std::string_view json);

// Returns the name of the request: empty for a plain GET, equal for equal requests. `owner` counts
// if there are secrets.
std::string request_name(const WatchRequest& request, const WatchSecrets& secrets,
                         std::int64_t owner);

}  // namespace freshet
