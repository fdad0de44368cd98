#include "warc/body.h"

#include <gtest/gtest.h>
#include <zstd.h>

#include "base/random.h"
#include "warc/chunked.h"
#include "warc/warc_test_kit.h"

namespace freshet::warc {
namespace {

constexpr std::size_t kPlenty = 1 << 20;
const std::string kText = "hello, hello, hello, world";

// kText, and ten million times "a", by brotli 1.0.
constexpr std::string_view kBrotli{
    "\033\031\000\370\215\224\156\336\104\011\122\206\226\154\054\157\065\210\074\225\000\012\163"
    "\034\002",
    25};
constexpr std::string_view kBrotliBomb{
    "\313\377\377\077\370\045\302\342\261\100\040\367\376\057\377\054\061\360\113\000\304\141\021"
    "\200\216\043\006",
    27};

std::string raw_deflated(std::string_view text) {
  const std::string member = gzipped(text);
  return member.substr(kMemberHeadBytes, member.size() - kMemberHeadBytes - 8);
}

std::string zlib_packed(std::string_view text) {
  std::uint32_t a = 1, b = 0;
  for (const char c : text) {
    a = (a + static_cast<unsigned char>(c)) % 65521;
    b = (b + a) % 65521;
  }
  std::string packed = "\x78\x9c" + raw_deflated(text);
  for (const std::uint32_t half : {b, a}) {
    packed += static_cast<char>(half >> 8);
    packed += static_cast<char>(half & 0xff);
  }
  return packed;
}

std::string zstd_packed(std::string_view text) {
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
  return packed;
}

std::string chunked(std::string_view text, std::size_t chunk) {
  std::string out;
  for (; !text.empty(); text.remove_prefix(std::min(chunk, text.size()))) {
    const std::string_view piece = text.substr(0, chunk);
    char size[20];
    std::snprintf(size, sizeof size, "%zx;ext=1\r\n", piece.size());
    out.append(size).append(piece).append("\r\n");
  }
  return out + "0\r\nTrailer: x\r\n\r\n";
}

DecodedBody decode(std::vector<Field> fields, std::string_view payload,
                   std::size_t bytes_max = kPlenty) {
  HttpHead head;
  head.fields = std::move(fields);
  return decode_body(head, payload, bytes_max);
}

std::string text_of(const DecodedBody& body) {
  return body.error ? "error: " + body.error->message : body.bytes;
}

TEST(Body, EachContentCodingIsUndone) {
  const std::string zstd = zstd_packed(kText);
  const std::pair<std::string, std::string> cases[] = {{"gzip", gzipped(kText)},
                                                       {"x-gzip", gzipped(kText)},
                                                       {"GZip", gzipped(kText)},
                                                       {"deflate", zlib_packed(kText)},
                                                       {"deflate", raw_deflated(kText)},
                                                       {"br", std::string(kBrotli)},
                                                       {"zstd", zstd},
                                                       {"identity", kText},
                                                       {"", kText},
                                                       {"zstd, gzip", gzipped(zstd)},
                                                       {"gzip, gzip", gzipped(gzipped(kText))}};
  for (const auto& [coding, payload] : cases)
    EXPECT_EQ(text_of(decode({{"Content-Encoding", coding}}, payload)), kText) << coding;
}

TEST(Body, ChunksAreJoinedAndWhatIsInThemUnpacked) {
  for (const std::size_t chunk : {1u, 7u, 100u}) {
    EXPECT_EQ(text_of(decode({{"Transfer-Encoding", "chunked"}}, chunked(kText, chunk))), kText);
    const std::string both = chunked(gzipped(kText), chunk);
    EXPECT_EQ(
        text_of(decode({{"Transfer-Encoding", "chunked"}, {"Content-Encoding", "gzip"}}, both)),
        kText);
    EXPECT_EQ(text_of(decode({{"Transfer-Encoding", "gzip, chunked"}}, both)), kText);
  }
}

TEST(Body, StaleHeadersAreNotFollowed) {
  for (const char* text : {"<html>plain</html>", "cafe babes", "5\r\nplain text\r\n", ""}) {
    for (const char* coding : {"gzip", "deflate", "br", "zstd"}) {
      const DecodedBody body = decode({{"Content-Encoding", coding}}, text);
      if (!body.error) {
        EXPECT_EQ(body.bytes, text) << coding;
      }
    }
    EXPECT_EQ(text_of(decode({{"Transfer-Encoding", "chunked"}}, text)), text);
    EXPECT_EQ(text_of(decode({{"Content-Encoding", "gzip"}}, text)), text);
    EXPECT_EQ(text_of(decode({{"Content-Encoding", "zstd"}}, text)), text);
  }
}

TEST(Body, ABombGivesTheLimitAndWhatFits) {
  const std::string zeros(5'000'000, '0');
  const std::pair<std::string, std::string> cases[] = {
      {"gzip", gzipped(zeros)},         {"deflate", zlib_packed(zeros)},
      {"deflate", raw_deflated(zeros)}, {"br", std::string(kBrotliBomb)},
      {"zstd", zstd_packed(zeros)},     {"gzip,gzip", gzipped(gzipped(zeros))}};
  for (const auto& [coding, payload] : cases) {
    const DecodedBody body = decode({{"Content-Encoding", coding}}, payload, 100'000);
    EXPECT_EQ(body.bytes.size(), 100'000u) << coding;
    ASSERT_TRUE(body.error) << coding;
    EXPECT_EQ(body.error->code, Errc::limit) << coding;
  }
  EXPECT_EQ(decode({}, zeros, 100).bytes.size(), 100u);
  EXPECT_EQ(decode({}, zeros, 100).error->code, Errc::limit);
  EXPECT_FALSE(decode({{"Content-Encoding", "gzip"}}, gzipped(zeros), zeros.size()).error);
}

TEST(Body, HalfABodyGivesHalfAText) {
  Random random(3);
  std::string text;
  while (text.size() < 300'000) text += std::to_string(random.below(1000)) + " words ";
  const std::pair<std::string, std::string> cases[] = {
      {"gzip", gzipped(text)}, {"deflate", zlib_packed(text)}, {"zstd", zstd_packed(text)}};
  for (const auto& [coding, payload] : cases) {
    const DecodedBody body =
        decode({{"Content-Encoding", coding}}, payload.substr(0, payload.size() / 2));
    ASSERT_TRUE(body.error) << coding;
    EXPECT_EQ(body.error->code, Errc::corrupt) << coding;
    EXPECT_EQ(body.bytes, text.substr(0, body.bytes.size())) << coding;
    if (coding != "zstd") {
      EXPECT_GT(body.bytes.size(), 50'000u) << coding;
    }
  }
  const std::string both = chunked(gzipped(text), 1000);
  const DecodedBody body = decode({{"Transfer-Encoding", "chunked"}, {"Content-Encoding", "gzip"}},
                                  both.substr(0, both.size() / 2));
  EXPECT_TRUE(body.error);
  EXPECT_GT(body.bytes.size(), 50'000u);
  EXPECT_EQ(body.bytes, text.substr(0, body.bytes.size()));
}

TEST(Body, UnknownAndTooManyCodingsAreSaid) {
  DecodedBody body = decode({{"Content-Encoding", "pack200"}}, kText);
  ASSERT_TRUE(body.error);
  EXPECT_EQ(body.error->code, Errc::invalid);
  EXPECT_EQ(body.bytes, kText);
  body = decode({{"Content-Encoding", "gzip,gzip,gzip,gzip,gzip"}}, gzipped(kText));
  ASSERT_TRUE(body.error);
  EXPECT_EQ(body.error->code, Errc::invalid);
  EXPECT_EQ(body.bytes, gzipped(kText));
}

TEST(Body, GarbageBehindAGzipBodyIsPassedOver) {
  EXPECT_EQ(text_of(decode({{"Content-Encoding", "gzip"}}, gzipped(kText) + "garbage")), kText);
  EXPECT_EQ(text_of(decode({{"Content-Encoding", "gzip"}}, gzipped(kText) + gzipped("!"))),
            kText + "!");
}

TEST(Dechunker, TakesTheSameFromAnyPieces) {
  const std::string packed = chunked(kText, 5);
  for (std::size_t size = 1; size <= packed.size(); ++size) {
    Dechunker dechunker;
    std::string text;
    for (std::size_t at = 0; at < packed.size(); at += size)
      ASSERT_TRUE(dechunker.push(std::string_view(packed).substr(at, size), text));
    EXPECT_EQ(text, kText);
    EXPECT_TRUE(dechunker.has_ended());
  }
}

TEST(Dechunker, RefusesSizesThatAreNone) {
  for (const char* bad : {"g\r\n", "\r\n", "-1\r\n", "0x5\r\nhello\r\n", "1 2\r\n",
                          "1234567890abcdef\r\n", "5\r\nhelloX\r\n"}) {
    Dechunker dechunker;
    std::string text;
    EXPECT_FALSE(dechunker.push(bad, text)) << bad;
  }
  Dechunker dechunker;
  std::string text;
  EXPECT_FALSE(dechunker.push("5;" + std::string(2 * kChunkLineBytesMax, 'x'), text));
}

}  // namespace
}  // namespace freshet::warc
