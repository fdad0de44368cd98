#include <optional>
#include <string>
#include <type_traits>

#include "watch/watch_fields.h"
#include "watch/watch_json.h"

namespace freshet {
namespace {

template <class Struct>
std::vector<FieldDeclaration> declared();

using DeclaredKind = FieldDeclaration::Kind;

template <class T>
struct ListElement {
  using type = T;
};
template <class T>
struct ListElement<std::vector<T>> {
  using type = T;
};

template <class T>
void declare_kind(FieldDeclaration& field) {
  if constexpr (std::is_same_v<T, bool>) {
    field.kind = DeclaredKind::boolean;
  } else if constexpr (std::is_same_v<T, int>) {
    if (field.kind != DeclaredKind::clock) field.kind = DeclaredKind::integer;
  } else if constexpr (std::is_same_v<T, double>) {
    field.kind = DeclaredKind::number;
  } else if constexpr (std::is_same_v<T, std::optional<Duration>>) {
    field.kind = DeclaredKind::duration;
    field.is_optional = true;
  } else if constexpr (std::is_same_v<T, std::optional<Time>>) {
    field.kind = DeclaredKind::time;
    field.is_optional = true;
  } else if constexpr (std::is_enum_v<T>) {
    field.kind = DeclaredKind::word;
    for (const std::string_view word : kWordsOf<T>) field.words.emplace_back(word);
  } else if constexpr (!std::is_same_v<T, std::string>) {
    field.kind = DeclaredKind::table;
    field.members = declared<T>();
  }
}

class FieldDeclarer {
 public:
  template <class T>
  void field(const FieldName& name, const T&) {
    FieldDeclaration field;
    field.name = name.name;
    field.meaning = name.meaning;
    field.is_required = name.is_required;
    field.is_secret = name.is_secret;
    if (name.is_clock) field.kind = DeclaredKind::clock;
    using Element = typename ListElement<T>::type;
    field.is_list = !std::is_same_v<Element, T>;
    declare_kind<Element>(field);
    fields.push_back(std::move(field));
  }

  std::vector<FieldDeclaration> fields;
};

template <class Struct>
std::vector<FieldDeclaration> declared() {
  const Struct standard;
  FieldDeclarer declarer;
  each_field(standard, declarer);
  return std::move(declarer.fields);
}

}  // namespace

std::vector<FieldDeclaration> watch_declarations() { return declared<WatchSpec>(); }

std::vector<FieldDeclaration> tag_declarations() { return declared<TagSpec>(); }

}  // namespace freshet
