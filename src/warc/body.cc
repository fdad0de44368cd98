#include "warc/body.h"

#include <brotli/decode.h>
#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "base/ascii.h"
#include "base/escape.h"
#include "warc/chunked.h"
#include "warc/inflate.h"

namespace freshet::warc {
namespace {

constexpr std::size_t kBodyPieceBytes = 1 << 16;
constexpr int kZstdWindowLogMax = 23;  // 8 MiB, the limit of RFC 9659 for the web

// The result of one stage. Stale: the input did not have this coding.
struct Stage {
  std::string bytes;
  std::optional<Error> error;
  bool is_stale = false;
};

Stage stale() { return {.bytes = {}, .error = std::nullopt, .is_stale = true}; }

Error damaged(std::string_view coding, std::string_view what) {
  return {Errc::corrupt, fmt::format("expected a body packed with {}: {}", coding, what)};
}

// The decoded bytes, up to the limit.
class Output {
 public:
  explicit Output(std::size_t bytes_max) : bytes_max_(bytes_max) {}

  // Keeps what fits; returns false if the limit cut it.
  bool append(std::string_view piece) {
    const std::size_t room = bytes_max_ - stage.bytes.size();
    stage.bytes.append(piece.substr(0, room));
    if (piece.size() <= room) return true;
    stage.error =
        Error{Errc::limit, fmt::format("the unpacked body has more than {} bytes", bytes_max_)};
    return false;
  }
  Stage fail(std::string_view coding, std::string_view what) {
    stage.error = damaged(coding, what);
    return std::move(stage);
  }

  Stage stage;

