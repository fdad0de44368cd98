// Main text on pages that people marked (WCXB's layout: html/NNNN.html, truth/NNNN.json): word F1
// by folds of sites, and CPU per page.
//   content_eval DIR [--folds K] [--run N] [--rounds N] [--leaves N] [--rate X] [--texts OUT.json]
//                    [--model OUT] [--shipped EVERY]
// --shipped measures the CPU of the model that ships on every EVERYth page, for a comparison with
// content_contenders.py in the same minutes; it tests nothing. --run N trains and tests the first N
// folds only. --texts writes what was extracted, for a scorer
// that is not ours. --model trains on all pages instead, as `freshet learn --content` does.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/ascii.h"
#include "base/hash.h"
#include "clean/content.h"
#include "clean/content_training.h"
#include "clean/content_words.h"
#include "clean/shipped_content.h"
#include "measure.h"

using namespace freshet;

namespace {

struct MarkedPage {
  std::string id, html, marked, kind;
  ContentLesson lesson;
  std::size_t fold = 0;
};

struct Score {
  double precision = 0, recall = 0, f1 = 0;
};

using Bag = std::unordered_map<std::string, long>;

long fill_bag(std::string_view text, Bag& bag) {
  const std::string lower = ascii_lower(text);
  long count = 0;
  for_each_word(lower, [&](std::size_t from, std::size_t to) {
    ++bag[lower.substr(from, to - from)];
    ++count;
  });
  return count;
}

Score word_f1(std::string_view extracted, std::string_view marked) {
  Bag found, wanted;
  const long n = fill_bag(extracted, found), m = fill_bag(marked, wanted);
  if (m == 0) return n == 0 ? Score{1, 1, 1} : Score{};
  if (n == 0) return {};
  long overlap = 0;
  for (const auto& [word, count] : wanted)
    if (const auto here = found.find(word); here != found.end())
      overlap += std::min(count, here->second);
  return {static_cast<double>(overlap) / static_cast<double>(n),
          static_cast<double>(overlap) / static_cast<double>(m),
          2.0 * static_cast<double>(overlap) / static_cast<double>(n + m)};
}

std::string read_all(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::filesystem::path> page_files(const std::string& directory) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(directory + "/html"))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<MarkedPage> read_pages(const std::string& directory, std::size_t folds,
                                   TokenNames& names) {
  std::vector<MarkedPage> pages;
  for (const auto& file : page_files(directory)) {
    const auto truth =
        nlohmann::json::parse(read_all(directory + "/truth/" + file.stem().string() + ".json"));
    MarkedPage page{.id = file.stem().string(),
                    .html = read_all(file),
                    .marked = truth.at("main_content"),
                    .kind = truth.at("page_type"),
                    .lesson = {}};
    const std::string site = truth.at("site");
    page.fold = hash64("fold " + site) % folds;
    page.lesson = make_content_lesson(page.html, site, page.marked, names);
    pages.push_back(std::move(page));
  }
  return pages;
}

struct Means {
  std::size_t pages = 0;
  Score sum;

