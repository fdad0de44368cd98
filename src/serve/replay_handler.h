// Answers the requests of the replay: archived pages, at /replay/TIME/URL. It is served on an
// origin of its own, so that no page of the archive shares one with the API.
#pragma once

#include <string>
#include <vector>

#include "http/http_answer.h"
#include "http/message.h"
#include "replay/replay_headers.h"
#include "replay/replay_place.h"
#include "serve/api_world.h"
#include "serve/readers.h"

namespace freshet {

class ReplayHandler {
 public:
  // `embedders`: the origins that may show a replay in a frame. What it refers to outlives it.
  ReplayHandler(Readers& readers, const ServerParts& parts, std::vector<std::string> embedders);

  // On the thread of the HTTP server.
  void handle(const HttpRequest& request, HttpAnswer answer);

 private:
  HttpResponse replay(ReaderStores& stores, const HttpRequest& request,
                      const ReplayTarget& target) const;

  Readers& readers_;
  const ServerParts& parts_;
  const ReplayAccess access_;
};

}  // namespace freshet
