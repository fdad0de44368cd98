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

Result<std::vector<KnownUrl>> SqliteCatalog::known(std::span<const PageKey> urls) {
  std::vector<KnownUrl> all;
  all.reserve(urls.size());
  // One transaction, since each statement alone takes and gives back the lock of the file.
  std::unique_ptr<CatalogMoment> moment;
  if (urls.size() > 1 && !db_->in_transaction()) {
    auto held = hold_moment();
    if (!held) return std::unexpected(held.error());
    moment = *std::move(held);
  }
  for (const PageKey& url : urls) {
    auto page = find_page(url);
    if (!page) return std::unexpected(page.error());
    auto belief = *page ? find_belief(url) : Result<std::optional<PageBelief>>();
    if (!belief) return std::unexpected(belief.error());
    auto note = find_note(url);
    if (!note) return std::unexpected(note.error());
    all.push_back(
        {.page = *std::move(page), .belief = *std::move(belief), .note = *std::move(note)});
  }
  return all;
}

Result<std::unique_ptr<Catalog>> open_sqlite_catalog(Disk& disk, const std::string& path,
                                                     const CatalogOptions& options) {
  auto db = open_catalog_file(disk, path, options);
  if (!db) return std::unexpected(db.error());
  return std::make_unique<SqliteCatalog>(*std::move(db), options.sync);
}

}  // namespace freshet
