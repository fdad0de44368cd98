#include "catalog/open_catalog.h"

#include <gtest/gtest.h>

#include "base/disk.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

TEST(OpenCatalog, OpensTheFileOfAnArchive) {
  const Scratch scratch;
  EXPECT_EQ(catalog_address("a"), "sqlite:a/catalog.sqlite");
  const auto made = open_catalog(system_disk(), catalog_address(scratch.path()), {});
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_TRUE(system_disk().exists(catalog_file(scratch.path())));
}

TEST(OpenCatalog, RefusesAnAddressThatItDoesNotKnow) {
  for (const char* address : {"", "catalog.sqlite", "mysql://host/name", "SQLITE:a"}) {
    const auto opened = open_catalog(system_disk(), address, {});
    ASSERT_FALSE(opened) << address;
    EXPECT_EQ(opened.error().code, Errc::invalid);
    EXPECT_NE(opened.error().message.find("use sqlite:PATH"), std::string::npos);
  }
}

}  // namespace
}  // namespace freshet
