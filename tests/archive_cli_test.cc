// The commands of the archive as a user meets them.
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "program.h"
#include "warc_text.h"

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::string_view kOld = "<!doctype html><title>Old days</title><p>It was <b>so</b>.";
constexpr std::string_view kNew = "<!doctype html><title>New days</title><p>It is \x1b[31mred.";
constexpr std::string_view kPng{"\x89PNG\r\n\x1a\n\0\0", 10};
// `printf 'packed hello' | gzip -9n`
constexpr std::string_view kPacked{
    "\x1f\x8b\x08\0\0\0\0\0\x02\x03\x2b\x48\x4c\xce\x4e\x4d\x51\xc8\x48\xcd\xc9\xc9\x07\0\xed\x3c"
    "\x4f\x3a\x0c\0\0\0",
    32};

// Six snapshots of four pages on two hosts. The last of the first page repeats the one before.
std::string sample_warc() {
  const std::string home = "https://example.com/";
  std::string warc = warc_page(home, "2026-11-01T00:00:00Z", kOld);
  warc += warc_page(home, "2026-11-10T12:30:00Z", kNew);
  warc += warc_record(
      "revisit", home, "2026-11-12T00:00:00Z",
      "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest\r\n"
      "WARC-Refers-To-Target-URI: https://example.com/\r\n"
      "WARC-Refers-To-Date: 2026-11-10T12:30:00Z\r\n"
      "WARC-Payload-Digest: sha1:Z7QCD6PCCRU56K32IOF2W3525CDT6NN5\r\n"
      "Content-Type: application/http;msgtype=response\r\n",
      "HTTP/1.1 200 Fine\r\nContent-Type: text/html\r\nX-When: later\r\n\r\n");
  warc += warc_page("https://example.com/about", "2026-11-02T00:00:00Z", "<p>About us");
  warc += warc_response("http://pics.example.com:8080/a.png", "2026-10-01T00:00:00Z",
                        "Content-Type: image/png\r\n", kPng);
  warc += warc_response("https://example.com/packed.txt", "2026-11-03T00:00:00Z",
                        "Content-Type: text/plain\r\nContent-Encoding: gzip\r\n", kPacked);
  return warc;
}

class ArchiveCliTest : public ProgramTest {
 protected:
  // Runs a command on the archive "web".
  Ran on(Words words, std::string_view input = "") const {
    words.insert(words.begin() + 1, {"--archive", "web"});
    return run(words, input);
  }

  std::string out_of(const Words& words) const {
    const Ran ran = on(words);
    EXPECT_EQ(ran.exit_code, 0) << words[0] << ": " << ran.err;
    return ran.out;
  }

  // "1 freshet: ...": exit code and last words of a command that gives nothing.
  std::string complaint(const Words& words) const {
    const Ran ran = on(words);
    EXPECT_EQ(ran.out, "");
    return std::to_string(ran.exit_code) + " " + ran.err;
  }

  void import_sample() const {
    file("sample.warc", sample_warc());
    const Ran ran = on({"import", "sample.warc"});
    ASSERT_EQ(ran.exit_code, 0) << ran.err;
  }

  json show_json(Words words) const {
    words.insert(words.begin(), "show");
    words.push_back("--json");
    return json::parse(out_of(words), nullptr, false);
  }

  // The URLs, or the times and URLs, that `list` tells.
  Words listed(Words words) const {
    words.insert(words.begin(), {"list", "--json"});
    Words lines;
    const bool has_times = std::find(words.begin(), words.end(), "--versions") != words.end();
    std::istringstream out(out_of(words));
    for (std::string line; std::getline(out, line);) {
      const json row = json::parse(line);
      const std::string time = row["time"].get<std::string>().substr(0, 10) + " ";
      lines.push_back((has_times ? time : "") + row["url"].get<std::string>());
    }
    std::sort(lines.begin(), lines.end());
    return lines;
  }

  std::string bytes_of(const fs::path& path) const {
    std::ifstream in(folder() / path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  // All files of the archive below `part` ("warc"), sorted.
  std::vector<fs::path> files(const std::string& part) const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(folder() / "web" / part))
      found.push_back(fs::relative(entry.path(), folder()));
    std::sort(found.begin(), found.end());
    return found;
  }
};

// --- import, verify, reindex -----------------------------------------------------------------

TEST_F(ArchiveCliTest, ImportMakesTheArchiveAndTellsHowMuchItTook) {
  file("sample.warc", sample_warc());
  const Ran first = on({"import", "sample.warc"});
  EXPECT_EQ(first.exit_code, 0) << first.err;
  EXPECT_EQ(first.out, "6 snapshots imported from 1 file (6 records in all)\n");
  EXPECT_EQ(first.err, "");
  const Ran again = on({"import", "sample.warc", "--json"});
  EXPECT_EQ(again.exit_code, 0) << again.err;
  const json told = json::parse(again.out);
  EXPECT_EQ(told["snapshots"], 0);
  EXPECT_EQ(told["already_here"], 6);
  EXPECT_EQ(listed({}).size(), 4u);
}

