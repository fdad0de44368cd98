#include "serve/watch_schema.h"

#include <string>
#include <vector>

#include "watch/watch_json.h"

namespace freshet {
namespace {

enum class SchemaUse { answer, request, patch };

std::string members_schema(const std::vector<FieldDeclaration>& fields, SchemaUse use,
                           bool hides_values);

std::string word_schema(const std::vector<std::string>& words) {
  std::string schema;
  for (const std::string& word : words)
    schema.append(schema.empty() ? "'" : "|'").append(word).append("'");
  return schema;
}

std::string value_schema(const FieldDeclaration& field, SchemaUse use) {
  switch (field.kind) {
    case FieldDeclaration::Kind::boolean:
      return "toggle";
    case FieldDeclaration::Kind::integer:
      return "integer";
    case FieldDeclaration::Kind::number:
      return "number";
    case FieldDeclaration::Kind::time:
      return use == SchemaUse::answer ? "time" : "text";
    case FieldDeclaration::Kind::word:
      return word_schema(field.words);
    case FieldDeclaration::Kind::table:
      return members_schema(field.members,
                            field.is_list && use == SchemaUse::patch ? SchemaUse::request : use,
                            field.is_secret);
    case FieldDeclaration::Kind::text:
    case FieldDeclaration::Kind::duration:
    case FieldDeclaration::Kind::clock:
      break;
  }
  return "text";
}

// The values of secrets are not shown; in tables of secrets that is what is not required.
std::string members_schema(const std::vector<FieldDeclaration>& fields, SchemaUse use,
                           bool hides_values) {
  std::string schema = "{";
  for (const FieldDeclaration& field : fields) {
    if (schema.size() > 1) schema += ", ";
    const bool is_hidden = hides_values && !field.is_required;
    const bool may_miss =
        use == SchemaUse::answer
            ? is_hidden || (field.is_secret && field.kind != FieldDeclaration::Kind::table)
            : use == SchemaUse::patch || !field.is_required;
    schema.append(field.name).append(may_miss ? "?: " : ": ");
    const std::string value = value_schema(field, use);
    schema += field.is_list ? "[" + value + "]" : value;
    if (field.is_optional || use == SchemaUse::patch) schema += "?";
  }
  return schema + "}";
}

std::string watch_text(SchemaUse use) { return members_schema(watch_declarations(), use, false); }

}  // namespace

std::string_view watch_schema() {
  static const std::string kSchema = watch_text(SchemaUse::answer);
  return kSchema;
}

std::string_view tag_schema() {
  static const std::string kSchema = members_schema(tag_declarations(), SchemaUse::answer, false);
  return kSchema;
}

std::string_view new_watch_schema() {
  static const std::string kSchema = watch_text(SchemaUse::request);
  return kSchema;
}

std::string_view watch_patch_schema() {
  static const std::string kSchema = watch_text(SchemaUse::patch);
  return kSchema;
}

std::string_view new_tag_schema() {
  static const std::string kSchema = members_schema(tag_declarations(), SchemaUse::request, false);
  return kSchema;
}

}  // namespace freshet
