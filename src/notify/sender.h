// Sends one composed message: by HTTP, by SMTP, or to a command. It blocks; use it on threads of
// its own.
#pragma once

#include <string>

#include "base/time.h"
#include "notify/answer.h"
#include "notify/compose.h"
#include "web/address.h"

namespace freshet {

struct SenderOptions {
  // Each address is asked about when a socket to it is opened, so no name can lead elsewhere
  // between the check and the connection.
  AddressGuard guard = {};
  Duration connect = std::chrono::seconds(10);
  Duration total = std::chrono::seconds(30);  // for an answer; commands have their own limit
  std::string user_agent = "freshet";
  std::string mail_name = "localhost";  // by which we greet mail servers
  std::string ca_file = {};             // PEM; empty: the system's
};

// Redirects are not followed, proxies of the environment not used, and no more than kAnswerBytesMax
// of an answer is read: once there is a status, the rest does not matter. Webhooks are signed with
// `now`. Thread-safe.
SendAnswer send(const Composed& composed, const SenderOptions& options, Time now);

}  // namespace freshet
