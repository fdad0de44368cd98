#include "charset/charset_detect.h"

#include <uchardet/uchardet.h>

#include <algorithm>
#include <memory>
#include <string>

#include "base/ascii.h"
#include "base/utf8.h"
#include "charset/decode.h"

namespace freshet {
namespace {

constexpr std::size_t kUtf16SampleBytes = 1024;

// UTF-8 with a few errors (a bad include, a cut comment) is still UTF-8: text in another encoding
// rarely has even one valid sequence for each invalid one.
constexpr std::size_t kGoodPerBadSequence = 20;

// Fewest plausible characters per odd one that a detection must give.
constexpr std::size_t kPlausiblePerOdd = 20;

// A piece of text starts this far before its first non-ASCII byte, and ends after this many ASCII
// bytes.
constexpr std::size_t kPieceBytesBefore = 64;
constexpr std::size_t kPieceAsciiMax = 256;

// Returns `page` without a truncated UTF-8 character at its end.
std::string_view without_cut_end(std::string_view page) {
  for (std::size_t back = 1; back <= 3 && back <= page.size(); ++back) {
    const CodePoint point = read_utf8(page, page.size() - back);
    const bool is_lead = (page[page.size() - back] & 0xC0) == 0xC0;
    if (is_lead && !point.valid && point.length == back) return page.substr(0, page.size() - back);
  }
  return page;
}

// Returns the end of the piece of text at `at`: a tag, or a run of ASCII. In none of the candidate
// encodings can '<' or '>' be the second byte of a character.
std::size_t piece_end(std::string_view page, std::size_t at) {
  while (at < page.size()) {
    if (!is_ascii(page[at])) {
      ++at;
      continue;
    }
    const std::size_t run = ascii_length(page.substr(at, kPieceAsciiMax));
    const std::size_t tag = page.substr(at, run).find('<');
    if (tag != page.npos) return at + tag;
    at += run;
    if (run == kPieceAsciiMax) break;
  }
  return at;
}

// Returns the pieces of text between tags with non-ASCII bytes, one per line.
std::string telling_text(std::string_view page) {
  page = without_cut_end(page.substr(0, kDetectScanBytesMax));
  std::string sample;
  for (std::size_t done = 0; sample.size() < kDetectSampleBytesMax;) {
    const std::size_t at = done + ascii_length(page.substr(done));
    if (at == page.size()) break;
    const std::size_t from = std::max(done, at - std::min(at, kPieceBytesBefore));
    const std::size_t tag = page.substr(from, at - from).rfind('>');
    const std::size_t start = tag == page.npos ? from : from + tag + 1;
    done = piece_end(page.substr(0, at + kDetectSampleBytesMax), at);
    sample.append(page.substr(start, done - start)).push_back('\n');
  }
  return sample;
}

bool looks_like_utf8(std::string_view sample) {
  std::size_t good = 0, bad = 0;
  for (std::size_t at = 0; at < sample.size();) {
    const CodePoint point = read_utf8(sample, at);
    if (point.length > 1 && point.valid) ++good;
    if (!point.valid) ++bad;
    at += point.length;
  }
  return good > 0 && good >= bad * kGoodPerBadSequence;
}

// Markup in UTF-16 is half zeros, all at even or all at odd positions.
std::optional<Encoding> detect_utf_16(std::string_view bytes) {
  bytes = bytes.substr(0, kUtf16SampleBytes);
  const std::size_t units = bytes.size() / 2;
  std::size_t zeros[2] = {0, 0};
  for (std::size_t i = 0; i < units * 2; ++i)
    if (bytes[i] == '\0') ++zeros[i % 2];
  if (zeros[0] == 0 && zeros[1] > units / 2) return Encoding::utf_16le;
  if (zeros[1] == 0 && zeros[0] > units / 2) return Encoding::utf_16be;
  return std::nullopt;
}

bool is_iso_2022_jp(std::string_view bytes) {
  bytes = bytes.substr(0, kDetectScanBytesMax);
  const std::size_t at = std::min(bytes.find("\x1B$B"), bytes.find("\x1B$@"));
  if (at == bytes.npos) return false;
  const std::string text =
      decode_to_utf8(Encoding::iso_2022_jp, bytes.substr(at, kDetectSampleBytesMax));
  return text.find("\uFFFD") == text.npos;
}

// Maps uchardet's answer to an encoding of the web. uchardet knows encodings that no browser does,
// and distinguishes close relatives that pages do not: the result is the one used on pages.
std::optional<Encoding> as_used_on_the_web(std::string_view name) {
  if (name == "UHC" || name == "JOHAB") return Encoding::euc_kr;
  const std::optional<Encoding> encoding = encoding_from_label(name);
  if (!encoding) return std::nullopt;
  switch (*encoding) {
    case Encoding::koi8_r:  // KOI8-U except for box drawings in place of Ukrainian letters
      return Encoding::koi8_u;
    case Encoding::iso_8859_13:
      return Encoding::windows_1257;
    case Encoding::iso_8859_16:
      return Encoding::windows_1250;
    case Encoding::gb18030:
      return Encoding::gbk;
    case Encoding::iso_8859_3:
    case Encoding::iso_8859_4:
    case Encoding::iso_8859_10:
    case Encoding::iso_8859_14:
    case Encoding::iso_8859_15:
    case Encoding::macintosh:
    case Encoding::replacement:
      return Encoding::windows_1252;
    default:
      return encoding;
  }
}

// Returns the Windows code page for the languages of an ISO encoding; it has letters and quotes
// where ISO has controls.
std::optional<Encoding> windows_twin(Encoding encoding) {
  switch (encoding) {
    case Encoding::iso_8859_2:
      return Encoding::windows_1250;
    case Encoding::iso_8859_6:
      return Encoding::windows_1256;
    case Encoding::iso_8859_7:
      return Encoding::windows_1253;
    case Encoding::iso_8859_8:
    case Encoding::iso_8859_8_i:
      return Encoding::windows_1255;
    default:
      return std::nullopt;
  }
}

// Returns false if `sample` would have many implausible characters: invalid ones, private ones,
// controls.
bool is_plausible(Encoding encoding, std::string_view sample) {
  const std::string text = decode_to_utf8(encoding, sample);
  std::size_t all = 0, odd = 0;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = read_utf8(text, at);
    at += point.length;
    if (point.value < 0x80) continue;
    ++all;
    const bool is_private = point.value >= 0xE000 && point.value <= 0xF8FF;
    if (is_private || point.value < 0xA0 || point.value == kReplacementCharacter) ++odd;
  }
  return odd * kPlausiblePerOdd <= all;
}

std::optional<Encoding> ask_uchardet(std::string_view sample) {
  const std::unique_ptr<uchardet, decltype(&uchardet_delete)> detector(uchardet_new(),
                                                                       uchardet_delete);
  if (uchardet_handle_data(detector.get(), sample.data(), sample.size()) != 0) return std::nullopt;
  uchardet_data_end(detector.get());
  const auto guess = as_used_on_the_web(uchardet_get_charset(detector.get()));
  if (!guess || is_plausible(*guess, sample)) return guess;
  const auto twin = windows_twin(*guess);
  return twin && is_plausible(*twin, sample) ? twin : std::nullopt;
}

}  // namespace

std::optional<Encoding> detect_encoding(std::string_view bytes) {
  if (const auto utf_16 = detect_utf_16(bytes)) return utf_16;
  const std::string sample = telling_text(bytes);
  if (sample.empty())
    return is_iso_2022_jp(bytes) ? std::optional(Encoding::iso_2022_jp) : std::nullopt;
  if (looks_like_utf8(sample)) return Encoding::utf_8;
  return ask_uchardet(sample);
}

}  // namespace freshet
