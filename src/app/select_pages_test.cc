#include "app/select_pages.h"

#include <gtest/gtest.h>

#include <string>

#include "app/small_archive_test.h"

namespace freshet {
namespace {

std::string selection_error(const SelectionWords& words, std::string_view prefix = "--") {
  const auto selection = parse_selection(words, prefix);
  return selection ? "" : selection.error().message;
}

TEST(SelectPages, ReadsHostsDomainsAndTimes) {
  const auto selection = parse_selection(
      {.hosts = {"A.example", "http://a.example/"}, .from = "2026", .to = "2026-11"});
  ASSERT_TRUE(selection);
  EXPECT_EQ(selection->hosts, std::vector<std::string>{"a.example"}) << "each host once";
  EXPECT_EQ(iso_time(selection->from), "2026-01-01T00:00:00.000000Z");
  EXPECT_EQ(iso_time(selection->to), "2026-11-30T23:59:59.999999Z");
}

TEST(SelectPages, NamesTheFieldThatIsWrong) {
  EXPECT_TRUE(selection_error({.from = "soon"}).starts_with("--from must be a time"));
  EXPECT_TRUE(selection_error({.from = "soon"}, "").starts_with("from must be a time"));
  EXPECT_TRUE(selection_error({.hosts = {"a b"}}).starts_with("--host must be a host"));
  EXPECT_TRUE(
      selection_error({.domains = {"a.example:8080"}}).starts_with("--domain takes no port"));
  EXPECT_EQ(selection_error({.hosts = {"a.example"}, .domains = {"b.example"}}),
            "--host and --domain cannot be combined");
  EXPECT_EQ(selection_error({.from = "2027", .to = "2026"}), "--from is later than --to");
}

TEST(SelectPages, ReturnsThePagesThatAreMissing) {
  SmallArchive archive;
  archive.keep("https://a.example/", "<p>home");
  ArchiveSession session = archive.open();
  Selection selection;
  const auto missing =
      select_pages(session.archive(), {"a.example", "https://b.example/"}, selection);
  ASSERT_TRUE(missing);
  EXPECT_EQ(*missing, std::vector<std::string>{"https://b.example/"});
  EXPECT_EQ(selection.urls, std::vector<std::string>{"https://a.example/"});
  Selection none;
  EXPECT_EQ(select_pages(session.archive(), {"b.example"}, none).error().code, Errc::not_found);
  Selection of_host{.hosts = {"a.example"}};
  EXPECT_EQ(select_pages(session.archive(), {"a.example"}, of_host).error().code, Errc::invalid);
}

}  // namespace
}  // namespace freshet
