// Lists of watches. Each set of filters has a statement of its own, so that SQLite takes the index
// that fits: the text index, the tags, or the columns of the watch.
#include <fmt/format.h>

#include <array>

#include "base/utf8.h"
#include "registry/limits.h"
#include "registry/registry_db.h"
#include "registry/watches.h"
#include "watch/watch_json.h"

namespace freshet {
namespace {

// The text index knows words of three characters and more.
constexpr std::size_t kIndexedCharacters = 3;

enum class TextUse { none, indexed, scanned };

struct ListShape {
  bool has_owner, has_condition, has_paused, has_tag;
  TextUse text;
  bool counts;

  std::size_t index() const {
    return static_cast<std::size_t>(has_owner) | static_cast<std::size_t>(has_condition) << 1 |
           static_cast<std::size_t>(has_paused) << 2 | static_cast<std::size_t>(has_tag) << 3 |
           static_cast<std::size_t>(counts) << 4 | static_cast<std::size_t>(text) << 5;
  }
};
constexpr std::size_t kListShapes = 96;

// Parameters: 1 owner, 2 condition, 3 paused, 4 tag, 5 text, 6 after, 7 count. Each statement names
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
    and_where("watch_text MATCH ?5");
  } else if (shape.has_tag) {
    from = "watch_tag g CROSS JOIN watch w ON w.id = g.watch";
    id = "g.watch";
  }
  if (shape.text == TextUse::scanned)
    and_where(
        "EXISTS (SELECT 1 FROM watch_text t WHERE t.rowid = w.id AND t.text LIKE ?5 ESCAPE '\\')");
  if (shape.has_tag)
    and_where(shape.text == TextUse::indexed
                  ? "EXISTS (SELECT 1 FROM watch_tag g WHERE g.tag = ?4 AND g.watch = w.id)"
                  : "g.tag = ?4");
  if (shape.has_owner) and_where("w.owner = ?1");
  if (shape.has_condition) and_where("w.condition = ?2");
  if (shape.has_paused) and_where("w.is_paused = ?3");
  const std::string_view columns =
      shape.counts ? "count(*)"
                   : "w.id, w.owner, w.url, w.scope, w.condition, w.created, w.edited, w.checked, "
                     "w.told, w.spec";
  const std::string order = shape.counts ? std::string() : fmt::format(" ORDER BY {} LIMIT ?7", id);
  return fmt::format(
      "SELECT {} FROM {} WHERE {} > ?6{} AND coalesce(?1, ?2, ?3, ?4, ?5, ?6, ?7) IS NOT NULL{}",
      columns, from, id, where, order);
}

// A statement is known by the address of its text.
const char* list_statement(const ListShape& shape) {
  static const std::array<std::string, kListShapes> all = [] {
    std::array<std::string, kListShapes> made;
    for (const TextUse text : {TextUse::none, TextUse::indexed, TextUse::scanned})
      for (unsigned bits = 0; bits < 32; ++bits) {
        const ListShape each{.has_owner = (bits & 1) != 0,
                             .has_condition = (bits & 2) != 0,
                             .has_paused = (bits & 4) != 0,
                             .has_tag = (bits & 8) != 0,
                             .text = text,
                             .counts = (bits & 16) != 0};
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

// The values of a filter, in the form of the statements.
struct ListValues {
  explicit ListValues(const WatchFilter& filter, bool counts) : tag(filter.tag) {
    // A NUL would end the pattern.
    std::string wanted = repair_utf8(filter.text.substr(0, kSearchBytesKept));
    std::erase(wanted, '\0');
    const TextUse use = wanted.empty()                            ? TextUse::none
                        : characters(wanted) < kIndexedCharacters ? TextUse::scanned
                                                                  : TextUse::indexed;
    text = use == TextUse::indexed ? quoted_phrase(wanted) : like_pattern(wanted);
    shape = {.has_owner = filter.owner.has_value(),
             .has_condition = filter.condition.has_value(),
             .has_paused = filter.is_paused.has_value(),
             .has_tag = !filter.tag.empty(),
             .text = use,
             .counts = counts};
    owner = filter.owner.value_or(0);
    condition = static_cast<int>(filter.condition.value_or(WatchCondition::waiting));
    is_paused = filter.is_paused.value_or(false) ? 1 : 0;
  }

  SqlRows rows(RegistryDb& db, WatchId after, std::int64_t count) const {
    return db.sql().rows(list_statement(shape), owner, condition, is_paused, tag, text, after,
                         count);
  }

  ListShape shape = {};
  PersonId owner = 0;
  int condition = 0;
  int is_paused = 0;
  std::string tag;
  std::string text;
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
  const ListValues values(filter, false);
  SqlRows rows = values.rows(db_, after, rows_at_most(count));
  while (rows.next()) all.push_back(watch_in(rows));
  if (!rows.status()) return std::unexpected(rows.status().error());
  return all;
}

Result<std::int64_t> Watches::count(const WatchFilter& filter) {
  const ListValues values(filter, true);
  SqlRows rows = values.rows(db_, 0, 1);
  if (rows.next()) return rows.integer(0);
  if (!rows.status()) return std::unexpected(rows.status().error());
  return 0;
}

}  // namespace freshet
