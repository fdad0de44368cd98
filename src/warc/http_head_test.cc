#include "warc/http_head.h"

#include <gtest/gtest.h>

namespace freshet::warc {
namespace {

TEST(HttpHead, StatusFieldsAndPayloadAreFound) {
  const std::string block =
      "HTTP/1.1 404 Not Found\r\nSet-Cookie: a=1\r\nContent-Type: Text/HTML; charset=x\r\n"
      "Set-Cookie: b=2\r\n\r\n<p>\r\n\r\n";
  const HttpHead head = read_http_head(block);
  EXPECT_EQ(head.status, 404);
  EXPECT_EQ(head.reason, "Not Found");
  EXPECT_EQ(head.fields.size(), 3u);
  EXPECT_EQ(head.joined("set-cookie"), "a=1,b=2");
  EXPECT_EQ(head.mime(), "text/html");
  EXPECT_EQ(block.substr(head.payload_begin), "<p>\r\n\r\n");
}

TEST(HttpHead, SloppyHeadsAreRead) {
  const HttpHead head = read_http_head("HTTP/1.0 200\nA:b\n folded\nnonsense\nC : d\n\nbody");
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.reason, "");
  EXPECT_EQ(head.fields, (std::vector<Field>{{"A", "b folded"}, {"C", "d"}}));
  EXPECT_EQ(head.payload_begin, 41u);
  EXPECT_EQ(read_http_head("HTTP/1.1 2000 OK\r\n\r\n").status, 0);
  EXPECT_EQ(read_http_head("HTTP/1.1\r\n\r\n").status, 0);
  EXPECT_EQ(read_http_head("HTTP/1.1 200 OK\r\n\r\nx").payload_begin, 19u);
}

TEST(HttpHead, AHeadWithoutItsEndIsAllHead) {
  const HttpHead head = read_http_head("HTTP/1.1 200 OK\r\nA: b\r\n");
  EXPECT_EQ(head.payload_begin, 23u);
  EXPECT_EQ(head.find("a"), "b");
  EXPECT_EQ(read_http_head("HTTP/").payload_begin, 5u);
}

TEST(HttpHead, WhatIsNoHttpIsAllPayload) {
  for (const char* text : {"", "<html>\r\n\r\n", "\x1f\x8b", "HTTP", "GET /\r\n\r\n", "\n\n"}) {
    const HttpHead head = read_http_head(text);
    EXPECT_EQ(head.payload_begin, 0u) << text;
    EXPECT_EQ(head.status, 0) << text;
    EXPECT_EQ(head.mime(), "") << text;
  }
}

TEST(HttpHead, RequestsHaveNoStatus) {
  const HttpHead head = read_http_head("GET /a b HTTP/1.1\r\nHost: a.example\r\n\r\n");
  EXPECT_EQ(head.start_line, "GET /a b HTTP/1.1");
  EXPECT_EQ(head.status, 0);
  EXPECT_EQ(head.find("host"), "a.example");
}

TEST(HttpHead, HeadsHaveALimit) {
  const std::string block = "HTTP/1.1 200 OK\r\nA: " + std::string(2 * kHttpHeadBytesMax, 'a');
  EXPECT_EQ(read_http_head(block).payload_begin, kHttpHeadBytesMax);
  std::string many = "HTTP/1.1 200 OK\r\n";
  for (std::size_t i = 0; i < kHttpHeadFieldsMax + 5; ++i) many += "A: b\r\n";
  many += "\r\nbody";
  const HttpHead head = read_http_head(many);
  EXPECT_EQ(head.fields.size(), kHttpHeadFieldsMax);
  EXPECT_EQ(many.substr(head.payload_begin), "body");
}

// Incremental readers rely on it: once a head is complete, more bytes change nothing.
TEST(HttpHead, AWholeHeadStaysTheSameWithMoreBytes) {
  for (const std::string block :
       {"HTTP/1.1 200 OK\r\nA: b\r\n\r\nbody\r\n\r\n", "GET / HTTP/1.1\nA: b\n\nbody",
        "<html>\n<body>\n\n", "HTT and no more\n"}) {
    for (std::size_t size = 0; size <= block.size(); ++size) {
      if (!has_whole_http_head(block.substr(0, size))) continue;
      const HttpHead part = read_http_head(block.substr(0, size));
      const HttpHead whole = read_http_head(block);
      EXPECT_EQ(part.payload_begin, whole.payload_begin) << block << " " << size;
      EXPECT_EQ(part.fields, whole.fields) << block << " " << size;
    }
    EXPECT_TRUE(has_whole_http_head(block));
  }
}

}  // namespace
}  // namespace freshet::warc
