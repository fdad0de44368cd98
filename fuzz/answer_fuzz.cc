// Reads: src/web/answer_reader.cc
#include <algorithm>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "web/answer_reader.h"

namespace {

using namespace freshet;

// The bytes as libcurl would hand them over: lines up to the end of the head, then pieces of
// `piece_bytes`. What comes is within `limits`.
WebAnswer read(std::string_view input, const FetchLimits& limits, std::size_t piece_bytes) {
  AnswerReader reader(limits);
  while (!input.empty() && !reader.has_head()) {
    const std::size_t end = std::min(input.find('\n'), input.size() - 1) + 1;
    if (!reader.on_line(input.substr(0, end))) {
      require(!reader.problem().empty(), "who refuses an answer says why");
      return {};
    }
    input.remove_prefix(end);
  }
  const std::string_view body = input;
  while (!input.empty()) {
    const bool is_taken = reader.on_body(input.substr(0, piece_bytes));
    require(is_taken != reader.is_cut(), "a body is refused exactly when it is cut");
    if (!is_taken) break;
    input.remove_prefix(std::min(piece_bytes, input.size()));
  }
  const bool has_head = reader.has_head();
  require(reader.is_cut() == (has_head && body.size() > limits.body_bytes),
          "a body is cut exactly at its limit");
  WebAnswer answer = reader.take_answer();
  if (!has_head) return {};
  require(answer.status >= 200 && answer.status <= 999, "what is taken has a final status");
  require(answer.headers.size() <= limits.head_lines, "a head keeps its limit of lines");
  std::size_t head_bytes = answer.reason.size();
  for (const warc::Field& field : answer.headers) {
    head_bytes += field.name.size() + field.value.size();
    for (const std::string& text : {field.name, field.value})
      require(text.find('\n') == std::string::npos, "a field is within its line");
  }
  require(head_bytes <= limits.head_bytes, "a head keeps its limit of bytes");
  require(answer.body == body.substr(0, limits.body_bytes), "a body is what came, up to the limit");
  return answer;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(bytes), size);
  const WebAnswer whole = read(input, FetchLimits{}, size + 1);
  const WebAnswer pieces = read(input, FetchLimits{}, 3);
  require(whole.status == pieces.status && whole.body == pieces.body,
          "how a body is cut into pieces does not matter");
  FetchLimits narrow;
  narrow.head_bytes = 64;
  narrow.head_lines = 4;
  narrow.body_bytes = 16;
  read(input, narrow, 5);
  return 0;
}
