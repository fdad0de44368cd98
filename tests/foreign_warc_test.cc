// Archives that other programs wrote: imported, verified, exported and imported again.
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "program.h"

namespace {

using nlohmann::json;

class ForeignWarcTest : public ProgramTest {
 protected:
  // Lets wget crawl a small site into packed.warc.gz and plain.warc, and packs the latter as one
  // gzip member; false if that failed.
  bool crawl_with_wget() const {
    const std::string here = folder().string();
    const std::string command = "node \"" SOURCE_DIR "/tests/oracle/wget_warc.mjs\" \"" + here +
                                "\" > \"" + here + "/url\" && gzip -c \"" + here +
                                "/plain.warc\" > \"" + here + "/whole.warc.gz\"";
    return std::system(command.c_str()) == 0;
  }

  std::string address() const {
    std::ifstream in(folder() / "url");
    std::string url;
    std::getline(in, url);
    return url;
  }

  void import_whole(const std::string& archive, const std::string& file) const {
    const Ran imported = run({"import", "--archive", archive, file});
    EXPECT_EQ(imported.exit_code, 0) << imported.err << imported.out;
    EXPECT_EQ(imported.err, "");
    const Ran verified = run({"verify", "--archive", archive});
    EXPECT_EQ(verified.exit_code, 0) << verified.err << verified.out;
  }

  std::string list(const std::string& archive) const {
    return run({"list", "--archive", archive, "--versions", "--json"}).out;
  }
};

TEST_F(ForeignWarcTest, WhatWgetWroteIsImportedVerifiedAndExportedAgain) {
  ASSERT_TRUE(crawl_with_wget()) << "wget and node are needed";
  import_whole("members", "packed.warc.gz");
  for (const char* path : {"/", "/style.css", "/chunks", "/packed", "/away", "/missing"}) {
    EXPECT_NE(list("members").find("\"" + address() + path + "\""), std::string::npos)
        << path << list("members");
  }
  EXPECT_EQ(run({"show", "--archive", "members", address() + "/chunks", "--body"}).out,
            "first second");
  EXPECT_EQ(run({"show", "--archive", "members", address() + "/packed", "--text"}).out,
            "packed text\n");

  import_whole("plain", "plain.warc");
  import_whole("whole", "whole.warc.gz");
  const std::string pages = list("whole");
  EXPECT_EQ(list("plain"), pages);

  for (const char* format : {"warc", "wacz"}) {
    const std::string file = std::string("again.") + format;
    const Ran exported =
        run({"export", "--archive", "whole", "--format", format, "--output", file});
    EXPECT_EQ(exported.exit_code, 0) << exported.err;
    import_whole(std::string("second-") + format, file);
    EXPECT_EQ(list(std::string("second-") + format), pages) << format;
  }
}

}  // namespace
