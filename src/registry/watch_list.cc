// Lists of watches. Each set of filters has a statement of its own, so that SQLite takes the index
// that fits: the text index, the tags, or the columns of the watch.
#include <fmt/format.h>

#include <array>

#include "base/ascii.h"
#include "base/utf8.h"
#include "registry/limits.h"
#include "registry/registry_db.h"
#include "registry/watches.h"
#include "watch/watch_json.h"

namespace freshet {
namespace {

// The text index knows words of three characters and more.
constexpr std::size_t kIndexedCharacters = 3;
constexpr std::size_t kShortTermsMax = 64;

enum class TextUse { none, indexed, scanned };

struct ListShape {
  bool has_owner, has_condition, has_paused, is_paused, has_tag;
  TextUse text;
  bool counts;

  std::size_t index() const {
    return static_cast<std::size_t>(has_owner) | static_cast<std::size_t>(has_condition) << 1 |
           static_cast<std::size_t>(has_paused) << 2 | static_cast<std::size_t>(is_paused) << 3 |
           static_cast<std::size_t>(has_tag) << 4 | static_cast<std::size_t>(counts) << 5 |
           static_cast<std::size_t>(text) << kListShapeBits;
  }

  static constexpr std::size_t kListShapeBits = 6;
};
constexpr std::size_t kListShapes = std::size_t{3} << ListShape::kListShapeBits;

// Parameters: 1 owner, 2 condition, 3 tag, 4 text, 5 after, 6 count. Each statement names
// all of them. CROSS JOIN keeps the order of the tables.
std::string list_sql(const ListShape& shape) {
  std::string from = "watch w", id = "w.id";
  std::string where;
  const auto and_where = [&](std::string_view condition) {
    where.append(" AND ").append(condition);
  };
  if (shape.text == TextUse::indexed) {
    from = "watch_text t CROSS JOIN watch w ON w.id = t.rowid";
    id = "t.rowid";
    and_where("watch_text MATCH ?4");
  } else if (shape.has_tag) {
    from = "watch_tag g CROSS JOIN watch w ON w.id = g.watch";
    id = "g.watch";
  }
  if (shape.text == TextUse::scanned)
    and_where(
        "EXISTS (SELECT 1 FROM watch_text t WHERE t.rowid = w.id AND t.text LIKE ?4 ESCAPE '\\')");
  if (shape.has_tag)
    and_where(shape.text == TextUse::indexed
                  ? "EXISTS (SELECT 1 FROM watch_tag g WHERE g.tag = ?3 AND g.watch = w.id)"
                  : "g.tag = ?3");
  if (shape.has_owner) and_where("w.owner = ?1");
  if (shape.has_condition) and_where("w.condition = ?2");
  if (shape.has_paused) and_where(shape.is_paused ? "w.is_paused" : "NOT w.is_paused");
  const std::string_view columns =
      shape.counts ? "count(*)"
                   : "w.id, w.owner, w.url, w.scope, w.condition, w.created, w.edited, w.checked, "
                     "w.told, w.spec";
  const std::string order = shape.counts ? std::string() : fmt::format(" ORDER BY {} LIMIT ?6", id);
  return fmt::format(
      "SELECT {} FROM {} WHERE {} > ?5{} AND coalesce(?1, ?2, ?3, ?4, ?5, ?6) IS NOT NULL{}",
      columns, from, id, where, order);
}

// A statement is known by the address of its text.
const char* list_statement(const ListShape& shape) {
  static const std::array<std::string, kListShapes> all = [] {
    std::array<std::string, kListShapes> made;
    for (const TextUse text : {TextUse::none, TextUse::indexed, TextUse::scanned})
      for (unsigned bits = 0; bits < 1u << ListShape::kListShapeBits; ++bits) {
        const ListShape each{.has_owner = (bits & 1) != 0,
                             .has_condition = (bits & 2) != 0,
                             .has_paused = (bits & 4) != 0,
                             .is_paused = (bits & 8) != 0,
                             .has_tag = (bits & 16) != 0,
                             .text = text,
                             .counts = (bits & 32) != 0};
        made[each.index()] = list_sql(each);
      }
    return made;
  }();
  return all[shape.index()].c_str();
}

std::string quoted_phrase(std::string_view text) {
  std::string phrase = "\"";
  for (const char c : text) {
    if (c == '"') phrase += '"';
    phrase += c;
  }
  return phrase + "\"";
}

// Returns the text of a filter without what would end or break a pattern.
std::string searchable(std::string_view text) {
  std::string valid = repair_utf8(text.substr(0, kSearchBytesKept));
  std::erase(valid, '\0');
  return valid;
}

std::string like_pattern(std::string_view text) {
  std::string pattern = "%";
  for (const char c : text) {
    if (c == '%' || c == '_' || c == '\\') pattern += '\\';
    pattern += c;
  }
  return pattern + "%";
}

std::size_t characters(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); at += read_utf8(text, at).length) ++count;
  return count;
}

