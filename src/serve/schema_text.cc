#include "serve/schema_text.h"

#include "base/ascii.h"
#include "base/check.h"
#include "base/json.h"

namespace freshet {
namespace {

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::string read() {
    std::string schema = type();
    skip_space();
    require(text_.empty(), "a schema ends behind its type");
    return schema;
  }

 private:
  std::string type() {
    skip_space();
    std::string schema = bare_type();
    if (take('?')) return R"({"anyOf":[)" + schema + R"(,{"type":"null"}]})";
    return schema;
  }

  std::string bare_type() {
    if (take('[')) {
      std::string schema = R"({"type":"array","items":)" + type() + "}";
      expect(']');
      return schema;
    }
    if (take('<')) {
      std::string schema = R"({"type":"object","additionalProperties":)" + type() + "}";
      expect('>');
      return schema;
    }
    if (take('{')) return object();
    if (take('#')) return R"({"$ref":"#/components/schemas/)" + std::string(word()) + "\"}";
    if (!text_.empty() && text_.front() == '\'') return choices();
    return named(word());
  }

  std::string object() {
    std::string members, required;
    while (!take('}')) {
      if (!members.empty()) expect(',');
      skip_space();
      const std::string name = quoted(word());
      const bool is_optional = take('?');
      expect(':');
      members += (members.empty() ? "" : ",") + name + ":" + type();
      if (!is_optional) required += (required.empty() ? "" : ",") + name;
      skip_space();
    }
    return R"({"type":"object","properties":{)" + members + R"(},"required":[)" + required +
           R"(],"additionalProperties":false})";
  }

  std::string choices() {
    std::string values;
    do {
      expect('\'');
      const std::size_t end = text_.find('\'');
      require(end != std::string_view::npos, "a choice ends with a quote");
      values += (values.empty() ? "" : ",") + quoted(text_.substr(0, end));
      text_.remove_prefix(end + 1);
    } while (take('|'));
    return R"({"enum":[)" + values + "]}";
  }

  static std::string named(std::string_view name) {
    if (name == "text") return R"({"type":"string"})";
    if (name == "url") return R"({"type":"string","format":"uri"})";
    if (name == "time") return R"({"type":"string","format":"date-time"})";
    if (name == "integer") return R"({"type":"integer"})";
    if (name == "number") return R"({"type":"number"})";
    if (name == "toggle") return R"({"type":"boolean"})";
    require(name == "any", "a schema names a known type");
    return "{}";
  }

  static std::string quoted(std::string_view text) { return JsonWriter().value(text).take(); }

  std::string_view word() {
    std::size_t end = 0;
    while (end < text_.size() && (is_ascii_alnum(text_[end]) || text_[end] == '_' ||
                                  text_[end] == '$' || text_[end] == '-'))
      ++end;
    require(end > 0, "a schema has a word here");
    const std::string_view found = text_.substr(0, end);
    text_.remove_prefix(end);
    return found;
  }

  bool take(char wanted) {
    skip_space();
    if (text_.empty() || text_.front() != wanted) return false;
    text_.remove_prefix(1);
    return true;
  }
  void expect(char wanted) { require(take(wanted), "a schema is of the form in schema_text.h"); }
  void skip_space() {
    while (!text_.empty() && (text_.front() == ' ' || text_.front() == '\n'))
      text_.remove_prefix(1);
  }

  std::string_view text_;
};

}  // namespace

std::string json_schema(std::string_view text) { return Reader(text).read(); }

}  // namespace freshet
