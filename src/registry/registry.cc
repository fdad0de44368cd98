#include "registry/registry.h"

#include <fmt/format.h>

#include <utility>

#include "registry/registry_db.h"
#include "registry/registry_schema.h"
#include "registry/secret_token.h"

namespace freshet {

std::string registry_file(const std::string& archive_directory) {
  return fmt::format("{}/{}", archive_directory, kRegistryFile);
}

Registry::Registry(Disk& disk, std::unique_ptr<RegistryDb> db, PasswordCost cost)
    : disk_(disk),
      db_(std::move(db)),
      people_(*db_, cost),
      passes_(*db_),
      watches_(*db_),
      tags_(*db_),
      channels_(*db_),
      happenings_(*db_),
      deliveries_(*db_),
      rules_(*db_),
      feeds_(*db_) {}

Registry::~Registry() = default;

Result<std::unique_ptr<Registry>> Registry::open(Disk& disk, const std::string& path,
                                                 const RegistryOptions& options) {
  const SchemaSteps& schema = options.schema == nullptr ? registry_schema() : *options.schema;
  auto sql = open_sqlite_file(disk, path, kRegistryKind, schema,
                              {.writes = options.writes,
                               .busy_ms_max = options.busy_ms_max,
                               .cache_bytes = options.cache_bytes,
                               .vfs = options.vfs});
  if (!sql) return std::unexpected(sql.error());
  // Rows that belong to others go with them. Deleted secrets are overwritten.
  const Status status =
      (*sql)->execute("PRAGMA foreign_keys=ON; PRAGMA secure_delete=ON; PRAGMA trusted_schema=OFF");
  if (!status) return std::unexpected(status.error());
  return std::unique_ptr<Registry>(
      new Registry(disk, std::make_unique<RegistryDb>(*std::move(sql)), options.password_cost));
}

Status Registry::atomically(const std::function<Status()>& change) { return db_->transact(change); }

Result<std::int64_t> Registry::version_of_others() {
  const auto version = db_->sql().number("PRAGMA data_version");
  if (!version) return std::unexpected(version.error());
  return version->value_or(0);
}

Result<std::string> Registry::key_for(std::string_view purpose) {
  SqlRows rows = db_->sql().rows("SELECT value FROM trait WHERE name = 'key'");
  if (rows.next()) return derived_key(rows.text(0), purpose);
  if (!rows.status()) return std::unexpected(rows.status().error());
  return refusal(Errc::corrupt,
                 fmt::format("registry \"{}\": its key is missing", db_->sql().path()));
}

Status Registry::back_up(const std::string& path) {
  return copy_sqlite_file(disk_, db_->sql().path(), kRegistryKind, path);
}

Status Registry::check() {
  for (const char* const sql : {"PRAGMA integrity_check(1)", "PRAGMA foreign_key_check"}) {
    SqlRows rows = db_->sql().rows(sql);
    if (rows.next() && rows.text(0) != "ok")
      return refusal(Errc::corrupt,
                     fmt::format("registry \"{}\": it is damaged ({}); restore a backup",
                                 db_->sql().path(), rows.text(0)));
    if (!rows.status()) return rows.status();
  }
  return {};
}

}  // namespace freshet
