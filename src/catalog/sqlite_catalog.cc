#include "catalog/sqlite_catalog.h"

#include <fmt/format.h>

#include <bit>

#include "base/escape.h"
#include "catalog/sqlite_catalog_class.h"
#include "catalog/sqlite_schema.h"
#include "url/url.h"

namespace freshet {
namespace {

class SqliteMoment final : public CatalogMoment {
 public:
  explicit SqliteMoment(Sqlite& db) : db_(db) {}
  ~SqliteMoment() override { static_cast<void>(db_.run("ROLLBACK")); }  // it only read

 private:
  Sqlite& db_;
};

}  // namespace

HostColumns host_columns(const Host& host) {
  return {.part = host.partition(), .host_id = std::bit_cast<std::int64_t>(host.hash())};
}

HostColumns host_columns(const std::optional<Host>& host) {
  return host ? host_columns(*host) : HostColumns{};
}

PageKey key_of(std::string_view url) {
  const auto parsed = Url::parse(url);
  return {.host = parsed ? Host::of(*parsed) : std::nullopt, .url = std::string(url)};
}

Status check_key(const PageKey& key) {
  if (!key.url.empty() && key_of(key.url).host == key.host) return {};
  return std::unexpected(Error{
      Errc::invalid, fmt::format("the page \"{}\" is not one of host \"{}\"", visible(key.url),
                                 key.host ? key.host->key() : std::string_view())});
}

Result<std::unique_ptr<CatalogMoment>> SqliteCatalog::hold_moment() {
  if (db_->in_transaction())
    return std::unexpected(Error{Errc::invalid, "a moment of this catalog is held already"});
  Status status = db_->run("BEGIN DEFERRED");
  if (!status) return std::unexpected(status.error());
  auto moment = std::make_unique<SqliteMoment>(*db_);
  // The moment is that of the first read.
  const auto read = db_->number("SELECT value FROM counter WHERE name = 'page'");
  if (!read) return std::unexpected(read.error());
  return moment;
}

Result<std::unique_ptr<Catalog>> open_sqlite_catalog(Disk& disk, const std::string& path,
                                                     const SqliteCatalogOptions& options) {
  auto db = open_catalog_file(disk, path, options);
  if (!db) return std::unexpected(db.error());
  return std::make_unique<SqliteCatalog>(*std::move(db), options.sync);
}

}  // namespace freshet