TEST_F(ArchiveCliTest, ReindexMakesALostMarkAgain) {
  import_sample();
  fs::remove(folder() / "web/archive.json");
  EXPECT_TRUE(has(complaint({"import", "sample.warc"}), "run freshet reindex to restore it"));
  EXPECT_TRUE(has(out_of({"reindex"}), "6 snapshots indexed from 1 file"));
  EXPECT_EQ(listed({}).size(), 4u);
  out_of({"reindex"});
  EXPECT_TRUE(fs::exists(folder() / "web/catalog.sqlite.before-reindex-2"));
  EXPECT_EQ(on({"verify"}).exit_code, 0) << on({"verify"}).out;
  const Ran none = run({"reindex", "--archive", "nowhere"});
  EXPECT_EQ(none.exit_code, 1);
  EXPECT_EQ(none.err, "freshet: there is no archive in \"nowhere\"\n");
  EXPECT_FALSE(fs::exists(folder() / "nowhere")) << "not even a lock is made";
}

TEST_F(ArchiveCliTest, ImportKeepsRecordsFromTheFutureAsOfNow) {
  file("later.warc", warc_page("http://a.example/a b", "9998-01-01T00:00:00Z", "poison"));
  EXPECT_TRUE(
      has(out_of({"import", "later.warc"}), "1 record dated in the future, kept as of now\n"));
  EXPECT_FALSE(has(out_of({"list", "--json"}), "9998"));
  EXPECT_EQ(on({"verify"}).exit_code, 0) << on({"verify"}).out;
}

TEST_F(ArchiveCliTest, ImportTakesSeveralFiles) {
  file("a.warc", warc_page("http://a.example/", "2026-01-01T00:00:00Z", "a"));
  file("b.warc", warc_page("http://b.example/", "2026-01-01T00:00:00Z", "b"));
  EXPECT_EQ(out_of({"import", "a.warc", "b.warc"}),
            "2 snapshots imported from 2 files (2 records in all)\n");
}

TEST_F(ArchiveCliTest, ImportBeginsNothingIfANameIsWrong) {
  file("a.warc", warc_page("http://a.example/", "2026-01-01T00:00:00Z", "a"));
  EXPECT_EQ(complaint({"import", "a.warc", "b.warc"}),
            "1 freshet: cannot open \"b.warc\": No such file or directory\n");
  EXPECT_FALSE(fs::exists(folder() / "web"));
  EXPECT_TRUE(complaint({"import", "-"}).starts_with("2 freshet: import needs random access"));
  EXPECT_EQ(complaint({"import"}), "2 freshet: import needs FILE\nTry: freshet import --help\n");
}

