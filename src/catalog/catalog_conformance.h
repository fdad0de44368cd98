// The tests that every kind of catalog must pass. A kind joins with
//   INSTANTIATE_TEST_SUITE_P(Sqlite, CatalogConformance, testing::Values(maker), catalog_kind);
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "url/url.h"

namespace freshet {

// The place of one catalog, empty at first and deleted by the destructor. It can be opened several
// times.
class CatalogSite {
 public:
  virtual ~CatalogSite() = default;
  virtual Result<std::unique_ptr<Catalog>> open_to_write() = 0;
  virtual Result<std::unique_ptr<Catalog>> open_to_read() = 0;
};

struct CatalogMaker {
  std::string kind;
  std::function<std::unique_ptr<CatalogSite>()> make;
};

inline std::string catalog_kind(const testing::TestParamInfo<CatalogMaker>& tested) {
  return tested.param.kind;
}

// --- rows for tests

inline Time at(std::int64_t microseconds) { return Time(Duration(microseconds)); }

inline PageKey page_key(const std::string& url) {
  const auto parsed = Url::parse(url);
  return {.host = parsed ? Host::of(*parsed) : std::nullopt, .url = url};
}

inline Host host(const std::string& key) { return *Host::from_key(key); }

inline FileRow file_row(FileId id, std::uint64_t committed = 1'000'000) {
  return {.id = id,
          .kind = FileKind::warc,
          .name = "warc/" + std::to_string(id) + ".warc.gz",
          .committed = committed,
          .sealed = false,
          .of = 0};
}

inline SnapshotRow snapshot_row(std::int64_t time, FileId file, std::uint64_t offset,
                                SnapshotKind kind = SnapshotKind::response) {
  return {.time = at(time),
          .file = file,
          .offset = offset,
          .length = 100,
          .lead = 30,
          .tags_offset = offset * 2,
          .tags_length = 7,
          .kind = kind,
          .status = 200,
          .mime = "text/html",
          .payload = sha1(std::to_string(time)),
          .payload_bytes = 4711};
}

inline NewSnapshot new_snapshot(const std::string& url, const SnapshotRow& row) {
  return {.page = page_key(url),
          .etag = "\"" + std::to_string(row.time.time_since_epoch().count()) + "\"",
          .last_modified = "",
          .snapshot = row};
}

class CatalogConformance : public testing::TestWithParam<CatalogMaker> {
 protected:
  void SetUp() override { catalog = open_to_write(); }

  std::unique_ptr<Catalog> open_to_write() { return opened(site->open_to_write()); }
  std::unique_ptr<Catalog> open_to_read() { return opened(site->open_to_read()); }

  // Commits the change and expects that the catalog agrees with itself.
  void commit(const Commit& change) {
    const auto lost = catalog->commit(change);
    ASSERT_TRUE(lost) << lost.error().message;
    EXPECT_TRUE(lost->empty());
    check();
  }
  void check() {
    const Status status = catalog->check();
    ASSERT_TRUE(status) << status.error().message;
  }

  // Returns the page as it is now; it must exist.
  PageRow page(const std::string& url) {
    auto found = catalog->find_page(page_key(url));
    EXPECT_TRUE(found) << found.error().message;
    if (!found || !*found) {
      ADD_FAILURE() << "no page " << url;
      return {};
    }
    return **found;
  }
  bool has_page(const std::string& url) { return catalog->find_page(page_key(url))->has_value(); }
  std::vector<SnapshotRow> snapshots(const std::string& url) {
    return *catalog->snapshots(page(url).id);
  }

  std::unique_ptr<CatalogSite> site = GetParam().make();
  std::unique_ptr<Catalog> catalog;

 private:
  static std::unique_ptr<Catalog> opened(Result<std::unique_ptr<Catalog>> catalog) {
    EXPECT_TRUE(catalog) << catalog.error().message;
    return catalog ? *std::move(catalog) : nullptr;
  }
};

}  // namespace freshet
