#include <fmt/format.h>

#include <optional>
#include <type_traits>
#include <utility>

#include "watch/duration_text.h"
#include "watch/tree_fields.h"
#include "watch/watch_fields.h"

namespace freshet {
namespace {

struct WriterChoice {
  Secrets secrets;
  Defaults defaults;
};

template <class Struct>
ValueTree written(const Struct& value, WriterChoice choice);

ValueTree written_value(const FieldName&, const std::string& text, WriterChoice) {
  return ValueTree::of(std::string_view(text));
}
ValueTree written_value(const FieldName&, bool claim, WriterChoice) { return ValueTree::of(claim); }
ValueTree written_value(const FieldName&, double number, WriterChoice) {
  return ValueTree::of(number);
}
ValueTree written_value(const FieldName& name, int number, WriterChoice) {
  if (!name.is_clock) return ValueTree::of(std::int64_t{number});
  return ValueTree::of(std::string_view(fmt::format("{:02}:{:02}", number / 60, number % 60)));
}
ValueTree written_value(const FieldName&, const std::optional<Duration>& duration, WriterChoice) {
  if (!duration) return {};
  return ValueTree::of(std::string_view(duration_text(*duration)));
}
ValueTree written_value(const FieldName&, const std::optional<Time>& time, WriterChoice) {
  if (!time) return {};
  return ValueTree::of(std::string_view(iso_time(*time)));
}
template <class E>
  requires std::is_enum_v<E>
ValueTree written_value(const FieldName&, E word, WriterChoice) {
  return ValueTree::of(kWordsOf<E>[static_cast<std::size_t>(word)]);
}
ValueTree written_value(const FieldName& name, const NameValue& header, WriterChoice choice) {
  ValueTree value = ValueTree::table();
  value.add("name", ValueTree::of(std::string_view(header.name)));
  const bool is_shown = !name.is_secret || choice.secrets == Secrets::included;
  if (is_shown && !(name.is_secret && header.value.empty()))
    value.add("value", ValueTree::of(std::string_view(header.value)));
  return value;
}
template <class Struct>
  requires std::is_class_v<Struct>
ValueTree written_value(const FieldName&, const Struct& value, WriterChoice choice) {
  return written(value, choice);
}
template <class T>
ValueTree written_value(const FieldName& name, const std::vector<T>& values, WriterChoice choice) {
  ValueTree list = ValueTree::list();
  for (const T& value : values) list.items.push_back(written_value(name, value, choice));
  return list;
}

// Makes a table of the members of one struct.
class FieldWriter {
 public:
  // With `standard`, the whole table of a default value, members equal to it are left out.
  FieldWriter(WriterChoice choice, const ValueTree* standard)
      : choice_(choice), standard_(standard) {}

  template <class T>
  void field(const FieldName& name, const T& member) {
    if constexpr (std::is_same_v<T, std::string>)
      if (name.is_secret && choice_.secrets == Secrets::left_out) return;
    if (standard_ && !name.is_required &&
        written_value(name, member, {choice_.secrets, Defaults::included}) ==
            *standard_->member(name.name)) {
      return;
    }
    tree.add(name.name, written_value(name, member, choice_));
  }

  ValueTree tree = ValueTree::table();

 private:
  WriterChoice choice_;
  const ValueTree* standard_;
};

template <class Struct>
ValueTree written(const Struct& value, WriterChoice choice) {
  ValueTree standard;
  const bool is_short = choice.defaults == Defaults::left_out;
  if (is_short) standard = written(Struct{}, {choice.secrets, Defaults::included});
  FieldWriter writer(choice, is_short ? &standard : nullptr);
  each_field(value, writer);
  return std::move(writer.tree);
}

}  // namespace

ValueTree tree_of(const WatchSpec& watch, Secrets secrets, Defaults defaults) {
  return written(watch, {secrets, defaults});
}

ValueTree tree_of(const TagSpec& tag, Defaults defaults) {
  return written(tag, {Secrets::left_out, defaults});
}

}  // namespace freshet
