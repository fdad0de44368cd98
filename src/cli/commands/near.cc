// freshet near: which of many saved pages are nearly the same.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/escape.h"
#include "base/json.h"
#include "cli/archive_access.h"
#include "cli/commands/commands.h"
#include "cli/number_option.h"
#include "cli/saved_page.h"
#include "cli/selecting.h"
#include "html/text.h"
#include "similar/lsh.h"
#include "similar/shingles.h"
#include "store/export.h"
#include "store/selection.h"

namespace freshet {
namespace {

constexpr double kThreshold = 0.8;
constexpr std::size_t kPagesMax = 200'000;  // of an archive, compared at once

struct NearPair {
  double similarity;
  std::size_t a, b;  // numbers of the files
};

struct Text {
  ShingleSet shingles;
  MinHash sketch;
};

// Pairs are found by bands of their sketches, and then compared exactly.
std::vector<NearPair> find_pairs(const std::vector<Text>& texts, double threshold) {
  std::vector<NearPair> pairs;
  LshIndex index(choose_bands(threshold));
  for (std::size_t b = 0; b < texts.size(); ++b) {
    for (const std::uint32_t a : index.candidates(texts[b].sketch)) {
      const double similarity = jaccard(texts[a].shingles, texts[b].shingles);
      if (similarity >= threshold) pairs.push_back({similarity, a, b});
    }
    index.insert(texts[b].sketch);
  }
  std::stable_sort(pairs.begin(), pairs.end(), [](const NearPair& x, const NearPair& y) {
    return x.similarity > y.similarity;
  });
  return pairs;
}

void print_json(const std::vector<NearPair>& pairs, const std::vector<std::string>& files,
                Output& out) {
  JsonWriter json;
  json.begin_array();
  for (const NearPair& pair : pairs) {
    json.begin_object().key("similarity").value(pair.similarity);
    json.key("a").value(files[pair.a]).key("b").value(files[pair.b]).end_object();
    out.write(json.take());
  }
  json.end_array();
  out.write(json.take() + "\n");
}

struct Corpus {
  std::vector<std::string> names;
  std::vector<Text> texts;

  void add(std::string name, std::string_view text) {
    names.push_back(std::move(name));
    Text& added = texts.emplace_back();
    added.shingles = word_shingle_set(text);
    added.sketch = min_hash(added.shingles);
  }
};

CommandResult add_files(const Session& session, Corpus& corpus) {
  const std::vector<std::string>& files = session.arguments.values("FILE");
  if (std::count(files.begin(), files.end(), "-") > 1)
    return wrong_usage("only one page can come from standard input");
  for (const std::string& file : files) {
    const auto page = read_saved_page(file, "", session.config.settings);
    if (!page) return could_not(page.error().message);
    corpus.add(file, visible_text(page->text(), page->index, page->scripting));
  }
  return {};
}

// The newest versions of the HTML pages of an archive.
CommandResult add_archive(const Session& session, Corpus& corpus) {
  auto selection = range_from_arguments(session.arguments);
  if (!selection) return std::unexpected(selection.error());
  auto archive = open_to_read(session);
  if (!archive) return std::unexpected(archive.error());
  selection->only_last = true;
  const Status read = each_selected(*archive, *selection, [&](const Found& found) -> Status {
    const auto body = archive->with_body(found);
    if (!body || body->snapshot.status != 200) return {};
    const auto page = read_page_text(*archive, *body);
    if (!page && page.error().code == Errc::not_found) return {};  // no HTML
    if (!page) return std::unexpected(page.error());
    if (corpus.texts.size() >= kPagesMax)
      return std::unexpected(
          Error{Errc::limit, fmt::format("more than {} pages are too many to compare at once; "
                                         "--host, --domain, --from and --to choose some",
                                         kPagesMax)});
    corpus.add(found.page.key.url, page->text);
    return {};
  });
  if (!read) return could_not(read.error());
  return {};
}

CommandResult run_near(const Session& session) {
  const auto threshold = number_of(session, "--threshold", kThreshold, 0.0, 1.0);
  if (!threshold) return std::unexpected(threshold.error());
  Corpus corpus;
  const bool is_of_files = session.arguments.has("FILE");
  const auto added = is_of_files ? add_files(session, corpus) : add_archive(session, corpus);
  if (!added) return added;
  const std::vector<NearPair> pairs = find_pairs(corpus.texts, *threshold);
  if (session.arguments.has("--json")) {
    print_json(pairs, corpus.names, session.out);
    return {};
  }
  for (const NearPair& pair : pairs)
    session.out.write(fmt::format("{:.3f}  {}  {}\n", pair.similarity,
                                  visible(corpus.names[pair.a]), visible(corpus.names[pair.b])));
  return {};
}

}  // namespace

Command near_command() {
  std::vector<Option> options = {{"--threshold", "X", "From 0 to 1 (default: 0.8)"},
                                 {"--json", "", "Print JSON: an array of {similarity, a, b}"}};
  for (const Option& option : range_options()) options.push_back(option);
  return {.name = "near",
          .summary = "List pages that are nearly the same, saved ones or those of an archive",
          .details =
              "Compares the texts of pages by runs of three words: the share of runs that two\n"
              "have in common. Pairs from the threshold on are listed, the most alike first.\n"
              "Candidates are found by MinHash and bands, so many pages can be given. Without\n"
              "FILE it compares the newest versions of the pages of an archive.",
          .usage = "[FILE...] [OPTIONS]",
          .operands = {{"FILE", "A page; one may be -, standard input", false, true}},
          .options = std::move(options),
          .sections = {},
          .examples = {{"freshet near *.html", "near duplicates among these pages"},
                       {"freshet near --archive web --host example.com",
                        "near duplicates among the pages of a host"},
                       {"freshet near *.html --threshold 0.5 --json", "what is half the same"}},
          .run = run_near};
}

}  // namespace freshet
