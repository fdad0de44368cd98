// freshet near: which of many saved pages are nearly the same.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/escape.h"
#include "base/json.h"
#include "cli/commands/commands.h"
#include "cli/number_option.h"
#include "cli/saved_page.h"
#include "html/text.h"
#include "similar/lsh.h"
#include "similar/shingles.h"

namespace freshet {
namespace {

constexpr double kThreshold = 0.8;

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

CommandResult run_near(const Session& session) {
  const auto threshold = number_of(session, "--threshold", kThreshold, 0.0, 1.0);
  if (!threshold) return std::unexpected(threshold.error());
  const std::vector<std::string>& files = session.arguments.values("FILE");
  if (std::count(files.begin(), files.end(), "-") > 1)
    return wrong_usage("only one page can come from standard input");
  std::vector<Text> texts;
  for (const std::string& file : files) {
    const auto page = read_saved_page(file, "", session.config.settings);
    if (!page) return could_not(page.error().message);
    Text text;
    text.shingles = word_shingle_set(visible_text(page->text(), page->index, page->scripting));
    text.sketch = min_hash(text.shingles);
    texts.push_back(std::move(text));
  }
  const std::vector<NearPair> pairs = find_pairs(texts, *threshold);
  if (session.arguments.has("--json")) {
    print_json(pairs, files, session.out);
    return {};
  }
  for (const NearPair& pair : pairs)
    session.out.write(fmt::format("{:.3f}  {}  {}\n", pair.similarity, visible(files[pair.a]),
                                  visible(files[pair.b])));
  return {};
}

}  // namespace

Command near_command() {
  return {.name = "near",
          .summary = "List saved pages that are nearly the same",
          .details =
              "Compares the texts of pages by runs of three words: the share of runs that two\n"
              "have in common. Pairs from the threshold on are listed, the most alike first.\n"
              "Candidates are found by MinHash and bands, so many pages can be given.",
          .usage = "FILE... [OPTIONS]",
          .operands = {{"FILE", "A page; one may be -, standard input", true, true}},
          .options = {{"--threshold", "X", "From 0 to 1 (default: 0.8)"},
                      {"--json", "", "Print JSON: an array of {similarity, a, b}"}},
          .sections = {},
          .examples = {{"freshet near *.html", "near duplicates among these pages"},
                       {"freshet near *.html --threshold 0.5 --json", "what is half the same"}},
          .run = run_near};
}

}  // namespace freshet
