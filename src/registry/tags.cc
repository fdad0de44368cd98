#include "registry/tags.h"

#include <fmt/format.h>

#include "base/escape.h"
#include "registry/limits.h"
#include "registry/registry_db.h"

namespace freshet {

Status Tags::put(const TagRow& tag) {
  return db_.transact([&]() -> Status {
    const std::string channels = names_to_json(tag.channels);
    Status status = check_name("tag", tag.name);
    if (status) status = check_length("settings of the tag", tag.settings, kSettingsBytesMax);
    if (status) status = check_length("channels of the tag", channels, kSettingsBytesMax);
    if (status)
      status =
          db_.sql().run("REPLACE INTO tag(owner, name, settings, channels) VALUES (?1, ?2, ?3, ?4)",
                        tag.owner, tag.name, tag.settings, channels);
    return status;
  });
}

Status Tags::remove(PersonId owner, const std::string& name) {
  return db_.transact([&]() -> Status {
    Status status = db_.sql().run("DELETE FROM tag WHERE owner = ?1 AND name = ?2", owner, name);
    if (status && db_.sql().changes() == 0)
      return refusal(Errc::not_found, fmt::format("there is no tag \"{}\"", visible(name)));
    return status;
  });
}

Result<std::optional<TagRow>> Tags::find(PersonId owner, const std::string& name) {
  SqlRows rows = db_.sql().rows(
      "SELECT settings, channels, (SELECT count(*) FROM watch_tag g JOIN watch w ON w.id = g.watch "
      "WHERE g.tag = ?2 AND w.owner = ?1) FROM tag WHERE owner = ?1 AND name = ?2",
      owner, name);
  if (rows.next())
    return TagRow{.owner = owner,
                  .name = name,
                  .settings = text_in(rows, 0),
                  .channels = names_from_json(rows.text(1)),
                  .watches = rows.integer(2)};
  if (!rows.status()) return std::unexpected(rows.status().error());
  return std::nullopt;
}

Result<std::vector<TagRow>> Tags::list(PersonId owner) {
  std::vector<TagRow> all;
  SqlRows rows = db_.sql().rows(
      "WITH used AS (SELECT g.tag AS name, count(*) AS watches FROM watch w "
      "JOIN watch_tag g ON g.watch = w.id WHERE w.owner = ?1 GROUP BY g.tag), "
      "named AS (SELECT name FROM tag WHERE owner = ?1 UNION SELECT name FROM used) "
      "SELECT n.name, coalesce(t.settings, '{}'), coalesce(t.channels, '[]'), "
      "coalesce(u.watches, 0) FROM named n "
      "LEFT JOIN tag t ON t.owner = ?1 AND t.name = n.name LEFT JOIN used u ON u.name = n.name "
      "ORDER BY n.name LIMIT ?2",
      owner, kRowsMax);
  while (rows.next())
    all.push_back({.owner = owner,
                   .name = text_in(rows, 0),
                   .settings = text_in(rows, 1),
                   .channels = names_from_json(rows.text(2)),
                   .watches = rows.integer(3)});
  if (!rows.status()) return std::unexpected(rows.status().error());
  return all;
}

}  // namespace freshet
