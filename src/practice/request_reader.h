// Reads the requests that come to the practice server. Total: any bytes give an answer.
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
  bad,  // answered by `status`, and then the connection ends
};

struct ServerRequest {
  RequestState state = RequestState::incomplete;
  int status = 0;            // of a bad request
  std::size_t used = 0;      // bytes of a whole one
  bool is_head = false;      // HEAD instead of GET
  bool keeps = true;         // the connection, afterwards
  bool is_by_proxy = false;  // a URL was asked for, as of a proxy
  std::string host = {};     // in lower case, without its port
  std::string target = {};   // path and query; of "http://host/path" the path
  std::vector<warc::Field> fields = {};
};

// The request at the beginning of `bytes`.
ServerRequest read_request(std::string_view bytes);

}  // namespace freshet
