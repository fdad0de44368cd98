#include "registry/audit.h"

#include <array>
#include <limits>

#include "base/utf8.h"
#include "registry/limits.h"

namespace freshet {
namespace {

constexpr std::array<std::string_view, 17> kAuditWords = {
    "",
    "login",
    "failed login",
    "logout",
    "person added",
    "role changed",
    "person disabled",
    "person enabled",
    "person removed",
    "password changed",
    "token made",
    "token revoked",
    "invited",
    "invitation accepted",
    "invitation revoked",
    "feed made",
    "feed revoked",
};

}  // namespace

std::string_view word(AuditKind kind) {
  const auto index = static_cast<std::size_t>(kind);
  return index < kAuditWords.size() ? kAuditWords[index] : std::string_view();
}

Result<std::string> name_of(RegistryDb& db, PersonId person) {
  SqlRows rows = db.sql().rows("SELECT name FROM person WHERE id = ?1", person);
  if (rows.next()) return text_in(rows, 0);
  if (!rows.status()) return std::unexpected(rows.status().error());
  return std::string();
}

Status write_audit(RegistryDb& db, AuditKind kind, const Actor& by, std::string_view subject,
                   std::string_view detail) {
  const auto actor = name_of(db, by.person);
  if (!actor) return std::unexpected(actor.error());
  const auto kept = [](std::string_view text) {
    std::string valid = repair_utf8(text.substr(0, kDetailBytesKept));
    cut_utf8(valid, kDetailBytesKept);
    return valid;
  };
  const Status status = db.sql().run(
      "INSERT INTO audit(time, kind, actor, address, subject, detail) "
      "VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
      stored(by.now), static_cast<int>(kind), *actor, kept(by.address), kept(subject),
      kept(detail));
  if (!status) return status;
  return db.sql().run("DELETE FROM audit WHERE id <= last_insert_rowid() - ?1", kAuditLinesMax);
}

Result<std::vector<AuditLine>> People::audit(std::optional<std::int64_t> before,
                                             std::size_t count) {
  std::vector<AuditLine> lines;
  SqlRows rows = db_.sql().rows(
      "SELECT id, time, kind, actor, address, subject, detail FROM audit WHERE id < ?1 "
      "ORDER BY id DESC LIMIT ?2",
      before.value_or(std::numeric_limits<std::int64_t>::max()), rows_at_most(count));
  while (rows.next())
    lines.push_back({.id = rows.integer(0),
                     .time = time_from(rows.integer(1)),
                     .kind = static_cast<AuditKind>(rows.integer(2)),
                     .actor = text_in(rows, 3),
                     .address = text_in(rows, 4),
                     .subject = text_in(rows, 5),
                     .detail = text_in(rows, 6)});
  if (!rows.status()) return std::unexpected(rows.status().error());
  return lines;
}

}  // namespace freshet
