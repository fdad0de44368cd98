// The header of a WARC record (ISO 28500:2017), as a value. Reads what other programs write;
// writes only well-formed WARC 1.1, whatever the values hold. Design: docs/design/warc.md.
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
  unknown,  // readers pass over types that they do not know
};

std::string_view name_of(RecordType type);

struct Field {
  std::string name;
  std::string value;

  friend bool operator==(const Field&, const Field&) = default;
};

// The value of the first field of that name, in any letter case.
std::optional<std::string_view> find_field(const std::vector<Field>& fields, std::string_view name);

struct Header {
  std::string version = "WARC/1.1";
  std::vector<Field> fields;  // in the order of the file

  std::optional<std::string_view> find(std::string_view name) const {
    return find_field(fields, name);
  }
  void add(std::string_view name, std::string_view value);
  void set(std::string_view name, std::string_view value);  // the first of that name, or a new one
  void remove(std::string_view name);                       // all of that name

  RecordType type() const;
  std::optional<std::uint64_t> content_length() const;  // nothing if absent or no number
  std::optional<Time> date() const;
  std::string record_id() const;   // without the <> around it; empty if absent
  std::string target_uri() const;  // without the <> that some programs put around it
  std::vector<std::string> concurrent_to() const;

  friend bool operator==(const Header&, const Header&) = default;
};

// How many bytes from the beginning belong to the header, the empty line that ends it included; 0
// if that line is not there yet. Lines may end in LF alone. No line that ends before `from` is
// looked at again.
std::size_t header_length(std::string_view bytes, std::size_t from = 0);

// Reads the version line and the fields; an empty line ends them, or the end of `bytes`. Folded
// lines are joined, lines without a colon passed over.
Result<Header> parse_header(std::string_view bytes);

// Appends the header with the empty line behind it. No value can end its line: control characters
// become spaces, in URIs "%XX", as does all that a URI must not hold; a field whose name is no
// token of RFC 9110 is left out.
void append_header(std::string& out, const Header& header);

// The same field by field, for headers that are written by the million. Names are our own tokens.
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

// `uri` as WARC-Target-URI may hold it: controls, space, "<>" and bytes beyond ASCII as "%XX".
std::string safe_uri(std::string_view uri);

// `value` without control characters (each becomes a space) and without spaces around it.
std::string safe_value(std::string_view value);

bool is_token(std::string_view name);

// "name: value" lines, the block of warcinfo and metadata records.
void append_fields(std::string& out, const std::vector<Field>& fields);
std::vector<Field> parse_fields(std::string_view text);

// "<id>" and back.
std::string bracketed(std::string_view id);
std::string_view without_brackets(std::string_view text);

}  // namespace freshet::warc
