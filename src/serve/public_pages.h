// Pages without a login: feeds, links of messages, invitations. Each is opened by a secret that its
// address holds. They are plain HTML without scripts; a GET changes nothing.
#pragma once

#include <string_view>

#include "base/error.h"
#include "http/message.h"
#include "registry/registry.h"
#include "serve/caller.h"

namespace freshet {

// Returns true if the path is that of such a page.
bool is_public_page(std::string_view path);

// Returns true if answering takes a password hash.
bool is_slow_page(const HttpRequest& request);

// Returns the path without its secret, for the log.
std::string_view loggable_path(std::string_view path);

HttpResponse public_page(Registry& registry, const HttpRequest& request,
                         const AccessOptions& options, Time now);

}  // namespace freshet
