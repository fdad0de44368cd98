// WARC files by hand, as plain text: what a test wants to import.
#pragma once

#include <string>
#include <string_view>

// One record; `fields` are whole lines, each with its CRLF.
inline std::string warc_record(std::string_view type, std::string_view url, std::string_view date,
                               std::string_view fields, std::string_view block) {
  static int count = 0;
  std::string serial = std::to_string(++count);
  serial.insert(0, 12 - serial.size(), '0');
  std::string text = "WARC/1.1\r\nWARC-Type: ";
  text.append(type).append("\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-");
  text.append(serial).append(">\r\nWARC-Date: ").append(date);
  text.append("\r\nWARC-Target-URI: ").append(url).append("\r\n").append(fields);
  text.append("Content-Length: ").append(std::to_string(block.size())).append("\r\n\r\n");
  return text.append(block).append("\r\n\r\n");
}

// The answer of a server with status 200. `headers` are whole lines, each with its CRLF.
inline std::string warc_response(std::string_view url, std::string_view date,
                                 std::string_view headers, std::string_view body) {
  std::string block = "HTTP/1.1 200 OK\r\n";
  block.append(headers).append("\r\n").append(body);
  return warc_record("response", url, date, "Content-Type: application/http;msgtype=response\r\n",
                     block);
}

inline std::string warc_page(std::string_view url, std::string_view date, std::string_view body) {
  return warc_response(url, date, "Content-Type: text/html; charset=utf-8\r\n", body);
}
