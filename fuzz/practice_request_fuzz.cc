// Reads: src/practice/request_reader.cc src/practice/site.cc
// Reads: src/practice/traps.cc src/practice/world.cc
//
// What it asks for is then asked of a practice world.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "practice/request_reader.h"
#include "practice/world.h"

using namespace freshet;

namespace {

// Whatever is asked for, a host of the world has an answer that can be sent.
void check_answer(const ServerRequest& request) {
  static const World world({.seed = 3, .hosts = 60, .pages = 600});
  static const Time now = world.plan().began + std::chrono::hours(30);
  std::uint64_t number = 0;
  for (const char c : request.host) number = number * 31 + static_cast<std::uint8_t>(c);
  const HostFacts host = world.hosts().by_number(number % world.hosts().count());
  const PracticeAnswer answer = world.answer({.is_tls = host.is_tls,
                                              .host = host.name,
                                              .target = request.target,
                                              .headers = request.fields},
                                             now);
  require(answer.status >= 200 && answer.status < 600, "an answer has a status");
  require(!head_bytes(answer).empty(), "an answer has a head");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(bytes), size);
  const ServerRequest request = read_request(input);
  if (request.state == RequestState::incomplete) {
    require(size < kRequestHeadBytesMax, "a request that goes on for ever is refused");
    return 0;
  }
  if (request.state == RequestState::bad) {
    require(request.status >= 400 && request.status < 500, "a refusal says why");
    return 0;
  }
  require(request.used > 0 && request.used <= size, "a request ends inside of what came");
  require(request.fields.size() <= kRequestFieldsMax, "fields keep their limit");
  require(request.target.starts_with('/') && !request.host.empty(), "a request names a page");
  require(request.target.find_first_of(" \n") == std::string::npos, "a target is one word");
  // What follows does not matter, and less is not enough.
  const ServerRequest alone = read_request(input.substr(0, request.used));
  require(alone.state == RequestState::whole && alone.target == request.target,
          "a request does not depend on the next one");
  require(read_request(input.substr(0, request.used - 1)).state == RequestState::incomplete,
          "a request is whole with its last byte");
  check_answer(request);
  return 0;
}
