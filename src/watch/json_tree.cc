#include "watch/json_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <vector>

#include "base/escape.h"
#include "base/json.h"

namespace freshet {
namespace {

// Builds the tree from the events of the parser, which uses no recursion itself.
class JsonTreeBuilder final : public nlohmann::json_sax<nlohmann::json> {
 public:
  std::optional<Error> problem;
  ValueTree root;

  bool null() override { return put({}); }
  bool boolean(bool claim) override { return put(ValueTree::of(claim)); }
  bool number_integer(std::int64_t number) override { return put(ValueTree::of(number)); }
  bool number_unsigned(std::uint64_t number) override {
    if (number > static_cast<std::uint64_t>(INT64_MAX))
      return put(ValueTree::of(static_cast<double>(number)));
    return put(ValueTree::of(static_cast<std::int64_t>(number)));
  }
  bool number_float(double number, const std::string&) override {
    return put(ValueTree::of(number));
  }
  bool string(std::string& text) override { return put(ValueTree::of(std::string_view(text))); }
  bool binary(nlohmann::json::binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(ValueTree::table()); }
  bool start_array(std::size_t) override { return open(ValueTree::list()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(std::string& name) override {
    if (!open_.back().names.insert(name).second) {
      return fail(Errc::invalid,
                  fmt::format("the member \"{}\" stands twice in one object", visible(name)));
    }
    open_.back().value.names.push_back(name);
    return true;
  }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::json::exception&) override {
    return fail(Errc::invalid, fmt::format("not JSON from byte {} on", position));
  }

 private:
  struct Open {
    ValueTree value;
    std::set<std::string> names;
  };

  bool fail(Errc code, std::string message) {
    if (!problem) problem = Error{code, std::move(message)};
    return false;
  }

  bool put(ValueTree value) {
    if (++values_ > ValueTree::kValuesMax)
      return fail(Errc::limit, fmt::format("more than {} values", ValueTree::kValuesMax));
    if (open_.empty())
      root = std::move(value);
    else
      open_.back().value.items.push_back(std::move(value));
    return true;
  }

  bool open(ValueTree value) {
    if (open_.size() >= ValueTree::kDepthMax)
      return fail(Errc::limit, fmt::format("nested deeper than {}", ValueTree::kDepthMax));
    open_.push_back({std::move(value), {}});
    return true;
  }

  bool close() {
    ValueTree value = std::move(open_.back().value);
    open_.pop_back();
    return put(std::move(value));
  }

  std::vector<Open> open_;
  std::size_t values_ = 0;
};

void write_value(JsonWriter& writer, const ValueTree& value) {
  switch (value.kind) {
    case ValueTree::Kind::null:
      writer.null();
      break;
    case ValueTree::Kind::boolean:
      writer.value(value.claim);
      break;
    case ValueTree::Kind::integer:
      writer.value(value.integer);
      break;
    case ValueTree::Kind::real:
      writer.value(value.real);
      break;
    case ValueTree::Kind::text:
      writer.value(value.text);
      break;
    case ValueTree::Kind::list:
      writer.begin_array();
      for (const ValueTree& item : value.items) write_value(writer, item);
      writer.end_array();
      break;
    case ValueTree::Kind::table:
      writer.begin_object();
      for (std::size_t i = 0; i < value.items.size(); ++i) {
        writer.key(value.names[i]);
        write_value(writer, value.items[i]);
      }
      writer.end_object();
      break;
  }
}

}  // namespace

Result<ValueTree> read_json_tree(std::string_view text) {
  if (text.size() > ValueTree::kBytesMax) {
    return std::unexpected(
        Error{Errc::limit, fmt::format("more than {} bytes of JSON", ValueTree::kBytesMax)});
  }
  JsonTreeBuilder builder;
  const bool is_read = nlohmann::json::sax_parse(text, &builder);
  if (is_read && !builder.problem) return std::move(builder.root);
  return std::unexpected(builder.problem.value_or(Error{Errc::invalid, "not JSON"}));
}

std::string write_json(const ValueTree& tree) {
  JsonWriter writer;
  write_value(writer, tree);
  return writer.take();
}

}  // namespace freshet
