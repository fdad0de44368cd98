// Shared by the tests of this module: exchanges, and files of records as text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/memory_file.h"
#include "warc/reader.h"
#include "warc/snapshot_encoder.h"

namespace freshet::warc {

inline Exchange page(std::string_view url, std::string_view body) {
  Exchange exchange;
  exchange.url = url;
  exchange.time = *parse_time("2026-11-16T00:34:46.123456Z");
  exchange.ip = "192.0.2.7";
  exchange.protocol = "http/1.1";
  exchange.request_head = "GET / HTTP/1.1\r\nHost: a.example\r\n\r\n";
  exchange.status = 200;
  exchange.reason = "OK";
  exchange.headers = {{"Content-Type", "text/html; charset=utf-8"}};
  exchange.body = body;
  exchange.metadata = {{"via", "https://a.example/"}, {"hopsFromSeed", "L"}};
  return exchange;
}

// Returns a record as other programs write it, without any of our code.
inline std::string record_text(std::string_view type, std::string_view id, std::string_view more,
                               std::string_view block) {
  std::string text = "WARC/1.0\r\nWARC-Type: ";
  text.append(type).append("\r\nWARC-Record-ID: <").append(id);
  text.append(">\r\nWARC-Date: 2020-01-01T00:00:00Z\r\n").append(more);
  text.append("Content-Length: ").append(std::to_string(block.size()));
  return text.append("\r\n\r\n").append(block).append("\r\n\r\n");
}

inline std::string gzipped(std::string_view text) {
  GzipWriter writer;
  std::string member;
  writer.append_member(member, std::span(&text, 1));
  return member;
}

// Decompresses with our reader; empty on any error.
inline std::string gunzipped(const std::string& bytes) {
  MemoryFile file(bytes);
  GzipReader reader(file, "test", 0, bytes.size());
  std::string text;
  std::vector<char> piece(1000);
  for (;;) {
    const auto member = reader.next_member();
    if (!member) return {};
    if (!*member) return text;
    for (;;) {
      const auto got = reader.read(piece);
      if (!got) return {};
      if (*got == 0) break;
      text.append(piece.data(), *got);
    }
  }
}

// Returns a line of text for each record of a file: "id type block", "error: ...".
inline std::vector<std::string> transcript(File& file, bool goes_on_after_damage = false) {
  std::vector<std::string> lines;
  auto reader = Reader::open(file, "test.warc");
  if (!reader) return {"error: " + reader.error().message};
  for (;;) {
    const auto fail = [&](const Error& error) {
      lines.push_back("error: " + error.message);
      if (!goes_on_after_damage) return false;
      const auto found = reader->resynchronise();
      return found && *found;
    };
    auto head = reader->next();
    if (!head) {
      if (fail(head.error())) continue;
      return lines;
    }
    if (!*head) return lines;
    std::string line = (*head)->header.record_id();
    line.append(" ").append(name_of((*head)->header.type())).append(" ");
    std::vector<char> piece(7);
    Result<std::size_t> got = 0;
    while ((got = reader->read_block(piece)) && *got > 0) line.append(piece.data(), *got);
    auto place = got ? reader->finish() : std::unexpected(got.error());
    if (place)
      lines.push_back(line);
    else if (!fail(place.error()))
      return lines;
  }
}

}  // namespace freshet::warc
