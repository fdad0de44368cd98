// Builds an answer from lines of the head and pieces of the body, within the limits of the request.
// Interim answers (1xx) and trailers are dropped; both count against the limits of the head.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/memory_pool.h"
#include "web/web.h"

namespace freshet {

// Most memory reserved for a body in advance, regardless of its Content-Length.
inline constexpr std::size_t kBodyReserveBytesMax = std::size_t{128} << 10;

class AnswerReader {
 public:
  AnswerReader() = default;
  // Bodies above kBodyReserveBytesMax are charged to `bodies`, if given.
  explicit AnswerReader(const FetchLimits& limits, MemoryPool* bodies = nullptr)
      : memory_(bodies),
        body_bytes_max_(limits.body_bytes),
        head_bytes_max_(limits.head_bytes),
        head_lines_max_(limits.head_lines) {}

  // Takes a line of a head or a trailer, including the empty one at its end, with its line end.
  // Returns false if the answer cannot be accepted: `problem` says why. Also returns false if
  // trailers are too long: the answer is then complete, as they follow its body, and reading can
  // stop.
  bool on_line(std::string_view line);

  // Reserves memory for a piece of the body. Returns false if the pool is exhausted: on_body must
  // wait.
  bool make_room(std::size_t piece_bytes);

  // Takes a piece of the body. Returns false if the body exceeds the limit; the part within it is
  // kept.
  bool on_body(std::string_view piece);

  bool has_begun() const { return head_bytes_ > 0; }
  bool has_head() const { return place_ == Place::body; }
  bool is_cut() const { return is_cut_; }
  bool has_long_trailers() const { return has_long_trailers_; }
  const std::string& problem() const { return problem_; }
  // Size of the body and of complete lines of heads and trailers.
  std::size_t bytes() const { return head_bytes_ + trailer_bytes_ + answer_.body.size(); }

  // Moves out status, reason, protocol, headers and body. The reader is used up.
  WebAnswer take_answer() { return std::move(answer_); }
  // Moves out the memory reserved for the body; it must live as long as the body.
  MemoryShare take_memory() { return std::move(memory_); }
  std::size_t memory_bytes() const { return memory_.bytes(); }

 private:
  enum class Place { status_line, fields, body };

  bool refuse(std::string problem);
  void move_body(std::size_t bytes);
  bool on_trailer(std::string_view line);
  bool read_status_line(std::string_view line);
  bool end_head();
  void read_field(std::string_view line);

  MemoryShare memory_;
  std::size_t body_bytes_max_ = 0;
  std::size_t head_bytes_max_ = 0;
  std::size_t head_lines_max_ = 0;

  Place place_ = Place::status_line;
  std::size_t head_bytes_ = 0;  // interim heads included: one limit for all
  std::size_t head_lines_ = 0;
  std::size_t trailer_bytes_ = 0;
  std::size_t trailer_lines_ = 0;
  bool is_cut_ = false;
  bool has_long_trailers_ = false;
  std::string problem_;
  WebAnswer answer_;
};

}  // namespace freshet
