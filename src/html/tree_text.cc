#include "html/tree_text.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/ascii.h"
#include "base/utf8.h"
#include "html/entities.h"

namespace freshet {
namespace {

constexpr std::array<std::string_view, 55> kQuirkyPublicPrefixes = {
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html 2.0 level 1//",
    "-//ietf//dtd html 2.0 level 2//",
    "-//ietf//dtd html 2.0 strict level 1//",
    "-//ietf//dtd html 2.0 strict level 2//",
    "-//ietf//dtd html 2.0 strict//",
    "-//ietf//dtd html 2.0//",
    "-//ietf//dtd html 2.1e//",
    "-//ietf//dtd html 3.0//",
    "-//ietf//dtd html 3.2 final//",
    "-//ietf//dtd html 3.2//",
    "-//ietf//dtd html 3//",
    "-//ietf//dtd html level 0//",
    "-//ietf//dtd html level 1//",
    "-//ietf//dtd html level 2//",
    "-//ietf//dtd html level 3//",
    "-//ietf//dtd html strict level 0//",
    "-//ietf//dtd html strict level 1//",
    "-//ietf//dtd html strict level 2//",
    "-//ietf//dtd html strict level 3//",
    "-//ietf//dtd html strict//",
    "-//ietf//dtd html//",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//",
    "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//",
    "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//",
    "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//",
    "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//",
    "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sun microsystems corp.//dtd hotjava html//",
    "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//",
    "-//w3c//dtd html 3.2 draft//",
    "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//",
    "-//w3c//dtd html 3.2s draft//",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//",
    "-//webtechs//dtd mozilla html//"};

struct Doctype {
  std::string name;
  std::optional<std::string> public_id;
  std::optional<std::string> system_id;
  bool is_malformed = false;  // "force-quirks"
};

// Reads the quoted identifier that comes next; nothing if there is none. Sets `is_malformed` if it
// is not closed.
std::optional<std::string> take_identifier(std::string_view& rest, bool& is_malformed) {
  rest = trim_ascii_whitespace(rest);
  if (rest.empty() || (rest.front() != '"' && rest.front() != '\'')) return std::nullopt;
  const std::size_t end = rest.find(rest.front(), 1);
  is_malformed |= end == std::string_view::npos;
  std::string identifier = ascii_lower(rest.substr(1, end == rest.npos ? end : end - 1));
  rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
  return identifier;
}

Doctype read_doctype(std::string_view declaration) {
  Doctype doctype;
  doctype.is_malformed = !declaration.ends_with('>');
  std::string_view rest = declaration.substr(std::string_view("<!doctype").size());
  if (!doctype.is_malformed) rest.remove_suffix(1);
  rest = trim_ascii_whitespace(rest);
  const std::size_t end = static_cast<std::size_t>(
      std::ranges::find_if(rest, [](char c) { return is_ascii_whitespace(c); }) - rest.begin());
  doctype.name = ascii_lower(rest.substr(0, end));
  rest = trim_ascii_whitespace(rest.substr(end));
  if (starts_with_ignoring_case(rest, "public")) {
    rest.remove_prefix(6);
    doctype.public_id = take_identifier(rest, doctype.is_malformed);
    doctype.is_malformed |= !doctype.public_id;
    doctype.system_id = take_identifier(rest, doctype.is_malformed);
  } else if (starts_with_ignoring_case(rest, "system")) {
    rest.remove_prefix(6);
    doctype.system_id = take_identifier(rest, doctype.is_malformed);
    doctype.is_malformed |= !doctype.system_id;
  } else if (!rest.empty()) {
    doctype.is_malformed = true;
  }
  return doctype;
}

}  // namespace

std::string with_line_feeds(std::string_view run) {
  std::string text;
  text.reserve(run.size());
  for (std::size_t at = 0; at < run.size(); ++at) {
    if (run[at] != '\r') {
      text.push_back(run[at]);
      continue;
    }
    text.push_back('\n');
    if (at + 1 < run.size() && run[at + 1] == '\n') ++at;
  }
  return text;
}

std::string decode_text(std::string_view run) {
  return decode_references(with_line_feeds(run), ReferenceContext::text);
}

std::string replace_nulls(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (c == '\0')
      append_utf8(out, kReplacementCharacter);
    else
      out.push_back(c);
  }
  return out;
}

bool is_quirky_doctype(std::string_view declaration) {
  const Doctype doctype = read_doctype(declaration);
  if (doctype.is_malformed || doctype.name != "html") return true;
  const std::string id = doctype.public_id.value_or("");
  if (id == "-//w3o//dtd w3 html strict 3.0//en//" || id == "-/w3c/dtd html 4.0 transitional/en" ||
      id == "html")
    return true;
  if (doctype.system_id == "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd")
    return true;
  const auto begins = [&](std::string_view prefix) { return id.starts_with(prefix); };
  if (std::ranges::any_of(kQuirkyPublicPrefixes, begins)) return true;
  return !doctype.system_id && (begins("-//w3c//dtd html 4.01 frameset//") ||
                                begins("-//w3c//dtd html 4.01 transitional//"));
}

}  // namespace freshet