WatchRow watch_in(const SqlRows& rows) {
  WatchRow row{.id = rows.integer(0),
               .owner = rows.integer(1),
               .condition = static_cast<WatchCondition>(rows.integer(4)),
               .created = time_from(rows.integer(5)),
               .edited = time_from(rows.integer(6)),
               .checked = time_in(rows, 7),
               .told = time_in(rows, 8)};
  auto spec = watch_from_json(rows.text(9));
  if (spec) {
    row.spec = *std::move(spec);
  } else {
    row.problem = spec.error().message;
    row.spec = {.url = text_in(rows, 2),
                .scope = static_cast<WatchScope>(rows.integer(3)),
                .is_paused = true};
  }
  return row;
}

// Returns the terms of the index that begin with a text shorter than they are; none if there are
// more than kShortTermsMax. Then the text is so common that looking through the rows finds it soon.
Result<std::optional<std::vector<std::string>>> short_terms(RegistryDb& db,
                                                            const std::string& text) {
  std::vector<std::string> terms;
  std::string from = ascii_lower(text);
  const std::string to = from + "\U0010FFFF";
  for (;;) {
    SqlRows rows = db.sql().rows(
        "SELECT term FROM watch_term WHERE term >= ?1 AND term <= ?2 LIMIT 1", from, to);
    if (!rows.next()) {
      if (!rows.status()) return std::unexpected(rows.status().error());
      return terms;
    }
    if (terms.size() == kShortTermsMax) return std::nullopt;
    terms.push_back(text_in(rows, 0));
    from = terms.back() + '\0';  // the next one; to skip it costs nothing
  }
}

// Returns the expression that finds a text in the index; empty if nothing has this text, none if
// the rows have to be looked through.
Result<std::optional<std::string>> index_expression(RegistryDb& db, const std::string& wanted) {
  if (characters(wanted) >= kIndexedCharacters) return quoted_phrase(wanted);
  const auto terms = short_terms(db, wanted);
  if (!terms) return std::unexpected(terms.error());
  if (!*terms) return std::nullopt;
  std::string any;
  for (const std::string& term : **terms) {
    if (!any.empty()) any += " OR ";
    any += quoted_phrase(term);
  }
  return any.empty() ? any : "(" + any + ")";
}

// The values of a filter, in the form of the statements.
struct ListValues {
  ListShape shape = {};
  PersonId owner = 0;
  int condition = 0;
  std::string tag = {};
  std::string text = {};
  bool finds_nothing = false;

  static Result<ListValues> of(RegistryDb& db, const WatchFilter& filter, bool counts) {
    ListValues made{
        .shape = {.has_owner = filter.owner.has_value(),
                  .has_condition = filter.condition.has_value(),
                  .has_paused = filter.is_paused.has_value(),
                  .is_paused = filter.is_paused.value_or(false),
                  .has_tag = !filter.tag.empty(),
                  .text = TextUse::none,
                  .counts = counts},
        .owner = filter.owner.value_or(0),
        .condition = static_cast<int>(filter.condition.value_or(WatchCondition::waiting)),
        .tag = filter.tag};
    const std::string wanted = searchable(filter.text);
    if (wanted.empty()) return made;
    const auto expression = index_expression(db, wanted);
    if (!expression) return std::unexpected(expression.error());
    made.finds_nothing = *expression && (*expression)->empty();
    made.shape.text = *expression ? TextUse::indexed : TextUse::scanned;
    made.text = *expression ? **expression : like_pattern(wanted);
    // The text of a watch holds its tags: so the index leaves out most watches without the tag.
    const std::string also = searchable(filter.tag);
    if (*expression && characters(also) >= kIndexedCharacters)
      made.text += " AND " + quoted_phrase(also);
    return made;
  }

  SqlRows rows(RegistryDb& db, WatchId after, std::int64_t count) const {
    return db.sql().rows(list_statement(shape), owner, condition, tag, text, after, count);
  }
};

}  // namespace

Result<std::optional<WatchRow>> Watches::find(WatchId id) {
  SqlRows rows = db_.sql().rows(
      "SELECT id, owner, url, scope, condition, created, edited, checked, told, spec "
      "FROM watch WHERE id = ?1",
      id);
  if (rows.next()) return watch_in(rows);
  if (!rows.status()) return std::unexpected(rows.status().error());
  return std::nullopt;
}

Result<std::vector<WatchRow>> Watches::list(const WatchFilter& filter, WatchId after,
                                            std::size_t count) {
  std::vector<WatchRow> all;
  const auto values = ListValues::of(db_, filter, false);
  if (!values) return std::unexpected(values.error());
  if (values->finds_nothing) return all;
  SqlRows rows = values->rows(db_, after, rows_at_most(count));
  while (rows.next()) all.push_back(watch_in(rows));
  if (!rows.status()) return std::unexpected(rows.status().error());
  return all;
}

Result<std::int64_t> Watches::count(const WatchFilter& filter) {
  const auto values = ListValues::of(db_, filter, true);
  if (!values) return std::unexpected(values.error());
  if (values->finds_nothing) return 0;
  SqlRows rows = values->rows(db_, 0, 1);
  if (rows.next()) return rows.integer(0);
  if (!rows.status()) return std::unexpected(rows.status().error());
  return 0;
}

}  // namespace freshet
