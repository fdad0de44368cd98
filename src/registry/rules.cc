#include "registry/rules.h"

#include <fmt/format.h>

#include <bit>

#include "registry/limits.h"
#include "registry/registry_db.h"

namespace freshet {
namespace {

Rule rule_in(const SqlRows& rows) {
  Rule rule{.id = rows.integer(0),
            .watch = rows.integer(1),
            .created = time_from(rows.integer(5)),
            .hits = rows.integer(6),
            .last_hit = time_in(rows, 7)};
  if (!rows.is_null(2))
    rule.pattern = TextPattern{.text = text_in(rows, 2), .is_regex = rows.integer(3) != 0};
  if (!rows.is_null(4)) rule.block = std::bit_cast<std::uint64_t>(rows.integer(4));
  return rule;
}

}  // namespace

Result<RuleId> Rules::add(const Rule& rule, Time now) {
  RuleId id = 0;
  const Status status = db_.transact([&]() -> Status {
    const auto known = list(rule.watch);
    if (!known) return std::unexpected(known.error());
    for (const Rule& other : *known)
      if (other.pattern == rule.pattern && other.block == rule.block) {
        id = other.id;
        return {};
      }
    if (known->size() >= kRulesOfWatchMax)
      return refusal(Errc::limit,
                     fmt::format("a watch has at most {} rules: remove some", kRulesOfWatchMax));
    const SqlValue pattern = rule.pattern ? SqlValue(rule.pattern->text) : SqlValue(std::nullopt);
    const SqlValue block =
        rule.block ? SqlValue(std::bit_cast<std::int64_t>(*rule.block)) : SqlValue(std::nullopt);
    const Status added = db_.sql().run(
        "INSERT INTO rule(watch, pattern, is_regex, block, created, hits) "
        "SELECT id, ?2, ?3, ?4, ?5, 0 FROM watch WHERE id = ?1",
        rule.watch, pattern, rule.pattern && rule.pattern->is_regex ? 1 : 0, block, stored(now));
    if (!added) return added;
    if (db_.sql().changes() == 0)
      return refusal(Errc::not_found, fmt::format("there is no watch {}", rule.watch));
    const auto made = last_row(db_.sql());
    if (!made) return std::unexpected(made.error());
    id = *made;
    return {};
  });
  if (!status) return std::unexpected(status.error());
  return id;
}

Result<RuleId> Rules::add_pattern(WatchId watch, const TextPattern& pattern, Time now) {
  const Status fits = check_length("pattern of the rule", pattern.text, kPatternBytesMax);
  if (!fits) return std::unexpected(fits.error());
  if (pattern.text.empty()) return refusal(Errc::invalid, "the pattern of the rule is empty");
  return add({.watch = watch, .pattern = pattern}, now);
}

Result<RuleId> Rules::add_block(WatchId watch, std::uint64_t block, Time now) {
  return add({.watch = watch, .block = block}, now);
}

Status Rules::remove(RuleId id) {
  return db_.transact([&]() -> Status {
    const Status status = db_.sql().run("DELETE FROM rule WHERE id = ?1", id);
    if (status && db_.sql().changes() == 0)
      return refusal(Errc::not_found, fmt::format("there is no rule {}", id));
    return status;
  });
}

Result<std::optional<Rule>> Rules::find(RuleId id) {
  SqlRows rows = db_.sql().rows(
      "SELECT id, watch, pattern, is_regex, block, created, hits, last_hit FROM rule WHERE id = ?1",
      id);
  if (rows.next()) return rule_in(rows);
  if (!rows.status()) return std::unexpected(rows.status().error());
  return std::nullopt;
}

Result<std::vector<Rule>> Rules::list(WatchId watch) {
  std::vector<Rule> all;
  SqlRows rows = db_.sql().rows(
      "SELECT id, watch, pattern, is_regex, block, created, hits, last_hit FROM rule "
      "WHERE watch = ?1 ORDER BY id",
      watch);
  while (rows.next()) all.push_back(rule_in(rows));
  if (!rows.status()) return std::unexpected(rows.status().error());
  return all;
}

Status Rules::count_hits(RuleId id, std::int64_t hits, Time now) {
  return db_.transact([&] {
    return db_.sql().run("UPDATE rule SET hits = hits + ?2, last_hit = ?3 WHERE id = ?1", id, hits,
                         stored(now));
  });
}

}  // namespace freshet
