// Makes an answer of what the wire gives: lines of the head, then pieces of the body, within the
// limits of the request. Interim answers (1xx) are passed over, trailers too; both count against
// the limits of the head.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/memory_pool.h"
#include "web/web.h"

namespace freshet {

// At most so much room is made for a body before it is there, whatever its Content-Length says.
inline constexpr std::size_t kBodyReserveBytesMax = std::size_t{128} << 10;

class AnswerReader {
 public:
  AnswerReader() = default;
  // Bodies above kBodyReserveBytesMax are counted in `bodies`, if there is such a pool.
  explicit AnswerReader(const FetchLimits& limits, MemoryPool* bodies = nullptr)
      : memory_(bodies),
        body_bytes_max_(limits.body_bytes),
        head_bytes_max_(limits.head_bytes),
        head_lines_max_(limits.head_lines) {}

  // A line of a head or a trailer, the empty one at its end included, with its line end. False if
  // the answer cannot be taken: `problem` then says why. False too if trailers are too long: the
  // answer is then whole, as they follow the end of its body, and nothing more needs to be read.
  bool take_line(std::string_view line);

  // Makes room for a piece of the body. False if the pool has none: take_body must wait.
  bool make_room(std::size_t piece_bytes);

  // A piece of the body. False if there was more than the limit allows; what it allows is kept.
  bool take_body(std::string_view piece);

  bool has_begun() const { return head_bytes_ > 0; }
  bool has_head() const { return place_ == Place::body; }
  bool is_cut() const { return is_cut_; }
  bool has_long_trailers() const { return has_long_trailers_; }
  const std::string& problem() const { return problem_; }
  // Of the body and of whole lines of heads and trailers.
  std::size_t bytes() const { return head_bytes_ + trailer_bytes_ + answer_.body.size(); }

  // Status, reason, protocol, headers, body. The reader is then used up.
  WebAnswer take_answer() { return std::move(answer_); }
  // Held for the body; to be kept as long as that.
  MemoryShare take_memory() { return std::move(memory_); }
  std::size_t memory_bytes() const { return memory_.bytes(); }

 private:
  enum class Place { status_line, fields, body };

  bool refuse(std::string problem);
  void move_body(std::size_t bytes);
  bool take_trailer(std::string_view line);
  bool read_status_line(std::string_view line);
  bool end_head();
  void read_field(std::string_view line);

  MemoryShare memory_;
  std::size_t body_bytes_max_ = 0;
  std::size_t head_bytes_max_ = 0;
  std::size_t head_lines_max_ = 0;

  Place place_ = Place::status_line;
  std::size_t head_bytes_ = 0;  // of the interim heads too: they are bounded together
  std::size_t head_lines_ = 0;
  std::size_t trailer_bytes_ = 0;
  std::size_t trailer_lines_ = 0;
  bool is_cut_ = false;
  bool has_long_trailers_ = false;
  std::string problem_;
  WebAnswer answer_;
};

}  // namespace freshet