TEST_F(ArchiveCliTest, ImportPassesOverAFileThatIsNoArchive) {
  file("notes.txt", "dear diary");
  file("a.warc", warc_page("http://a.example/", "2026-01-01T00:00:00Z", "a"));
  const Ran ran = on({"import", "notes.txt", "a.warc"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.out, "1 snapshot imported from 1 file (1 record in all)\n");
  EXPECT_TRUE(has(ran.err, "\"notes.txt\" is neither a WARC")) << ran.err;
  EXPECT_TRUE(has(ran.err, "freshet: 1 of 2 files could not be imported\n")) << ran.err;
}

TEST_F(ArchiveCliTest, ImportNamesDamageAndTakesTheRest) {
  const std::string good = sample_warc();
  file("torn.warc", good.substr(0, good.size() - 10));
  const Ran ran = on({"import", "torn.warc"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_TRUE(has(ran.out, "5 snapshots imported")) << ran.out;
  EXPECT_TRUE(has(ran.out, "1 damaged record left out\n")) << ran.out;
  EXPECT_TRUE(has(ran.err, "torn.warc")) << ran.err;
  EXPECT_EQ(on({"verify"}).exit_code, 0);
}

TEST_F(ArchiveCliTest, ImportMakesTheLayoutThatIsAskedFor) {
  file("sample.warc", sample_warc());
  ASSERT_EQ(on({"import", "--layout", "slots", "sample.warc"}).exit_code, 0);
  EXPECT_EQ(json::parse(bytes_of("web/archive.json"))["layout"], "slots");
  EXPECT_EQ(listed({}).size(), 4u);
  EXPECT_EQ(on({"verify"}).exit_code, 0) << on({"verify"}).out;
}

TEST_F(ArchiveCliTest, VerifyTellsThatAllAgrees) {
  import_sample();
  EXPECT_TRUE(out_of({"verify"}).ends_with(": all agree\n")) << out_of({"verify"});
  const json told = json::parse(out_of({"verify", "--json"}));
  EXPECT_EQ(told["snapshots"], 6);
  EXPECT_EQ(told["faults"], 0);
  EXPECT_EQ(told["found"], json::array());
}

TEST_F(ArchiveCliTest, VerifyNamesAFlippedByte) {
  import_sample();
  const fs::path warc = files("warc").front();
  std::string bytes = bytes_of(warc);
  bytes[bytes.size() / 2] ^= 1;
  file(warc.string(), bytes);
  const Ran ran = on({"verify"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_TRUE(has(ran.out, warc.filename().string())) << ran.out;
  EXPECT_TRUE(has(ran.err, "freshet: the archive in \"web\" has ")) << ran.err;
  const Ran as_json = on({"verify", "--json"});
  EXPECT_EQ(as_json.exit_code, 1);
  const json told = json::parse(as_json.out);
  EXPECT_EQ(told["found"].size(), told["faults"]);
  EXPECT_GT(told["faults"], 0);
}

TEST_F(ArchiveCliTest, ReindexBringsBackWhatFollowsFromTheRecords) {
  import_sample();
  const Words before = listed({"--versions"});
  const std::string cdxj = out_of({"export", "--format", "cdxj"});
  for (const char* lost : {"catalog.sqlite", "catalog.sqlite-wal", "catalog.sqlite-shm"})
    fs::remove(folder() / "web" / lost);
  fs::remove_all(folder() / "web/index");
  fs::remove_all(folder() / "web/tags");
  const std::string lost = complaint({"list"});
  EXPECT_TRUE(has(lost, "run freshet reindex to rebuild it")) << lost;
  EXPECT_EQ(out_of({"reindex"}), "6 snapshots indexed from 1 file\n");
  EXPECT_EQ(listed({"--versions"}), before);
  EXPECT_EQ(out_of({"export", "--format", "cdxj"}), cdxj);
  EXPECT_EQ(on({"verify"}).exit_code, 0) << on({"verify"}).out;
  EXPECT_EQ(json::parse(out_of({"reindex", "--json"}))["snapshots"], 6);
}

// --- show ------------------------------------------------------------------------------------

TEST_F(ArchiveCliTest, ShowDescribesTheNewestVersion) {
  import_sample();
  const std::string shown = out_of({"show", "https://example.com/about"});
  EXPECT_TRUE(has(shown, "url        https://example.com/about\n")) << shown;
  EXPECT_TRUE(has(shown, "time       2026-11-02T00:00:00")) << shown;
  EXPECT_TRUE(has(shown, "status     200\n")) << shown;
  EXPECT_TRUE(has(shown, "type       text/html\n")) << shown;
  EXPECT_TRUE(has(shown, "bytes      11\n")) << shown;
  EXPECT_TRUE(has(shown, "versions   1\n")) << shown;
  EXPECT_TRUE(has(shown, "file       warc/freshet-")) << shown;
}

TEST_F(ArchiveCliTest, ShowGivesTheVersionNearestToATime) {
  import_sample();
  const auto title = [&](const char* at) {
    return show_json({"https://example.com/", "--at", at})["title"];
  };
  EXPECT_EQ(title("2026-11-01"), "Old days");
  EXPECT_EQ(title("2025"), "Old days");
  EXPECT_EQ(title("20261110"), "New days");
  EXPECT_EQ(show_json({"https://example.com/", "--at", "2026-11-10"})["versions"], 2)
      << "a revisit is no version of its own";
}

TEST_F(ArchiveCliTest, ShowTakesTheBodyOfARevisitFromWhatItRepeats) {
  import_sample();
  const json newest = show_json({"https://example.com/"});
  EXPECT_EQ(newest["kind"], "revisit");
  EXPECT_TRUE(newest["time"].get<std::string>().starts_with("2026-11-12"));
  EXPECT_TRUE(newest["repeats"]["time"].get<std::string>().starts_with("2026-11-10"));
  const Ran raw = on({"show", "https://example.com/", "--raw"});
  EXPECT_EQ(raw.out, kNew);
  EXPECT_TRUE(has(raw.err, "the body of an earlier snapshot")) << raw.err;
  EXPECT_EQ(out_of({"show", "https://example.com/", "--headers"}),
            "HTTP/1.1 200 Fine\nContent-Type: text/html\nX-When: later\n");
}

TEST_F(ArchiveCliTest, ShowGivesPartsOfAPage) {
  import_sample();
  EXPECT_EQ(out_of({"show", "https://example.com/about", "--text"}), "About us\n");
  EXPECT_EQ(show_json({"https://example.com/about", "--text"})["text"], "About us");
  EXPECT_EQ(out_of({"show", "https://example.com/about", "--headers"}),
            "HTTP/1.1 200 OK\nContent-Type: text/html; charset=utf-8\n");
  EXPECT_EQ(show_json({"https://example.com/about", "--headers"})["fields"][0][0], "Content-Type");
  EXPECT_TRUE(has(out_of({"show", "https://example.com/about", "--record"}),
                  "WARC-Target-URI: https://example.com/about\n"));
  EXPECT_EQ(out_of({"show", "http://pics.example.com:8080/a.png", "--raw"}), kPng);
  EXPECT_EQ(out_of({"show", "https://example.com/packed.txt", "--raw"}), kPacked);
  EXPECT_EQ(out_of({"show", "https://example.com/packed.txt", "--body"}), "packed hello");
  EXPECT_EQ(out_of({"show", "https://example.com/packed.txt", "--text"}), "packed hello\n");
}

TEST_F(ArchiveCliTest, ShowFindsAUrlWithoutItsScheme) {
  import_sample();
  EXPECT_EQ(show_json({"example.com/about"})["url"], "https://example.com/about");
  EXPECT_EQ(show_json({"pics.example.com:8080/a.png"})["url"],
            "http://pics.example.com:8080/a.png");
}

TEST_F(ArchiveCliTest, ShowSaysWhatIsThereInstead) {
  import_sample();
  EXPECT_EQ(complaint({"show", "https://example.com/abuot"}),
            "1 freshet: https://example.com/abuot is not in the archive; did you mean "
            "https://example.com/about?\n");
  EXPECT_EQ(complaint({"show", "https://example.com/something/else/entirely.html"}),
            "1 freshet: https://example.com/something/else/entirely.html is not in the archive, "
            "which has 3 pages of example.com; freshet list shows them\n");
  EXPECT_EQ(complaint({"show", "https://nobody.example/\x1b"}),
            "1 freshet: https://nobody.example/\\u{1b} is not in the archive, nor is any page of "
            "nobody.example\n");
}

TEST_F(ArchiveCliTest, ShowSaysWhatCannotBeShown) {
  import_sample();
  EXPECT_EQ(complaint({"show", "pics.example.com:8080/a.png", "--text"}),
            "1 freshet: http://pics.example.com:8080/a.png of 2026-10-01 00:00:00 is not text but "
            "image/png\n");
  EXPECT_EQ(complaint({"show", "example.com", "--raw", "--text"}),
            "2 freshet: --raw and --text cannot be combined\nTry: freshet show --help\n");
  EXPECT_TRUE(complaint({"show", "example.com", "--raw", "--json"}).starts_with("2 "));
  EXPECT_EQ(complaint({"show", "not a url"}),
            "2 freshet: \"not a url\" is not a URL; give one such as https://example.com/\n"
            "Try: freshet show --help\n");
  EXPECT_EQ(complaint({"show", "example.com", "--at", "yesterday"}),
            "2 freshet: --at must be a time such as 2026, 2026-11-16, 2026-11-16T12:30:00Z or "
            "20261116123000, not \"yesterday\"\nTry: freshet show --help\n");
}

TEST_F(ArchiveCliTest, ShowKeepsTheTerminalSafe) {
  import_sample();
  const Words page = {"show", "--archive", "web", "https://example.com/"};
  const auto with = [&](Words more) {
    more.insert(more.begin(), page.begin(), page.end());
    return more;
  };
  EXPECT_TRUE(has(run_on_terminal(with({"--text"})), "It is \\u{1b}[31mred."));
  EXPECT_TRUE(has(run_on_terminal(with({"--raw"}), 1), "which it could upset"));
  EXPECT_TRUE(has(run_on_terminal(with({"--raw", "--force"})), "\x1b[31mred"));
  EXPECT_TRUE(has(run_on_terminal(with({"--raw", "--at", "2026-11-01"})), "<b>so</b>"));
}

// --- list ------------------------------------------------------------------------------------

TEST_F(ArchiveCliTest, ListHasALineForEachPage) {
  import_sample();
  const std::string table = out_of({"list", "--host", "pics.example.com:8080"});
  EXPECT_EQ(table,
            "TIME (UTC)           STATUS       BYTES  VERSIONS  TYPE                  URL\n"
            "2026-10-01 00:00:00     200          10         1  image/png             "
            "http://pics.example.com:8080/a.png\n");
  EXPECT_EQ(listed({}), (Words{"http://pics.example.com:8080/a.png", "https://example.com/",
                               "https://example.com/about", "https://example.com/packed.txt"}));
}

TEST_F(ArchiveCliTest, ListSelectsByHostDomainAndTime) {
  import_sample();
  EXPECT_EQ(listed({"--host", "Example.com"}).size(), 3u);
  EXPECT_EQ(listed({"--host", "https://example.com/", "--host", "pics.example.com:8080"}).size(),
            4u);
  EXPECT_EQ(listed({"--domain", "example.com"}).size(), 4u);
  EXPECT_EQ(listed({"--domain", "pics.example.com"}).size(), 1u);
  EXPECT_EQ(listed({"--to", "2026-10"}), Words{"http://pics.example.com:8080/a.png"});
  EXPECT_EQ(listed({"--versions", "--from", "2026-11-10", "--to", "2026-11-10"}),
            Words{"2026-11-10 https://example.com/"});
  EXPECT_EQ(listed({"--versions", "--from", "2026-11-10", "--to", "2026"}),
            (Words{"2026-11-10 https://example.com/", "2026-11-12 https://example.com/"}));
}

TEST_F(ArchiveCliTest, ListSaysWhenThereIsNothing) {
  import_sample();
  const Ran none = on({"list", "--host", "nobody.example"});
  EXPECT_EQ(none.exit_code, 0);
  EXPECT_EQ(none.out, "");
  EXPECT_TRUE(has(none.err, "nothing in the archive matches")) << none.err;
  EXPECT_TRUE(complaint({"list", "--host", "a/b"}).starts_with("2 freshet: --host must be a host"));
  EXPECT_TRUE(complaint({"list", "--from", "2027", "--to", "2026"}).starts_with("2 "));
  EXPECT_TRUE(
      complaint({"list", "--host", "a.example", "--domain", "b.example"}).starts_with("2 "));
  EXPECT_TRUE(complaint({"list", "--domain", "a.example:8080"}).starts_with("2 "));
}

TEST_F(ArchiveCliTest, ListStopsWhenNobodyReads) {
  import_sample();
  const Ran ran = run_into(open("/dev/full", O_WRONLY | O_CLOEXEC), {"list", "--archive", "web"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.err, "freshet: cannot write to standard output: No space left on device\n");
}

// --- export ----------------------------------------------------------------------------------

TEST_F(ArchiveCliTest, ExportsEachFormat) {
  import_sample();
  const std::string cdxj = out_of({"export", "--format", "cdxj"});
  EXPECT_EQ(std::count(cdxj.begin(), cdxj.end(), '\n'), 6);
  EXPECT_TRUE(cdxj.starts_with("com,example)/ 20261101000000")) << cdxj;
  EXPECT_TRUE(out_of({"export", "--format", "cdx11"}).starts_with(" CDX N b a m s k r M S V g\n"));
  const std::string csv = out_of({"export", "--format", "csv", "--last"});
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 5) << csv;
  const std::string line = out_of({"export", "--format", "jsonl", "--url", "example.com/about"});
  EXPECT_EQ(json::parse(line)["text"], "About us");
  EXPECT_TRUE(out_of({"export", "--format", "warc"}).starts_with("\x1f\x8b"));
  EXPECT_TRUE(out_of({"export", "--format", "wet"}).starts_with("\x1f\x8b"));
  EXPECT_EQ(out_of({"export", "--format", "wacz", "--output", "web.wacz", "--title", "T"}), "");
  EXPECT_TRUE(bytes_of("web.wacz").starts_with("PK\x03\x04"));
}

TEST_F(ArchiveCliTest, WhatIsExportedCanBeImportedAgain) {
  import_sample();
  const Words all = listed({"--versions"});
  for (const char* format : {"warc", "wacz"}) {
    const std::string name = std::string("again.") + format;
    out_of({"export", "--format", format, "--output", name});
    const std::string copy = std::string("copy-") + format;
    EXPECT_EQ(run({"import", "--archive", copy, name}).exit_code, 0);
    EXPECT_EQ(run({"verify", "--archive", copy}).exit_code, 0);
    EXPECT_EQ(run({"list", "--archive", copy, "--versions", "--json"}).out,
              out_of({"list", "--versions", "--json"}));
  }
}

// Whoever takes only the revisit gets what it repeats as well.
TEST_F(ArchiveCliTest, ExportPullsInWhatARevisitRepeats) {
  import_sample();
  out_of({"export", "--format", "warc", "--from", "2026-11-12", "--output", "new.warc.gz"});
  ASSERT_EQ(run({"import", "--archive", "copy", "new.warc.gz"}).exit_code, 0);
  EXPECT_EQ(run({"show", "--archive", "copy", "example.com", "--raw"}).out, kNew);
}

TEST_F(ArchiveCliTest, ExportDoesNotWriteOverAFile) {
  import_sample();
  file("mine.csv", "mine");
  EXPECT_EQ(complaint({"export", "--format", "csv", "--output", "mine.csv"}),
            "1 freshet: \"mine.csv\" exists already; use --force to overwrite it\n");
  EXPECT_EQ(bytes_of("mine.csv"), "mine");
  out_of({"export", "--format", "csv", "--output", "mine.csv", "--force"});
  EXPECT_EQ(bytes_of("mine.csv"), out_of({"export", "--format", "csv"}));
  EXPECT_FALSE(fs::exists(folder() / "mine.csv.part"));
}

TEST_F(ArchiveCliTest, ExportTakesAListOfPages) {
  import_sample();
  file("pages",
       "# two\nexample.com/about\n\nhttps://example.com/packed.txt\nhttps://no.example/\n");
  const Ran ran = on({"export", "--format", "csv", "--urls", "pages"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(std::count(ran.out.begin(), ran.out.end(), '\n'), 3) << ran.out;
  EXPECT_TRUE(has(ran.err, "a page is not in the archive url=https://no.example/")) << ran.err;
  EXPECT_EQ(on({"export", "--format", "csv", "--urls", "-"}, "example.com/about\n").exit_code, 0);
  EXPECT_EQ(complaint({"export", "--format", "csv", "--url", "no.example", "--log-level", "error"}),
            "1 freshet: none of the requested pages is in the archive\n");
}

TEST_F(ArchiveCliTest, ExportSaysWhatItNeeds) {
  import_sample();
  EXPECT_EQ(complaint({"export"}),
            "2 freshet: --format is required: wacz, warc, cdxj, cdx11, jsonl, csv, md, wet\n"
            "Try: freshet export --help\n");
  EXPECT_EQ(complaint({"export", "--format", "wazc"}),
            "2 freshet: --format must be one of wacz, warc, cdxj, cdx11, jsonl, csv, md, wet, not "
            "\"wazc\"; did you mean wacz?\nTry: freshet export --help\n");
  EXPECT_EQ(complaint({"export", "--format", "wacz"}),
            "2 freshet: wacz cannot be written to standard output; use --output FILE.wacz\n"
            "Try: freshet export --help\n");
  EXPECT_TRUE(has(run_on_terminal({"export", "--archive", "web", "--format", "warc"}, 2),
                  "refusing to write warc to a terminal"));
  const std::string seen = run_on_terminal({"export", "--archive", "web", "--format", "csv"});
  EXPECT_TRUE(has(seen, "https://example.com/about")) << seen;
}

// --- remove, compact -------------------------------------------------------------------------

TEST_F(ArchiveCliTest, RemoveTakesAPageOutForGood) {
  import_sample();
  const Ran ran = on({"remove", "example.com/about", "--reason", "ticket 12", "--yes"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(ran.out.starts_with("1 snapshot of 1 page removed; 1 file rewritten, ")) << ran.out;
  EXPECT_TRUE(has(ran.out, "Other copies (backups, exports) are not touched.\n")) << ran.out;
  EXPECT_EQ(listed({}).size(), 3u);
  EXPECT_EQ(on({"verify"}).exit_code, 0) << on({"verify"}).out;
  EXPECT_TRUE(has(bytes_of("web/removals.jsonl"), "ticket 12"));
  for (const char* part : {"index", "tags"}) {
    for (const fs::path& path : files(part))
      EXPECT_FALSE(has(bytes_of(path), "example.com/about")) << path;
  }
  out_of({"reindex"});
  EXPECT_EQ(listed({}).size(), 3u);
}

TEST_F(ArchiveCliTest, RemoveTakesAWholeHost) {
  import_sample();
  EXPECT_EQ(json::parse(out_of({"remove", "--host", "example.com", "--yes", "--json"}))["pages"],
            3);
  EXPECT_EQ(listed({}), Words{"http://pics.example.com:8080/a.png"});
  EXPECT_EQ(on({"verify"}).exit_code, 0) << on({"verify"}).out;
}

TEST_F(ArchiveCliTest, RemoveAsksFirst) {
  import_sample();
  EXPECT_EQ(complaint({"remove", "example.com/about"}),
            "2 freshet: removing cannot be undone; use --yes to confirm\n"
            "Try: freshet remove --help\n");
  const Words words = {"remove", "--archive", "web", "--host", "example.com"};
  const std::string no = run_on_terminal(words, 1, "\n");
  EXPECT_TRUE(has(no, "5 snapshots of 3 pages will be removed permanently:")) << no;
  EXPECT_TRUE(has(no, "  https://example.com/about")) << no;
  EXPECT_TRUE(has(no, "Remove them? [y/N] ")) << no;
  EXPECT_TRUE(has(no, "nothing was removed")) << no;
  EXPECT_EQ(listed({}).size(), 4u);
  run_on_terminal(words, 0, "y\n");
  EXPECT_EQ(listed({}).size(), 1u);
}

TEST_F(ArchiveCliTest, RemoveDoesNothingIfAnythingIsNotThere) {
  import_sample();
  EXPECT_EQ(complaint({"remove", "example.com/about", "example.com/abuot", "--yes"}),
            "1 freshet: example.com/abuot is not in the archive; did you mean "
            "https://example.com/about?; nothing was removed\n");
  EXPECT_EQ(complaint({"remove", "https://www.example.com/about", "--yes"}),
            "1 freshet: https://www.example.com/about is not in the archive; did you mean "
            "https://example.com/about? Nothing was removed\n");
  EXPECT_EQ(complaint({"remove", "--host", "nobody.example", "--yes"}),
            "1 freshet: no page of nobody.example is in the archive; nothing was removed\n");
  EXPECT_TRUE(complaint({"remove", "--yes"}).starts_with("2 freshet: nothing to remove given"));
  EXPECT_EQ(listed({}).size(), 4u);
}

TEST_F(ArchiveCliTest, CompactKeepsTheVersionsThatTheRulesWant) {
  import_sample();
  EXPECT_TRUE(complaint({"compact"}).starts_with("2 freshet: nothing says what to keep"));
  EXPECT_TRUE(has(out_of({"compact", "--keep-versions", "9"}), "nothing to remove"));
  // What the newest, a revisit, repeats is kept with it.
  EXPECT_TRUE(out_of({"compact", "--keep-versions", "1"}).starts_with("1 snapshot removed; "));
  EXPECT_EQ(listed({"--versions", "--host", "example.com", "--from", "2026-11-04"}).size(), 2u);
  EXPECT_EQ(listed({"--versions"}).size(), 5u);
  EXPECT_EQ(on({"verify"}).exit_code, 0) << on({"verify"}).out;
}

TEST_F(ArchiveCliTest, CompactTakesItsRulesFromTheSettingsToo) {
  import_sample();
  file("freshet.toml", "[archive]\ndirectory = \"web\"\nkeep_versions = 1\nkeep_days = 0\n");
  const Ran ran = run({"compact", "--json"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(json::parse(ran.out)["snapshots"], 1);
}

// --- what can be wrong with an archive -------------------------------------------------------

TEST_F(ArchiveCliTest, SaysThatNoArchiveIsNamed) {
  for (const Words& words : std::vector<Words>{{"verify"},
                                               {"reindex"},
                                               {"list"},
                                               {"show", "a.example"},
                                               {"export", "--format", "csv"}}) {
    EXPECT_EQ(run(words).err,
              "freshet: no archive given; use --archive DIR or the setting archive.directory\nTry: "
              "freshet " +
                  words[0] + " --help\n");
    EXPECT_EQ(run(words).exit_code, 2);
  }
}

TEST_F(ArchiveCliTest, TakesTheArchiveFromTheSettingsAndTheFlagWins) {
  import_sample();
  variable("FRESHET_ARCHIVE_DIRECTORY", "web");
  EXPECT_EQ(run({"list"}).exit_code, 0);
  EXPECT_EQ(run({"list", "--archive", "elsewhere"}).err,
            "freshet: there is no archive in \"elsewhere\"\n");
}

TEST_F(ArchiveCliTest, SaysThatThereIsNoArchive) {
  file("web/other", "");
  for (const Words& words : std::vector<Words>{{"verify"},
                                               {"reindex"},
                                               {"list"},
                                               {"show", "a.example"},
                                               {"export", "--format", "csv"},
                                               {"remove", "a.example", "--yes"},
                                               {"compact", "--keep-versions", "1"}})
    EXPECT_EQ(complaint(words), "1 freshet: there is no archive in \"web\"\n") << words[0];
  EXPECT_FALSE(fs::exists(folder() / "web/lock"));
}

TEST_F(ArchiveCliTest, SaysThatAnArchiveIsOfANewerVersion) {
  import_sample();
  file("web/archive.json", R"({"format":"freshet archive","version":99,"layout":"log"})");
  for (const Words& words :
       std::vector<Words>{{"verify"}, {"reindex"}, {"list"}, {"import", "sample.warc"}}) {
    EXPECT_EQ(complaint(words),
              "1 freshet: \"web/archive.json\" names version 99 of archives, but this freshet "
              "supports versions up to 1; use a newer freshet\n")
        << words[0];
  }
}

TEST_F(ArchiveCliTest, SaysThatAnotherIsWriting) {
  import_sample();
  const int lock = open((folder() / "web/lock").c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_EQ(flock(lock, LOCK_EX | LOCK_NB), 0);
  for (const Words& words : std::vector<Words>{{"import", "sample.warc"},
                                               {"reindex"},
                                               {"remove", "example.com", "--yes"},
                                               {"compact", "--keep-versions", "1"}}) {
    EXPECT_TRUE(complaint(words).starts_with(
        "1 freshet: the archive in \"web\" is being written by another freshet"))
        << words[0];
  }
  EXPECT_TRUE(
      complaint({"verify"}).starts_with("1 freshet: the archive in \"web\" is being written"));
  EXPECT_EQ(listed({}).size(), 4u);
  EXPECT_EQ(on({"show", "example.com"}).exit_code, 0);
  close(lock);
}

TEST_F(ArchiveCliTest, ReadsAReadOnlyArchiveAndSaysThatItCannotWriteThere) {
  import_sample();
  if (is_root()) run_as_nobody();
  const auto forbid_writing = [&](bool forbidden) {
    const fs::perms writing =
        fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
    for (const auto& entry : fs::recursive_directory_iterator(folder() / "web")) {
      fs::permissions(entry, fs::perms::others_read | fs::perms::others_exec,
                      fs::perm_options::add);
      fs::permissions(entry, writing, forbidden ? fs::perm_options::remove : fs::perm_options::add);
    }
    fs::permissions(folder() / "web", writing,
                    forbidden ? fs::perm_options::remove : fs::perm_options::add);
  };
  forbid_writing(true);
  if (run({"--version"}).exit_code == 127) {
    forbid_writing(false);
    GTEST_SKIP() << "NOT TESTED: an unprivileged user may not run " FRESHET_PROGRAM;
  }
  for (const Words& words : std::vector<Words>{
           {"import", "sample.warc"}, {"reindex"}, {"remove", "example.com", "--yes"}}) {
    EXPECT_TRUE(complaint(words).starts_with("1 freshet: the archive in \"web\" is read-only: "))
        << words[0] << complaint(words);
  }
  EXPECT_EQ(listed({}).size(), 4u);
  EXPECT_EQ(on({"verify"}).exit_code, 0) << on({"verify"}).err << on({"verify"}).out;
  forbid_writing(false);
}

TEST_F(ArchiveCliTest, SaysThatTheCatalogIsDamaged) {
  import_sample();
  file("web/catalog.sqlite", "this is no database, whatever its name says");
  for (const char* more : {"web/catalog.sqlite-wal", "web/catalog.sqlite-shm"})
    fs::remove(folder() / more);
  const std::string told = complaint({"list"});
  EXPECT_TRUE(told.starts_with("1 freshet: ")) << told;
  EXPECT_TRUE(has(told, "catalog.sqlite")) << told;
  EXPECT_EQ(std::count(told.begin(), told.end(), '\n'), 1) << told;
  out_of({"reindex"});
  EXPECT_EQ(listed({}).size(), 4u);
}

// --- pages that a server confirmed by a 304
// ---------------------------------------------------------

// As earlier versions and other programs write it: with the head of the 304.
std::string warc_not_modified(const std::string& url, const std::string& date,
                              const std::string& original_date, const std::string& digest) {
  return warc_record("revisit", url, date,
                     "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/server-not-modified\r\n"
                     "WARC-Refers-To-Target-URI: " +
                         url +
                         "\r\n"
                         "WARC-Refers-To-Date: " +
                         original_date +
                         "\r\n"
                         "WARC-Payload-Digest: " +
                         digest +
                         "\r\n"
                         "Content-Type: application/http;msgtype=response\r\n",
                     "HTTP/1.1 304 Not Modified\r\nETag: \"x\"\r\n\r\n");
}

class ConfirmedPageTest : public ArchiveCliTest {
 protected:
  ConfirmedPageTest() {
    file("a.warc",
         warc_page(kUrl, "2026-11-01T00:00:00Z", "<title>Old</title><p>Old words here") +
             warc_page(kUrl, "2026-11-05T00:00:00Z", "<title>New</title><p>New words here"));
    EXPECT_EQ(on({"import", "a.warc"}).exit_code, 0);
    const json newest = json::parse(out_of({"list", "--json"}));
    file("b.warc",
         warc_not_modified(kUrl, "2026-11-06T00:00:00Z", "2026-11-05T00:00:00Z", newest["digest"]));
    EXPECT_EQ(on({"import", "b.warc"}).exit_code, 0);
  }

  const std::string kUrl = "https://example.com/page";
};

TEST_F(ConfirmedPageTest, HasNoIndexLineForOtherPrograms) {
  for (const char* format : {"cdxj", "cdx11"}) {
    const std::string lines = out_of({"export", "--format", format});
    EXPECT_NE(lines.find(" 20261105"), std::string::npos) << lines;
    EXPECT_EQ(lines.find(" 20261106"), std::string::npos) << "pywb would replay the 304: " << lines;
  }
}

TEST_F(ConfirmedPageTest, IsExportedWithoutTheHeadThatOtherProgramsWouldShow) {
  ASSERT_EQ(on({"export", "--format", "warc", "-o", "out.warc.gz"}).exit_code, 0);
  ASSERT_EQ(run({"import", "--archive", "again", "out.warc.gz"}).exit_code, 0);
  const json record = json::parse(
      run({"show", "--archive", "again", kUrl, "--record", "--json"}).out, nullptr, false);
  std::map<std::string, std::string> fields;
  for (const json& field : record["fields"]) fields[field[0]] = field[1];
  EXPECT_EQ(fields["WARC-Type"], "revisit");
  EXPECT_EQ(fields["Content-Length"], "0");
  EXPECT_EQ(fields["WARC-Etag"], "\"x\"");
  EXPECT_NE(run({"show", "--archive", "again", kUrl, "--text"}).out.find("New words"),
            std::string::npos);
  // The head itself is kept beside it.
  const Ran headers = run({"show", "--archive", "again", kUrl, "--headers"});
  EXPECT_EQ(headers.out, "HTTP/1.1 304 Not Modified\nETag: \"x\"\n") << headers.err;
  EXPECT_EQ(run({"verify", "--archive", "again"}).exit_code, 0);
}

TEST_F(ConfirmedPageTest, KeepsItsSizeAndTypeInLists) {
  const json page = json::parse(out_of({"list", "--json"}));
  EXPECT_EQ(page["time"], "2026-11-06T00:00:00.000000Z");
  EXPECT_EQ(page["status"], 200);
  EXPECT_EQ(page["mime"], "text/html");
  EXPECT_GT(page["bytes"], 0);
  const std::string csv = out_of({"export", "--format", "csv", "--last"});
  EXPECT_NE(csv.find(",304,\"text/html\","), std::string::npos) << csv;
  EXPECT_EQ(csv.find(",0,not_modified"), std::string::npos) << csv;
}

TEST_F(ConfirmedPageTest, IsListedByStatusTypeAndUrl) {
  file("c.warc", warc_response("https://example.com/a.png", "2026-11-02T00:00:00Z",
                               "Content-Type: image/png\r\n", kPng));
  ASSERT_EQ(on({"import", "c.warc"}).exit_code, 0);
  EXPECT_EQ(listed({"--status", "2xx"}).size(), 2u);
  EXPECT_EQ(listed({"--status", "404"}), Words{});
  EXPECT_EQ(listed({"--mime", "image/"}), Words{"https://example.com/a.png"});
  EXPECT_EQ(listed({"--mime", "text/html"}), Words{kUrl});
  EXPECT_EQ(listed({"--url", "example.com/page"}), Words{kUrl});
  EXPECT_EQ(on({"list", "--status", "4x"}).exit_code, 2);
}

TEST_F(ConfirmedPageTest, ComparesTheContentsOfAPage) {
  const Ran last = on({"diff", kUrl});
  EXPECT_EQ(last.exit_code, 0) << last.err;
  EXPECT_NE(last.out.find("Old"), std::string::npos) << last.out;
  EXPECT_NE(last.out.find("New"), std::string::npos) << last.out;
  const json told =
      json::parse(on({"diff", kUrl, "--from", "2026-11-01", "--to", "2026-11", "--json"}).out);
  EXPECT_FALSE(told["changes"].empty());
  const Ran same = on({"diff", kUrl, "--from", "2026-11-05", "--to", "2026-11-06"});
  EXPECT_EQ(same.exit_code, 1);
  EXPECT_NE(same.err.find("did not change between these times"), std::string::npos) << same.err;
  EXPECT_EQ(run({"diff", kUrl}).exit_code, 2);
}

TEST_F(ConfirmedPageTest, IsComparedWithTheOtherPagesOfTheArchive) {
  file("c.warc", warc_page("https://example.com/copy", "2026-11-02T00:00:00Z",
                           "<title>New</title><p>New words here"));
  ASSERT_EQ(on({"import", "c.warc"}).exit_code, 0);
  const std::string pairs = out_of({"near"});
  EXPECT_NE(pairs.find("1.000  https://example.com/copy  https://example.com/page"),
            std::string::npos)
      << pairs;
}

}  // namespace
