// The findings of a visit other than snapshots: links, wanted URLs, notes, templates; and the rows
// of crawls.
#include "base/hash.h"
#include "catalog/link_sum.h"
#include "catalog/sqlite_queues.h"

namespace freshet {
namespace {

Status take_out(Sqlite& db, const char* sql, std::span<const PageKey> keys) {
  for (const PageKey& key : keys) {
    const HostColumns at = host_columns(key.host);
    const Status status = db.run(sql, at.part, at.host_id, key.url);
    if (!status) return status;
  }
  return {};
}

// A URL that was not wanted before counts as a link that wakes its host. A seed stays a seed if
// other pages want it, too.
Status put_wanted(Sqlite& db, std::span<const WantedUrl> all, LinkSum& links) {
  for (const WantedUrl& url : all) {
    Status status = check_key({.host = url.host, .url = url.url});
    if (!status) return status;
    const HostColumns at = host_columns(url.host);
    status = db.run(
        "INSERT INTO wanted(part, host_id, url, is_page, via, hops) "
        "VALUES (?1, ?2, ?3, ?4, ?5, ?6) "
        "ON CONFLICT DO UPDATE SET via = '' WHERE ?5 = '' AND via <> ''",
        at.part, at.host_id, url.url, url.is_page, url.via, url.hops);
    if (status && db.changes() > 0)
      status = links.add({.host = url.host, .wakes = true, .url_hash = hash64(url.url)});
    if (!status) return status;
  }
  return {};
}

Status put_notes(Sqlite& db, std::span<const UrlNote> notes) {
  for (const UrlNote& note : notes) {
    Status status = check_key(note.page);
    if (!status) return status;
    const HostColumns at = host_columns(note.page.host);
    status = db.run(
        "INSERT INTO url_note(part, host_id, url, time, outcome, detail, tries) "
        "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO UPDATE SET time = ?4, outcome = ?5, "
        "detail = ?6, tries = ?7 WHERE time <= ?4",
        at.part, at.host_id, note.page.url, micros(note.time), note.outcome, note.detail,
        note.tries);
    if (!status) return status;
  }
  return {};
}

Status put_templates(Sqlite& db, const HostTemplates& templates) {
  const HostColumns at = host_columns(templates.host);
  return db.run(
      "INSERT INTO template(part, host_id, host, version, learned, packed) "
      "VALUES (?1, ?2, ?3, ?4, ?5, ?6) "
      "ON CONFLICT DO UPDATE SET version = ?4, learned = ?5, packed = ?6",
      at.part, at.host_id, templates.host.key(), templates.version, micros(templates.learned),
      SqlValue::blob(templates.packed));
}

// The columns url, time, outcome, detail, tries.
UrlNote read_note(const SqlRows& rows) {
  return {.page = key_of(rows.text(0)),
          .time = Time(Duration(rows.integer(1))),
          .outcome = std::string(rows.text(2)),
          .detail = std::string(rows.text(3)),
          .tries = rows.integer(4)};
}

}  // namespace

Status put_news(Sqlite& db, std::span<const FrontierNews* const> all) {
  LinkSum links;
  for (const FrontierNews* const each : all) {
    const FrontierNews& news = *each;
    Status status =
        take_out(db, "UPDATE wanted SET done = 1 WHERE part = ?1 AND host_id = ?2 AND url = ?3",
                 news.wanted_done);
    if (status)
      status = take_out(db, "DELETE FROM url_note WHERE part = ?1 AND host_id = ?2 AND url = ?3",
                        news.notes_done);
    for (std::size_t i = 0; status && i < news.links.size(); ++i) status = links.add(news.links[i]);
    if (status) status = put_wanted(db, news.wanted, links);
    if (status) status = put_notes(db, news.notes);
    if (status && news.templates) status = put_templates(db, *news.templates);
    if (!status) return status;
  }
  return links.append_to(db);
}

Result<std::vector<WantedUrl>> SqliteCatalog::wanted(const Host& host, const std::string& after,
                                                     std::size_t count_max) {
  const HostColumns at = host_columns(host);
  std::vector<WantedUrl> found;
  SqlRows rows = db_->rows(
      "SELECT url, is_page, via, hops FROM wanted WHERE part = ?1 AND host_id = ?2 AND done = 0 "
      "AND url > ?3 ORDER BY url",
      at.part, at.host_id, after);
  while (found.size() < count_max && rows.next()) {
    if (key_of(rows.text(0)).host != host) continue;
    found.push_back({.host = host,
                     .url = std::string(rows.text(0)),
                     .is_page = rows.integer(1) != 0,
                     .via = std::string(rows.text(2)),
                     .hops = rows.integer(3)});
  }
  if (!rows.status()) return std::unexpected(rows.status().error());
  return found;
}

Status SqliteCatalog::each_wanted_done(const Host& host,
                                       const std::function<bool(const WantedUrl&)>& visit) {
  const HostColumns at = host_columns(host);
  std::string url;  // where the last piece ended; no URL is empty
  for (;;) {
    std::vector<WantedUrl> piece;
    {
      SqlRows rows = db_->rows(
          "SELECT url, is_page, via, hops FROM wanted WHERE part = ?1 AND host_id = ?2 "
          "AND url > ?3 AND done = 1 ORDER BY url LIMIT ?4",
          at.part, at.host_id, url, kPieceRows);
      while (rows.next())
        piece.push_back({.host = host,
                         .url = std::string(rows.text(0)),
                         .is_page = rows.integer(1) != 0,
                         .via = std::string(rows.text(2)),
                         .hops = rows.integer(3)});
      if (!rows.status()) return rows.status();
    }
    for (const WantedUrl& wanted : piece)
      if (key_of(wanted.url).host == host && !visit(wanted)) return {};
    if (static_cast<std::int64_t>(piece.size()) < kPieceRows) return {};
    url = piece.back().url;
  }
}

Result<std::optional<UrlNote>> SqliteCatalog::find_note(const PageKey& page) {
  const HostColumns at = host_columns(page.host);
  SqlRows rows = db_->rows(
      "SELECT url, time, outcome, detail, tries FROM url_note "
      "WHERE part = ?1 AND host_id = ?2 AND url = ?3",
      at.part, at.host_id, page.url);
  if (rows.next()) {
    UrlNote note = read_note(rows);
    if (note.page == page) return note;
    return std::nullopt;
  }
  if (!rows.status()) return std::unexpected(rows.status().error());
  return std::nullopt;
}

Status SqliteCatalog::notes(const Host& host, const std::function<bool(const UrlNote&)>& visit) {
  const HostColumns at = host_columns(host);
  std::string url;  // where the last piece ended; no URL is empty
  for (;;) {
    std::vector<UrlNote> piece;
    {
      SqlRows rows = db_->rows(
          "SELECT url, time, outcome, detail, tries FROM url_note "
          "WHERE part = ?1 AND host_id = ?2 AND url > ?3 ORDER BY url LIMIT ?4",
          at.part, at.host_id, url, kPieceRows);
      while (rows.next()) piece.push_back(read_note(rows));
      if (!rows.status()) return rows.status();
    }
    for (const UrlNote& note : piece)
      if (note.page.host == host && !visit(note)) return {};
    if (static_cast<std::int64_t>(piece.size()) < kPieceRows) return {};
    url = piece.back().page.url;
  }
}

Result<std::int64_t> SqliteCatalog::begin_crawl(const CrawlRow& crawl) {
  std::int64_t id = 0;
  const Status status = transact_soon([&]() -> Status {
    const auto last = db_->number("SELECT coalesce(max(id), 0) FROM crawl");
    if (!last) return std::unexpected(last.error());
    id = last->value_or(0) + 1;
    Status changed = db_->run("DELETE FROM wanted WHERE done = 1 AND via <> ''");
    if (changed) changed = db_->run("UPDATE wanted SET done = 0 WHERE done = 1");
    if (!changed) return changed;
    return db_->run("INSERT INTO crawl(id, began, plan) VALUES (?1, ?2, ?3)", id,
                    micros(crawl.began), crawl.plan);
  });
  if (!status) return std::unexpected(status.error());
  return id;
}

Status SqliteCatalog::change_crawl(const CrawlRow& crawl) {
  return transact_soon([&]() -> Status {
    Status changed = db_->run("UPDATE crawl SET began = ?2, plan = ?3 WHERE id = ?1", crawl.id,
                              micros(crawl.began), crawl.plan);
    if (changed && db_->changes() == 0)
      return std::unexpected(Error{Errc::not_found, "catalog: there is no such crawl"});
    return changed;
  });
}

Result<std::optional<CrawlRow>> SqliteCatalog::newest_crawl() {
  SqlRows rows = db_->rows("SELECT id, began, plan FROM crawl ORDER BY id DESC LIMIT 1");
  if (rows.next())
    return CrawlRow{.id = rows.integer(0),
                    .began = Time(Duration(rows.integer(1))),
                    .plan = std::string(rows.text(2))};
  if (!rows.status()) return std::unexpected(rows.status().error());
  return std::nullopt;
}

Result<std::optional<HostTemplates>> SqliteCatalog::find_templates(const Host& host) {
  const HostColumns at = host_columns(host);
  SqlRows rows = db_->rows(
      "SELECT version, learned, packed FROM template "
      "WHERE part = ?1 AND host_id = ?2 AND host = ?3",
      at.part, at.host_id, host.key());
  if (rows.next())
    return HostTemplates{.host = host,
                         .version = static_cast<std::uint32_t>(rows.integer(0)),
                         .learned = Time(Duration(rows.integer(1))),
                         .packed = std::string(rows.text(2))};
  if (!rows.status()) return std::unexpected(rows.status().error());
  return std::nullopt;
}

}  // namespace freshet
