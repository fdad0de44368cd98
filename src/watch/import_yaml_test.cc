#include "watch/import_yaml.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "testkit/test_data.h"
#include "watch/json_tree.h"
#include "watch/tree_fields.h"

namespace freshet {
namespace {

constexpr std::string_view kUrlwatch = "watch-import/urlwatch-2.29/urls.yaml";
constexpr std::string_view kWebchanges = "watch-import/webchanges-3.37/jobs.yaml";

ImportedWatches import_jobs(std::string_view text) {
  const auto imported = import_yaml_jobs(text, "jobs.yaml");
  EXPECT_TRUE(imported) << imported.error().message;
  return imported.value_or(ImportedWatches{});
}

std::string job_result(const ImportedWatch& job) {
  if (!job.watch) return "refused: " + job.refusal;
  return write_json(tree_of(*job.watch, Secrets::included, Defaults::left_out));
}

std::string one_job(std::string_view text) { return job_result(import_jobs(text).watches.at(0)); }

// The pipeline of one job, without its URL.
std::string filtered(std::string_view filters) {
  const std::string result =
      one_job("url: https://a.example/\nfilter:\n" + std::string(filters) + "\n");
  const std::string url = R"x({"url":"https://a.example/")x";
  return result.starts_with(url + ",") ? "{" + result.substr(url.size() + 1) : result;
}

std::string changes_of(const ImportedWatch& job) {
  std::string words;
  for (const ImportNote& note : job.notes)
    if (note.effect == ImportEffect::changed || note.effect == ImportEffect::refused)
      words += note.field + ": " + note.reason + "\n";
  return words;
}

void expect_jobs(std::string_view file, const std::vector<std::string>& expected) {
  const auto imported = import_jobs(testkit::read_file(testkit::test_data(file)));
  ASSERT_EQ(imported.watches.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_EQ(job_result(imported.watches[i]), expected[i]) << imported.watches[i].source;
}

TEST(ImportYaml, TakesTheJobsOfUrlwatchOver) {
  if (!testkit::has_test_data(kUrlwatch)) return;
  expect_jobs(
      kUrlwatch,
      {R"x({"url":"https://www.example.org/plain"})x",
       R"x({"url":"https://www.example.org/css","name":"Main text by CSS","parts":[{"kind":"css","expression":"#content .entry > p"}]})x",
       "refused: filter[0]: css: its argument \"skip\" is not supported",
       R"x({"url":"https://www.example.org/xpath","name":"XPath","parts":[{"kind":"xpath","expression":"//div[@class='price']/text()"}]})x",
       "refused: filter[0]: xpath: its argument \"namespaces\" is not supported",
       R"x({"url":"https://www.example.org/elements","name":"Elements","parts":[{"kind":"css","expression":"p:is([class=\"entry\"]:is([id=\"main\"], [id=\"main\"] *), [class=\"entry\"]:is([id=\"main\"], [id=\"main\"] *) *)"}]})x",
       R"x({"url":"https://www.example.org/old-style","name":"Old form of filter as one string"})x",
       R"x({"url":"https://www.example.org/api.json","name":"JSON","ignored":[{"text":"\"ts\":","regex":true}]})x",
       "refused: filter[0]: jq: this filter is not supported",
       "refused: filter[3]: re.sub: this filter is not supported",
       R"x({"url":"https://www.example.org/login","name":"Request options","request":{"method":"POST","headers":[{"name":"Content-Type","value":"application/x-www-form-urlencoded"},{"name":"User-Agent","value":"Mozilla/5.0 (X11; Linux x86_64)"},{"name":"Accept-Language","value":"de"}],"secret_headers":[{"name":"Cookie","value":"session=abc123"}],"body":"username=foo&password=example-not-a-secret"},"paused":true})x",
       "refused: diff_filter: filters on the difference are not supported",
       R"x({"url":"https://www.example.org/disabled","name":"Disabled","paused":true})x",
       "refused: navigate: fetching with a browser is not supported",
       "refused: command: commands are not run",
       "refused: filter[1]: shellpipe: this filter is not supported",
       R"x({"url":"https://xn--bcher-kva.example/stra%C3%9Fe?q=a%20b&x=1","name":"Ünïcode – „quotes“ : and colon"})x"});
}

TEST(ImportYaml, TakesTheJobsOfWebchangesOver) {
  if (!testkit::has_test_data(kWebchanges)) return;
  expect_jobs(
      kWebchanges,
      {R"x({"url":"https://www.example.org/plain"})x",
       R"x({"url":"https://www.example.org/css","name":"Main text by CSS","parts":[{"kind":"css","expression":"#content .entry > p"}]})x",
       R"x({"url":"https://www.example.org/xpath","name":"XPath and absolute links","parts":[{"kind":"xpath","expression":"//div[@class='price']"}]})x",
       "refused: filters[3]: re.sub: this filter is not supported",
       "refused: filters[0]: jq: this filter is not supported",
       R"x({"url":"https://www.example.org/news","name":"Additions only, word differ","note":"Shown with the report","side":"added"})x",
       "refused: diff_filters: filters on the difference are not supported",
       "refused: no_redirects: comparing a redirect instead of its target is not supported",
       R"x({"url":"https://www.example.org/disabled","name":"Disabled","paused":true})x",
       "refused: use_browser: fetching with a browser is not supported",
       "refused: command: commands are not run"});
}

// No key of a source file is ignored without a word.
TEST(ImportYaml, EveryKeyHasANote) {
  for (const std::string_view file : {kUrlwatch, kWebchanges}) {
    if (!testkit::has_test_data(file)) return;
    const std::string text = testkit::read_file(testkit::test_data(file));
    const auto imported = import_jobs(text);
    std::size_t job = 0;
    std::string line;
    std::istringstream lines(text.substr(text.find("---\n") + 4));
    while (std::getline(lines, line)) {
      if (line == "---") ++job;
      if (line.empty() || line[0] == '-' || line[0] == ' ' || line[0] == '#') continue;
      const std::string key = line.substr(0, line.find(':'));
      const auto& notes = imported.watches.at(job).notes;
      EXPECT_TRUE(std::ranges::any_of(notes,
                                      [&](const ImportNote& note) {
                                        return note.field == key ||
                                               note.field.starts_with(key + "[") ||
                                               note.field.starts_with(key + ".");
                                      }))
          << imported.watches[job].source << ": " << key;
    }
  }
}

TEST(ImportYaml, NotesSayWhatWasChangedAndLeftOut) {
  if (!testkit::has_test_data(kUrlwatch)) return;
  const auto imported = import_jobs(testkit::read_file(testkit::test_data(kUrlwatch)));
  EXPECT_EQ(changes_of(imported.watches[0]),
            "url: the text of the page is compared, not its source\n");
  EXPECT_EQ(imported.watches[10].source, "job 11, line 81");
  EXPECT_EQ(
      changes_of(imported.watches[10]),
      "timeout: limits and pace are settings of the program\n"
      "encoding: the encoding of a page is detected\n"
      "http_proxy: proxies are not supported, so it would be fetched directly; the watch is "
      "paused until you resume it\n"
      "https_proxy: proxies are not supported, so it would be fetched directly; the watch is "
      "paused until you resume it\n"
      "ssl_no_verify: certificates are always verified; the watch is paused until you resume "
      "it\n"
      "ignore_cached: a 304 is trusted only where it has proved right\n"
      "ignore_connection_errors: an error is told once when it begins and once when it ends\n"
      "ignore_timeout_errors: an error is told once when it begins and once when it ends\n"
      "ignore_too_many_redirects: an error is told once when it begins and once when it ends\n"
      "ignore_incomplete_reads: an error is told once when it begins and once when it ends\n"
      "ignore_http_error_codes: an error is told once when it begins and once when it ends\n"
      "url: the text of the page is compared, not its source\n");
}

TEST(ImportYaml, FiltersOfLinesAreTakenOver) {
  EXPECT_EQ(
      filtered("- html2text\n- grep: 'Price|Stock'\n- grepi: generated\n- sort\n"
               "- remove-duplicate-lines\n- reverse\n- striplines"),
      R"x({"ignored":[{"text":"generated","regex":true}],"kept":[{"text":"Price|Stock","regex":true}],"sorts_lines":true,"drops_repeated_lines":true})x");
  EXPECT_EQ(
      filtered("- keep_lines_containing: 4.50\n- delete_lines_containing: {re: 'x.*'}"),
      R"x({"ignored":[{"text":"x.*","regex":true}],"kept":[{"text":"4\\.50","regex":true}]})x");
}

TEST(ImportYaml, FoundTextBecomesAPart) {
  EXPECT_EQ(filtered("- html2text\n- re.findall: 'EUR (\\d+)'"),
            R"x({"parts":[{"kind":"regex","expression":"(EUR (\\d+))"}]})x");
  EXPECT_EQ(filtered("- re.findall: {pattern: 'EUR (\\d+)', repl: '\\1'}"),
            R"x({"parts":[{"kind":"regex","expression":"EUR (\\d+)"}]})x");
}

TEST(ImportYaml, FiltersThatCannotBeExpressedRefuseTheJob) {
  EXPECT_EQ(filtered("- css: a\n- css: b"),
            "refused: filter[1]: css: selecting inside of selected parts is not supported");
  EXPECT_EQ(filtered("- grep: a\n- html2text"),
            "refused: filter[0]: grep: filtering lines of the source text is not supported");
  EXPECT_EQ(filtered("- grepi: a\n- css: b"),
            "refused: filter[1]: css: selecting from filtered lines is not supported");
  EXPECT_EQ(filtered("- grep: a\n- element-by-id: b"),
            "refused: filter[1]: element-by-id: selecting from filtered lines is not supported");
  EXPECT_EQ(filtered("- grep: a\n- grep: b"),
            "refused: filter[1]: grep: keeping lines twice is not supported");
  EXPECT_EQ(
      filtered("- css: p\n- re.findall: a"),
      "refused: filter[1]: re.findall: finding text in selected parts or lines is not supported");
  EXPECT_EQ(filtered("- xpath: \"//a[matches(., 'x')]\""),
            "refused: filter[0]: xpath: XPath 1.0 has no function matches()");
  EXPECT_EQ(
      filtered("- grep: 'a(?!b)'"),
      "refused: filter[0]: grep: the regular expression cannot be read: invalid perl operator, "
      "at byte 2: \"(?!\" (it has no look-around and no back references)");
  EXPECT_EQ(filtered("- {a: 1, b: 2}"), "refused: filter: expected a list of filters");
  EXPECT_EQ(filtered("- ocr"), "refused: filter[0]: ocr: this filter is not supported");
}

TEST(ImportYaml, RequestsAreTakenOver) {
  EXPECT_EQ(
      one_job("url: https://a.example/?x=1#top\nparams: {page: '2', q: a b}\n"
              "data: {a: 1}\ndata_as_json: true\nhttp_credentials: 'me:pass:word'\n"),
      R"x({"url":"https://a.example/?x=1&page=2&q=a+b","request":{"method":"POST","headers":[{"name":"Content-Type","value":"application/json"}],"body":"{\"a\":1}","user":"me","password":"pass:word"}})x");
}

TEST(ImportYaml, OneTagNeedsNoList) {
  const std::string job = "url: https://a.example/\nfilter: strip\ntags: ";
  EXPECT_EQ(import_jobs(job + "law").watches[0].watch->tags, std::vector<std::string>{"law"});
  EXPECT_EQ(import_jobs(job + "[a, [b], c]").watches[0].watch->tags,
            (std::vector<std::string>{"a", "c"}));
  EXPECT_EQ(changes_of(import_jobs(job + "{a: b}").watches[0]), "tags: expected a list of names\n");
}

TEST(ImportYaml, HeadersOfTheProgramAreLeftOut) {
  const ImportedWatch job = import_jobs(
                                "url: https://a.example/\nfilter: strip\n"
                                "headers: {Connection: keep-alive, X-Lang: de, Host: b.example}\n")
                                .watches[0];
  ASSERT_TRUE(job.watch);
  EXPECT_EQ(job.watch->request.headers, (std::vector<NameValue>{{"X-Lang", "de"}}));
  EXPECT_TRUE(job.watch->is_paused);
  EXPECT_EQ(changes_of(job),
            "headers.Connection: this header is made by the program\n"
            "headers.Host: the host is that of the URL; the watch is paused until you resume it\n");
}

TEST(ImportYaml, UnknownKeysAreReported) {
  EXPECT_EQ(
      changes_of(import_jobs("url: https://a.example/\nfilter: strip\nnew_key: 1\n").watches[0]),
      "new_key: this key is not known to the import\n");
}

TEST(ImportYaml, OddDocumentsAreRefused) {
  EXPECT_EQ(one_job("- a\n- b\n"), "refused: expected names with values");
  EXPECT_EQ(one_job("name: x\n"), "refused: url: the URL is missing");
  EXPECT_EQ(one_job("url: ftp://a.example/\n"),
            "refused: url: the scheme \"ftp\" is not supported");
  EXPECT_EQ(import_yaml_jobs("a: [", "jobs.yaml").error().message.substr(0, 21),
            "jobs.yaml:2: not YAML");
}

}  // namespace
}  // namespace freshet
