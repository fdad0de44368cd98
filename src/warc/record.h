// The header of a WARC record (ISO 28500:2017), as a value. Reads the output of other programs;
// writes only well-formed WARC 1.1, for any values. Design: docs/design/warc.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/time.h"

namespace freshet::warc {

inline constexpr std::size_t kHeaderBytesMax = 1 << 20;
inline constexpr std::size_t kHeaderFieldsMax = 1000;

enum class RecordType {
  warcinfo,
  response,
  resource,
  request,
  metadata,
  revisit,
  conversion,
  continuation,
  unknown,  // readers skip types that they do not know
};

std::string_view name_of(RecordType type);

struct Field {
  std::string name;
  std::string value;

  friend bool operator==(const Field&, const Field&) = default;
};

// Returns the value of the first field with that name, case-insensitive.
std::optional<std::string_view> find_field(const std::vector<Field>& fields, std::string_view name);

struct Header {
  std::string version = "WARC/1.1";
  std::vector<Field> fields;  // in the order of the file

  std::optional<std::string_view> find(std::string_view name) const {
    return find_field(fields, name);
  }
  void add(std::string_view name, std::string_view value);
  void set(std::string_view name, std::string_view value);  // replaces the first of that name, or
                                                            // adds it
  void remove(std::string_view name);                       // all of that name

  RecordType type() const;
  std::optional<std::uint64_t> content_length() const;  // nothing if absent or not a number
  std::optional<Time> date() const;
  std::string record_id() const;   // without the <>; empty if absent
  std::string target_uri() const;  // without the <> that some programs write
  std::vector<std::string> concurrent_to() const;

  friend bool operator==(const Header&, const Header&) = default;
};

// Returns the length of the header, including the empty line that ends it; 0 if that line is
// missing. Lines may end in LF alone. Lines that end before `from` are not scanned again.
std::size_t header_length(std::string_view bytes, std::size_t from = 0);

// Reads the version line and the fields, up to an empty line or the end of `bytes`. Folded lines
// are joined, lines without a colon skipped.
Result<Header> parse_header(std::string_view bytes);

// Appends the header with the empty line after it. No value can inject a line: control characters
// become spaces, in URIs "%XX", as do all bytes not valid in a URI; a field whose name is not a
// token of RFC 9110 is left out.
void append_header(std::string& out, const Header& header);

// The same field by field, for headers written by the million. Names are our own tokens.
class HeaderWriter {
 public:
  explicit HeaderWriter(std::string& out) : out_(out) { out_.append("WARC/1.1\r\n"); }

  void add(std::string_view name, std::string_view value);
  void add_uri(std::string_view name, std::string_view uri);
  void add_id(std::string_view name, std::string_view id);  // without <>
  void end() { out_.append("\r\n"); }

 private:
  std::string& out_;
};

// Returns `uri` as allowed in WARC-Target-URI: controls, space, "<>" and bytes beyond ASCII as
// "%XX".
std::string safe_uri(std::string_view uri);

// Returns `value` trimmed, with each control character replaced by a space.
std::string safe_value(std::string_view value);

bool is_token(std::string_view name);

// Appends "name: value" lines, the block of warcinfo and metadata records.
void append_fields(std::string& out, const std::vector<Field>& fields);
std::vector<Field> parse_fields(std::string_view text);

// Add and remove the brackets of "<id>".
std::string bracketed(std::string_view id);
std::string_view without_brackets(std::string_view text);

}  // namespace freshet::warc