  void add(const Score& score) {
    ++pages;
    sum.precision += score.precision;
    sum.recall += score.recall;
    sum.f1 += score.f1;
  }
  void print(std::string_view name) const {
    const double n = static_cast<double>(pages);
    fmt::print("{:<16}{:>6}{:>9.4f}{:>9.4f}{:>9.4f}\n", name, pages, sum.f1 / n, sum.precision / n,
               sum.recall / n);
  }
};

// Word F1 if exactly the blocks were taken that are marked for the most part: the limit of any
// model.
void print_best_choice(const std::vector<MarkedPage>& pages) {
  Means best;
  for (const MarkedPage& page : pages) {
    std::string text;
    for (std::size_t k = 0; k < page.lesson.shares.size(); ++k)
      if (page.lesson.shares[k] >= 0.5f) text += page.lesson.page.blocks[k].text + "\n";
    best.add(word_f1(text, page.marked));
  }
  best.print("best choice");
}

// Trains on all pages.
int write_model_of(const std::vector<MarkedPage>& pages, const TokenNames& names,
                   const ContentTrainingOptions& options, const std::string& file) {
  std::vector<const ContentLesson*> lessons;
  for (const MarkedPage& page : pages) lessons.push_back(&page.lesson);
  const auto model = train_content(lessons, names, content_notes(lessons, options), options);
  if (model) std::ofstream(file) << model->write();
  return model ? 0 : 1;
}

// Reads every `every`th page with the model that ships.
int time_shipped(const std::string& directory, std::size_t every) {
  std::vector<std::string> pages;
  const auto files = page_files(directory);
  for (std::size_t i = 0; i < files.size(); i += every) pages.push_back(read_all(files[i]));
  std::size_t bytes = 0, found = 0;
  static_cast<void>(shipped_content_model());
  const double start = bench::cpu_seconds();
  for (const std::string& page : pages) {
    const TagIndex index = index_tags(page, Scripting::off);
    const ContentModel& model = shipped_content_model();
    found += find_main_text(page, index, Scripting::off, model).text().size();
    bytes += page.size();
  }
  const double seconds = bench::cpu_seconds() - start;
  const auto count = static_cast<double>(pages.size());
  fmt::print("freshet: {:.3f} ms of CPU a page, {} pages of {:.0f} bytes with {:.0f} of text\n",
             1e3 * seconds / count, pages.size(), static_cast<double>(bytes) / count,
             static_cast<double>(found) / count);
  return 0;
}

double number(std::string_view text) {
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  std::size_t folds = 10, run = SIZE_MAX;
  std::string texts_file, model_file;
  ContentTrainingOptions options;
  for (int i = 2; i + 1 < argc; i += 2) {
    const std::string_view flag = argv[i], value = argv[i + 1];
    if (flag == "--folds") folds = static_cast<std::size_t>(number(value));
    if (flag == "--run") run = static_cast<std::size_t>(number(value));
    if (flag == "--rounds") options.trees.rounds = static_cast<int>(number(value));
    if (flag == "--leaves") options.trees.leaves_max = static_cast<int>(number(value));
    if (flag == "--rate") options.trees.shrinkage = number(value);
    if (flag == "--row-share") options.trees.row_share = number(value);
    if (flag == "--l2") options.trees.l2 = number(value);
    if (flag == "--leaf-weight") options.trees.leaf_weight_min = number(value);
    if (flag == "--token-sites") options.token_sites = static_cast<std::size_t>(number(value));
    if (flag == "--texts") texts_file = value;
    if (flag == "--model") model_file = value;
    if (flag == "--shipped") return time_shipped(argv[1], static_cast<std::size_t>(number(value)));
  }
  TokenNames names;
  double start = bench::cpu_seconds();
  const std::vector<MarkedPage> pages = read_pages(argv[1], folds, names);
  std::size_t rows = 0;
  for (const MarkedPage& page : pages) rows += page.lesson.page.blocks.size();
  fmt::print("{} pages, {} blocks, read in {:.1f} s\n", pages.size(), rows,
             bench::cpu_seconds() - start);
  std::fflush(stdout);
  print_best_choice(pages);
  if (!model_file.empty()) return write_model_of(pages, names, options, model_file);
  std::map<std::string, Means> kinds;
  Means all;
  double seconds = 0;
  nlohmann::json texts = nlohmann::json::object(), times = nlohmann::json::object();
  for (std::size_t fold = 0; fold < std::min(folds, run); ++fold) {
    std::vector<const ContentLesson*> lessons;
    for (const MarkedPage& page : pages)
      if (page.fold != fold) lessons.push_back(&page.lesson);
    start = bench::cpu_seconds();
    const auto model = train_content(lessons, names, {}, options);
    if (!model) {
      fmt::print(stderr, "{}\n", model.error().message);
      return 1;
    }
    const double training = bench::cpu_seconds() - start;
    Means mean;
    for (const MarkedPage& page : pages) {
      if (page.fold != fold) continue;
      start = bench::cpu_seconds();
      const TagIndex index = index_tags(page.html, Scripting::off);
      const std::string text = find_main_text(page.html, index, Scripting::off, *model).text();
      const double took = bench::cpu_seconds() - start;
      seconds += took;
      const Score score = word_f1(text, page.marked);
      kinds[page.kind].add(score);
      mean.add(score);
      all.add(score);
      if (!texts_file.empty()) {
        texts[page.id] = text;
        times[page.id] = 1e3 * took;
      }
    }
    fmt::print("{:.0f} s {} tokens, {} bytes; ", training, model->tokens().tokens().size(),
               model->write().size());
    mean.print(fmt::format("fold {}", fold));
    std::fflush(stdout);
  }
  fmt::print("\n{:<16}{:>6}{:>9}{:>9}{:>9}\n", "", "pages", "F1", "P", "R");
  for (const auto& [kind, means] : kinds) means.print(kind);
  all.print("all");
  fmt::print("{:.3f} ms of CPU a page\n", 1e3 * seconds / static_cast<double>(all.pages));
  if (!texts_file.empty())
    std::ofstream(texts_file) << nlohmann::json{{"texts", texts}, {"ms", times}}.dump(
        -1, ' ', false, nlohmann::json::error_handler_t::replace);
  return 0;
}
