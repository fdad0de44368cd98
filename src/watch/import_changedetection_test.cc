#include "watch/import_changedetection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "testkit/test_data.h"
#include "watch/json_tree.h"
#include "watch/tree_fields.h"

namespace freshet {
namespace {

constexpr std::string_view kNew = "watch-import/changedetection.io-0.60.10";
constexpr std::string_view kOld = "watch-import/changedetection.io-0.50.43";

std::string cdio_path(std::string_view version, std::string_view file) {
  return (testkit::test_data(version) / file).string();
}

ImportedWatches import_files(const Result<std::vector<SourceFile>>& files) {
  EXPECT_TRUE(files) << files.error().message;
  const auto imported = import_changedetection(files.value_or(std::vector<SourceFile>{}));
  EXPECT_TRUE(imported) << imported.error().message;
  return imported.value_or(ImportedWatches{});
}

ImportedWatches import_one(const std::string& path) {
  return import_files(std::vector<SourceFile>{{path, testkit::read_file(path)}});
}

std::string as_text(const WatchSpec& watch) {
  return write_json(tree_of(watch, Secrets::included, Defaults::left_out));
}

// The result for a sample: the watch as text, or why it was refused.
std::string result_of(const ImportedWatch& watch) {
  return watch.watch ? as_text(*watch.watch) : "refused: " + watch.refusal;
}

using Edit = std::function<void(WatchSpec&)>;

std::string expected(std::string_view path, const Edit& change = [](WatchSpec&) {}) {
  WatchSpec watch;
  watch.url = "https://www.example.org/" + std::string(path);
  watch.lost_after = 6;
  change(watch);
  return as_text(watch);
}

// Every sample of both formats, by its name.
std::map<std::string, std::string> expected_samples() {
  using Kind = WatchPart::Kind;
  using Trigger = WatchTrigger::Kind;
  using std::chrono::seconds;
  // NOLINTNEXTLINE(misc-const-correctness): clang-tidy 19 overlooks the assignments
  std::map<std::string, std::string> samples;
  samples["plain"] = expected("plain");
  samples["css filter"] = expected("css", [](WatchSpec& w) {
    w.name = "CSS filter";
    w.parts = {{Kind::css, "#content .entry > p"}, {Kind::css, "article h2:nth-of-type(2)"}};
  });
  samples["xpath"] = expected("xpath", [](WatchSpec& w) {
    w.name = "XPath";
    w.parts = {{Kind::xpath, "//div[@class='price']/text()"},
               {Kind::xpath, "//*[contains(@class,'news')]//a/@href"}};
  });
  samples["xpath1"] = expected(
      "xpath1", [](WatchSpec& w) { w.parts = {{Kind::xpath, "//table[@id='t']//tr[td]"}}; });
  samples["jsonpath"] = expected(
      "api/a.json", [](WatchSpec& w) { w.parts = {{Kind::json_path, "$.items[*].price"}}; });
  samples["jq"] = "refused: include_filters[0]: jq is not supported";
  samples["remove parts"] = expected("remove", [](WatchSpec& w) {
    w.removed_parts = {{Kind::css, "header"},
                       {Kind::css, "footer"},
                       {Kind::css, "nav"},
                       {Kind::css, ".advert"},
                       {Kind::xpath, "//div[@id='cookie']"}};
  });
  samples["ignore text"] = expected("ignore", [](WatchSpec& w) {
    w.ignored = {{"Copyright", false}, {"Page generated at .*", true}, {"(?i)\\d+ views", true}};
  });
  samples["trigger text"] = expected("trigger", [](WatchSpec& w) {
    w.triggers = {{Trigger::present, {"(?i:tickets available)|(?:(?i)seats?\\s+left)", true}, 0},
                  {Trigger::absent, {"Sold out", false}, 0},
                  {Trigger::absent, {"(?i)waiting list", true}, 0}};
    w.needs_all_triggers = true;
  });
  samples["extract"] = expected("extract", [](WatchSpec& w) {
    w.parts = {{Kind::regex, "Price: (\\d+\\.\\d+)"}, {Kind::regex, "(?i)reservoir"}};
  });
  samples["only added unique"] = expected("added", [](WatchSpec& w) {
    w.only_new_lines = true;
    w.side = ChangeSide::only_added;
  });
  samples["sorted lines"] =
      expected("sorted", [](WatchSpec& w) { w.sorts_lines = w.drops_repeated_lines = true; });
  samples["headers post"] = expected("api/query", [](WatchSpec& w) {
    w.request.method = "POST";
    w.request.headers = {{"Accept", "application/json"},
                         {"User-Agent", "Mozilla/5.0 (X11; Linux x86_64)"}};
    w.request.secret_headers = {{"Authorization", "Bearer EXAMPLE-NOT-A-SECRET"},
                                {"Cookie", "session=abc123; theme=dark"}};
    w.request.body = R"({"q":"water"})";
  });
  samples["interval"] = expected("interval", [](WatchSpec& w) {
    w.times.every = seconds(604'800 + 2 * 86'400 + 3 * 3600 + 4 * 60 + 5);
  });
  samples["every 30 s"] = expected("fast", [](WatchSpec& w) { w.times.every = seconds(30); });
  samples["schedule"] = expected("schedule", [](WatchSpec& w) {
    for (const int day : {0, 1, 2, 3, 4})
      w.times.active.push_back({static_cast<Weekday>(day), 8 * 60 + 30, 9 * 60 + 30});
    w.times.zone = "Europe/Vienna";
  });
  samples["tags"] = expected("tags", [](WatchSpec& w) { w.tags = {"Shop & prices", "Law"}; });
  samples["notify"] = expected("notify", [](WatchSpec& w) {
    w.channels = {"mailto-2", "ntfys-1", "discord-1", "slack-1",
                  "tgram-1",  "jsons-1", "gotifys-1", "matrixs-1"};
  });
  samples["muted paused"] = expected("paused", [](WatchSpec& w) {
    w.name = "Paused and muted";
    w.is_paused = w.is_muted = true;
  });
  samples["browser"] = "refused: browser_steps: steps in a browser are not supported";
  samples["ignore status"] =
      expected("status", [](WatchSpec& w) { w.compares_error_pages = true; });
  samples["restock"] =
      "refused: processor: watching price and stock is not supported; watch a part of the page "
      "instead";
  samples["url template"] = "refused: url: templates in URLs are not supported";
  samples["unicode and long"] = expected("", [](WatchSpec& w) {
    w.url = "https://xn--bcher-kva.example/stra%C3%9Fe?q=a%20b&x=1";
    w.name = "Bücher – „Neu“ 本 🔔 <b>not bold</b>";
  });
  samples["local with history"] = expected("", [](WatchSpec& w) {
    w.url = "http://127.0.0.1:8099/case/text_change";
    w.name = "With history";
  });
  samples["conditions"] = expected("cond", [](WatchSpec& w) {
    w.triggers = {{Trigger::above, {}, 20}, {Trigger::present, {"Price", true}, 0}};
    w.needs_all_triggers = true;
  });
  return samples;
}

// The version of 2025 has fewer channels in its sample, and no sample of error pages.
std::map<std::string, std::string> expected_old_samples() {
  auto samples = expected_samples();
  samples["notify"] = expected("notify", [](WatchSpec& w) {
    w.channels = {"mailto-2", "ntfys-1", "discord-1", "slack-1", "tgram-1", "jsons-1"};
  });
  samples.erase("ignore status");
  return samples;
}

// The name of the sample with this id. One of the old samples has no name there.
std::string sample_name(std::string_view version, const std::string& id) {
  const auto names = nlohmann::json::parse(testkit::read_file(cdio_path(version, "names.json")));
  for (const auto& [name, named] : names.items())
    if (named == id) return name;
  return "notify";
}

void expect_samples(std::string_view version, const ImportedWatches& imported,
                    const std::map<std::string, std::string>& samples) {
  std::set<std::string> seen;
  for (const ImportedWatch& watch : imported.watches) {
    const std::string name = sample_name(version, watch.source);
    EXPECT_TRUE(seen.insert(name).second) << name;
    ASSERT_TRUE(samples.contains(name)) << name << ": " << result_of(watch);
    EXPECT_EQ(result_of(watch), samples.at(name)) << name;
  }
  EXPECT_EQ(seen.size(), samples.size());
}

std::vector<std::string> tag_names(const ImportedWatches& imported) {
  std::vector<std::string> names;
  for (const TagSpec& tag : imported.tags) names.push_back(tag.name);
  std::ranges::sort(names);
  return names;
}

TEST(ImportChangedetection, TakesADatastoreOver) {
  if (!testkit::has_test_data(kNew)) return;
  const auto imported = import_files(read_datastore(system_disk(), cdio_path(kNew, "datastore")));
  expect_samples(kNew, imported, expected_samples());
  EXPECT_EQ(tag_names(imported),
            (std::vector<std::string>{"Law", "Shop & prices", "Tech news", "changedetection.io"}));
}

TEST(ImportChangedetection, TakesABackupOver) {
  if (!testkit::has_test_data(kNew)) return;
  const std::string path = cdio_path(kNew, "changedetection-backup-20261117062038.zip");
  const auto imported = import_files(read_backup_zip(testkit::read_file(path)));
  expect_samples(kNew, imported, expected_samples());
  EXPECT_EQ(imported.tags.size(), 4u);
}

TEST(ImportChangedetection, TakesTheSingleFileOver) {
  if (!testkit::has_test_data(kOld)) return;
  expect_samples(kOld, import_one(cdio_path(kOld, "url-watches.json")), expected_old_samples());
}

TEST(ImportChangedetection, TakesAnOldBackupOver) {
  if (!testkit::has_test_data(kOld)) return;
  const std::string path = cdio_path(kOld, "changedetection-backup-20261117061903.zip");
  const auto files = read_backup_zip(testkit::read_file(path));
  ASSERT_TRUE(files) << files.error().message;
  for (const SourceFile& file : *files) EXPECT_NE(file.path, "secret.txt");
  expect_samples(kOld, import_files(files), expected_old_samples());
}

// The answers have no tags and no settings beside them.
TEST(ImportChangedetection, TakesAnswersOfTheInterfaceOver) {
  for (const std::string_view version : {kNew, kOld}) {
    if (!testkit::has_test_data(version)) return;
    const auto imported = import_one(cdio_path(version, "api-watch-each.json"));
    auto samples = version == kNew ? expected_samples() : expected_old_samples();
    for (const ImportedWatch& watch : imported.watches) {
      const std::string& name = watch.source;
      ASSERT_TRUE(samples.contains(name)) << name;
      if (name != "tags" && name != "notify")
        EXPECT_EQ(result_of(watch), samples.at(name)) << name;
      else
        EXPECT_TRUE(watch.watch) << watch.refusal;
    }
    EXPECT_GE(imported.watches.size(), samples.size() - 1);
  }
}

TEST(ImportChangedetection, RefusesTheListOfTheInterface) {
  if (!testkit::has_test_data(kNew)) return;
  const std::string path = cdio_path(kNew, "api-watch-list.json");
  const auto imported = import_changedetection({{"list.json", testkit::read_file(path)}});
  ASSERT_FALSE(imported);
  EXPECT_EQ(imported.error().message,
            "list.json: the list of watches has no settings; import a backup");
}

// No field of a source file is ignored without a word.
TEST(ImportChangedetection, EveryFieldHasANote) {
  if (!testkit::has_test_data(kOld)) return;
  const std::string path = cdio_path(kOld, "url-watches.json");
  const auto source = nlohmann::json::parse(testkit::read_file(path));
  const auto imported = import_one(path);
  const auto has_note = [](const std::vector<ImportNote>& notes, const std::string& field) {
    return std::ranges::any_of(notes, [&](const ImportNote& note) {
      return note.field == field || note.field.starts_with(field + '[') ||
             note.field.starts_with(field + '.');
    });
  };
  for (const ImportedWatch& watch : imported.watches)
    for (const auto& [field, value] : source["watching"][watch.source].items())
      EXPECT_TRUE(has_note(watch.notes, field)) << watch.source << ": " << field;
  for (const auto& [field, value] : source["settings"]["application"].items())
    EXPECT_TRUE(has_note(imported.notes, "settings.application." + field)) << field;
  for (const auto& [field, value] : source["settings"]["requests"].items())
    EXPECT_TRUE(has_note(imported.notes, "settings.requests." + field)) << field;
}

TEST(ImportChangedetection, NotesSayWhatWasChangedAndLeftOut) {
  if (!testkit::has_test_data(kNew)) return;
  const auto imported = import_files(read_datastore(system_disk(), cdio_path(kNew, "datastore")));
  std::map<std::string, std::string> words;
  for (const ImportedWatch& watch : imported.watches) {
    for (const ImportNote& note : watch.notes) {
      if (note.effect == ImportEffect::changed || note.effect == ImportEffect::refused)
        words[sample_name(kNew, watch.source)] += note.field + ": " + note.reason + "\n";
    }
  }
  const std::string interval =
      "time_between_check: the interval of the settings (3h) becomes a learned one\n";
  EXPECT_EQ(words["plain"], interval);
  EXPECT_EQ(words["every 30 s"], "");
  EXPECT_EQ(words["notify"],
            "notification_body: templates of messages are not taken over\n"
            "notification_format: templates of messages are not taken over\n"
            "notification_title: templates of messages are not taken over\n" +
                interval);
  EXPECT_EQ(
      words["xpath"],
      "include_filters[0]: read as XPath 1.0\ninclude_filters[1]: read as XPath 1.0\n" + interval);
  EXPECT_EQ(words["only added unique"],
            "filter_text_replaced: replaced lines count as added\n" + interval);
}

// A watch of the new format with these members.
ImportedWatch one_watch(const std::string& members) {
  const auto imported = import_changedetection(
      {{"a/watch.json", R"({"url": "https://a.example/", )" + members + "}"}});
  EXPECT_TRUE(imported) << imported.error().message;
  return imported->watches.at(0);
}

TEST(ImportChangedetection, RefusesWhatHasNoSafeMeaning) {
  const auto refusal = [](const std::string& members) { return one_watch(members).refusal; };
  EXPECT_EQ(
      refusal(R"x("ignore_text": ["/a(?=b)/"])x"),
      "ignore_text[0]: the regular expression cannot be read: invalid perl operator, at byte 2: "
      "\"(?=\" (it has no look-around and no back references)");
  EXPECT_EQ(refusal(R"x("include_filters": ["//a[matches(., 'x')]"])x"),
            "include_filters[0]: XPath 1.0 has no function matches()");
  EXPECT_EQ(refusal(R"("include_filters": ["a >"])").substr(0, 20), "include_filters[0]: ");
  EXPECT_EQ(refusal(R"("include_filters": ["p"], "extract_text": ["x"])"),
            "extract_text: extracting text from selected parts only is not supported");
  EXPECT_EQ(refusal(R"x("extract_text": ["/(a)(b)/"])x"),
            "extract_text[0]: several groups in one expression are not supported");
  EXPECT_EQ(
      refusal(R"("conditions": [{"field":"levenshtein_distance","operator":">","value":"1"}])"),
      "conditions[0]: conditions on \"levenshtein_distance\" are not supported");
  EXPECT_EQ(refusal(R"("body": "{{ now }}")"), "body: templates in the body are not supported");
  EXPECT_EQ(refusal(R"("processor": "image_ssim_diff")"),
            "processor: the kind of comparison \"image_ssim_diff\" is not supported");
  EXPECT_EQ(refusal(R"("include_filters": 3)"), "include_filters: expected a list of texts");
  EXPECT_EQ(refusal(R"("url": "https://b.example/")"),
            "the member \"url\" stands twice in one object");
}

TEST(ImportChangedetection, PausesAWatchBehindAProxy) {
  const ImportedWatch watch = one_watch(R"("proxy": "office")");
  ASSERT_TRUE(watch.watch);
  EXPECT_TRUE(watch.watch->is_paused);
  EXPECT_EQ(watch.notes.at(1).reason,
            "proxies are not supported, so it would be fetched directly; the watch is paused until "
            "you resume it");
}

TEST(ImportChangedetection, AnUnknownFieldIsReported) {
  const ImportedWatch watch = one_watch(R"("new_thing": 1, "empty_thing": null)");
  EXPECT_EQ(watch.notes.at(1).effect, ImportEffect::refused);
  EXPECT_EQ(watch.notes.at(1).reason, "this field is not known to the import");
  EXPECT_EQ(watch.notes.at(2).effect, ImportEffect::taken);
}

TEST(ImportChangedetection, BoundsThatIncludeTheNumberStayExact) {
  const ImportedWatch watch =
      one_watch(R"("conditions": [{"field":"extracted_number","operator":"<=","value":"20"}])");
  ASSERT_TRUE(watch.watch);
  EXPECT_EQ(watch.watch->triggers.at(0).kind, WatchTrigger::Kind::below);
  EXPECT_GT(watch.watch->triggers.at(0).bound, 20);
  EXPECT_LT(watch.watch->triggers.at(0).bound, 20.0000001);
}

TEST(ImportChangedetection, SettingsAndTagsReachIntoTheirWatches) {
  const auto imported = import_changedetection(
      {{"changedetection.json",
        R"({"settings":{"application":{"global_ignore_text":["every"],"all_muted":true,
            "notification_urls":["json://a.example"],"ignore_whitespace":false,
            "scheduler_timezone_default":"Europe/Paris"}}})"},
       {"t/tag.json", R"({"title":"Law","ignore_text":["tagged"],"fetch_backend":"html_webdriver",
                          "notification_urls":["ntfy://b"]})"},
       {"a/watch.json", R"({"url":"https://a.example/","tags":["t"],"ignore_text":["own"]})"},
       {"b/watch.json", R"({"url":"https://b.example/","notification_urls":[]})"}});
  ASSERT_TRUE(imported) << imported.error().message;
  const WatchSpec& tagged = *imported->watches.at(0).watch;
  EXPECT_EQ(tagged.ignored,
            (std::vector<TextPattern>{{"own", false}, {"every", false}, {"tagged", false}}));
  EXPECT_TRUE(tagged.is_muted);
  EXPECT_EQ(imported->watches.at(1).watch->channels, std::vector<std::string>{"json-1"});
  EXPECT_EQ(imported->tags.at(0).channels, std::vector<std::string>{"ntfy-1"});
  EXPECT_EQ(imported->channels.at(1).apprise_url, "ntfy://b");
  const auto note =
      std::ranges::find(imported->notes, "tag \"Law\".fetch_backend", &ImportNote::field);
  ASSERT_NE(note, imported->notes.end());
  EXPECT_EQ(note->effect, ImportEffect::refused);
}

TEST(ImportChangedetection, TheReportShowsNoSecrets) {
  const auto imported = import_changedetection(
      {{"a/watch.json", R"({"url":"https://a.example/","headers":{"Cookie":"hidden"},
                            "notification_urls":["slack://hidden/x"]})"}});
  ASSERT_TRUE(imported);
  const std::string report = to_json(*imported);
  EXPECT_EQ(report.find("hidden"), std::string::npos) << report;
  EXPECT_NE(report.find("slack-1"), std::string::npos);
}

TEST(ImportChangedetection, OtherFilesHoldNoWatches) {
  EXPECT_EQ(import_changedetection({}).error().message,
            "no watches of changedetection.io are in these files");
  EXPECT_EQ(import_changedetection({{"url-watches.json", "{"}}).error().message,
            "url-watches.json: not JSON from byte 2 on");
  EXPECT_FALSE(read_backup_zip("not a zip"));
}

TEST(ImportChangedetection, AnyCutOfABackupIsAnErrorOrFiles) {
  if (!testkit::has_test_data(kOld)) return;
  const std::string bytes =
      testkit::read_file(cdio_path(kOld, "changedetection-backup-20261117061903.zip"));
  for (std::size_t end = 97; end < bytes.size(); end += 97)
    EXPECT_FALSE(read_backup_zip(bytes.substr(0, end))) << end;
}

}  // namespace
}  // namespace freshet
