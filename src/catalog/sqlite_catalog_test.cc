#include "catalog/sqlite_catalog.h"

#include <gtest/gtest.h>

#include "catalog/catalog_conformance.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

class SqliteSite final : public CatalogSite {
 public:
  Result<std::unique_ptr<Catalog>> open_to_write() override {
    return open_sqlite_catalog(system_disk(), dir_ / "catalog.sqlite",
                               {.sync = CatalogSync::normal});
  }
  Result<std::unique_ptr<Catalog>> open_to_read() override {
    return open_sqlite_catalog(system_disk(), dir_ / "catalog.sqlite",
                               {.access = CatalogAccess::read});
  }

 private:
  Scratch dir_;
};

INSTANTIATE_TEST_SUITE_P(Kinds, CatalogConformance,
                         testing::Values(CatalogMaker{
                             "Sqlite", [] { return std::make_unique<SqliteSite>(); }}),
                         catalog_kind);

}  // namespace
}  // namespace freshet