 private:
  std::size_t bytes_max_;
};

// Decodes one deflate stream and removes it from `packed`. Returns true if it was read to its end.
bool inflate(Wrapping wrapping, std::string_view& packed, std::string_view coding, Output& out) {
  Inflater inflater;
  inflater.start(wrapping);
  std::array<char, kBodyPieceBytes> piece;
  for (;;) {
    auto step = inflater.step(packed, piece);
    if (!step) {
      out.stage.error = damaged(coding, step.error().message);
      return false;
    }
    packed.remove_prefix(step->taken);
    if (!out.append({piece.data(), step->given})) return false;
    if (step->ended) return true;
    if (step->given == 0 && step->taken == 0) {
      out.stage.error = damaged(coding, "it is cut short");
      return false;
    }
  }
}

Stage gunzip(std::string_view packed, std::size_t bytes_max) {
  if (!packed.starts_with("\x1f\x8b")) return stale();
  Output out(bytes_max);
  bool is_first = true;
  // Members may follow each other; servers also send garbage after the last one.
  while (packed.starts_with("\x1f\x8b")) {
    const auto head = gzip_head_length(packed);
    if (!head || *head == 0) {
      if (is_first) return out.fail("gzip", head ? "it is cut short" : head.error().message);
      break;
    }
    packed.remove_prefix(*head);
    if (!inflate(Wrapping::gzip_body, packed, "gzip", out)) break;
    is_first = false;
  }
  return std::move(out.stage);
}

// "deflate" should have the zlib wrapper, and often does not.
Stage undeflate(std::string_view packed, std::size_t bytes_max) {
  std::optional<Stage> best;
  for (const Wrapping wrapping : {Wrapping::zlib, Wrapping::raw}) {
    Output out(bytes_max);
    std::string_view rest = packed;
    const bool is_whole = inflate(wrapping, rest, "deflate", out);
    if (is_whole) return std::move(out.stage);
    if (!best || out.stage.bytes.size() > best->bytes.size()) best = std::move(out.stage);
  }
  return best->bytes.empty() && best->error->code == Errc::corrupt ? stale() : *std::move(best);
}

Stage unbrotli(std::string_view packed, std::size_t bytes_max) {
  const std::unique_ptr<BrotliDecoderState, decltype(&BrotliDecoderDestroyInstance)> decoder(
      BrotliDecoderCreateInstance(nullptr, nullptr, nullptr), BrotliDecoderDestroyInstance);
  if (!decoder) return {.bytes = {}, .error = Error{Errc::unavailable, "no memory for brotli"}};
  Output out(bytes_max);
  std::array<std::uint8_t, kBodyPieceBytes> piece;
  auto* next_in = reinterpret_cast<const std::uint8_t*>(packed.data());
  std::size_t in_left = packed.size();
  for (;;) {
    std::uint8_t* next_out = piece.data();
    std::size_t out_left = piece.size();
    const auto said = BrotliDecoderDecompressStream(decoder.get(), &in_left, &next_in, &out_left,
                                                    &next_out, nullptr);
    if (!out.append({reinterpret_cast<const char*>(piece.data()), piece.size() - out_left}))
      return std::move(out.stage);
    // Plain text may look to brotli like an empty stream with trailing bytes.
    if (said == BROTLI_DECODER_RESULT_SUCCESS)
      return out.stage.bytes.empty() && in_left > 0 ? stale() : std::move(out.stage);
    if (said == BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT) return out.fail("br", "it is cut short");
    if (said == BROTLI_DECODER_RESULT_ERROR) {
      if (out.stage.bytes.empty()) return stale();
      return out.fail("br", "it is damaged");
    }
  }
}

Stage unzstd(std::string_view packed, std::size_t bytes_max) {
  if (!packed.starts_with("\x28\xb5\x2f\xfd")) return stale();
  const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> decoder(ZSTD_createDCtx(),
                                                                     ZSTD_freeDCtx);
  if (!decoder) return {.bytes = {}, .error = Error{Errc::unavailable, "no memory for zstd"}};
  ZSTD_DCtx_setParameter(decoder.get(), ZSTD_d_windowLogMax, kZstdWindowLogMax);
  Output out(bytes_max);
  std::array<char, kBodyPieceBytes> piece;
  ZSTD_inBuffer in{packed.data(), packed.size(), 0};
  std::size_t expected = 1;
  while (in.pos < in.size || expected != 0) {
    ZSTD_outBuffer room{piece.data(), piece.size(), 0};
    const std::size_t before = in.pos;
    expected = ZSTD_decompressStream(decoder.get(), &room, &in);
    if (ZSTD_isError(expected)) return out.fail("zstd", ZSTD_getErrorName(expected));
    if (!out.append({piece.data(), room.pos})) break;
    if (room.pos == 0 && in.pos == before) {
      if (expected != 0) return out.fail("zstd", "it is cut short");
      break;
    }
  }
  return std::move(out.stage);
}

Stage unchunk(std::string_view packed, std::size_t bytes_max) {
  Dechunker dechunker;
  Output out(bytes_max);
  std::string piece;
  while (!packed.empty() && !dechunker.has_ended()) {
    piece.clear();
    dechunker.push(packed.substr(0, kBodyPieceBytes), piece);
    packed.remove_prefix(std::min(packed.size(), kBodyPieceBytes));
    if (!out.append(piece)) break;
    if (!dechunker.has_failed()) continue;
    if (!dechunker.has_first_chunk()) return stale();
    return out.fail("chunked", "a chunk does not end where it says");
  }
  if (!out.stage.error && !dechunker.has_ended()) {
    if (out.stage.bytes.empty()) return stale();
    return out.fail("chunked", "it is cut short");
  }
  return std::move(out.stage);
}

std::optional<Stage> undo(std::string_view coding, std::string_view bytes, std::size_t bytes_max) {
  if (coding == "chunked") return unchunk(bytes, bytes_max);
  if (coding == "gzip" || coding == "x-gzip") return gunzip(bytes, bytes_max);
  if (coding == "deflate") return undeflate(bytes, bytes_max);
  if (coding == "br") return unbrotli(bytes, bytes_max);
  if (coding == "zstd") return unzstd(bytes, bytes_max);
  return std::nullopt;
}

// Returns the codings in the order in which they were applied.
std::vector<std::string> codings_of(const HttpHead& head) {
  std::vector<std::string> codings;
  for (const char* name : {"Content-Encoding", "Transfer-Encoding"}) {
    const std::string value = head.joined(name);
    std::string_view list = value;
    while (!list.empty()) {
      const std::size_t comma = list.find(',');
      const std::string coding = ascii_lower(trim_ascii_whitespace(list.substr(0, comma)));
      if (!coding.empty() && coding != "identity") codings.push_back(coding);
      list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
    }
  }
  return codings;
}

}  // namespace

DecodedBody decode_body(const HttpHead& head, std::string_view payload, std::size_t bytes_max) {
  DecodedBody body;
  const std::vector<std::string> codings = codings_of(head);
  if (codings.size() > kContentCodingsMax) {
    body.error = Error{Errc::invalid, fmt::format("expected at most {} content codings, found {}",
                                                  kContentCodingsMax, codings.size())};
  }
  bool is_decoded = false;
  const std::size_t count = body.error || payload.empty() ? 0 : codings.size();
  for (std::size_t i = count; i > 0; --i) {
    auto stage = undo(codings[i - 1], is_decoded ? body.bytes : payload, bytes_max);
    if (!stage) {
      body.error = Error{Errc::invalid, fmt::format("the content coding \"{}\" is not known",
                                                    visible(codings[i - 1].substr(0, 40)))};
      break;
    }
    if (stage->is_stale) continue;
    // A partial body can be decoded further; the first error says why it is partial.
    body.bytes = std::move(stage->bytes);
    if (!body.error) body.error = std::move(stage->error);
    is_decoded = true;
  }
  if (!is_decoded) {
    body.bytes = payload.substr(0, bytes_max);
    if (payload.size() > bytes_max && !body.error)
      body.error = Error{Errc::limit, fmt::format("the body has more than {} bytes", bytes_max)};
  }
  return body;
}

std::optional<Exchange> without_content_coding(const Exchange& exchange, std::size_t bytes_max) {
  HttpHead coding;
  for (const Field& field : exchange.headers)
    if (equals_ignoring_case(field.name, "Content-Encoding")) coding.fields.push_back(field);
  if (coding.fields.empty() || exchange.truncated != Truncation::none) return std::nullopt;
  DecodedBody decoded = decode_body(coding, exchange.body, bytes_max);
  if (decoded.error) return std::nullopt;
  Exchange plain{.url = exchange.url,
                 .time = exchange.time,
                 .ip = exchange.ip,
                 .protocol = exchange.protocol,
                 .request_head = exchange.request_head,
                 .status = exchange.status,
                 .reason = exchange.reason,
                 .headers = exchange.headers,
                 .body = std::move(decoded.bytes),
                 .truncated = exchange.truncated,
                 .metadata = exchange.metadata};
  for (Field& field : plain.headers)
    if (equals_ignoring_case(field.name, "Content-Encoding"))
      field.name = "X-Crawler-Content-Encoding";
  return plain;
}

}  // namespace freshet::warc
