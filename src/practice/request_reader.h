// Parses the requests to the practice server. Total: any bytes give an answer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "warc/record.h"

namespace freshet {

inline constexpr std::size_t kRequestHeadBytesMax = std::size_t{32} << 10;
inline constexpr std::size_t kRequestFieldsMax = 200;

enum class RequestState : std::uint8_t {
  incomplete,  // more bytes are needed
  whole,
  bad,  // answered with `status`; then the connection is closed
};

struct ServerRequest {
  RequestState state = RequestState::incomplete;
  int status = 0;            // of a bad request
  std::size_t used = 0;      // bytes of a complete one
  bool is_head = false;      // HEAD instead of GET
  bool keeps = true;         // the connection stays open afterwards
  bool is_by_proxy = false;  // the request line holds an absolute URL, as for a proxy
  std::string host = {};     // lower case, without the port
  std::string target = {};   // path and query; the path of "http://host/path"
  std::vector<warc::Field> fields = {};
};

// Reads the request at the beginning of `bytes`.
ServerRequest read_request(std::string_view bytes);

}  // namespace freshet
