// How much of the text of real sites is template, and how much of what people marked as values
// survives its removal: for the naive rule, the algorithm of the paper, and ours, at t = 4, 8 and
// 16 sample pages, on 40 sites of SWDE with 40 pages each. A value survives if a text equal to it
// is left. Only pages outside the sample are scored. Then the trade-off as a curve, with the rules
// chosen on other sites than those they are tried on, and the time of all parts.
//
//   tar --zstd -xf ../shared/data/swde-40-sites.tar.zst -C /some/folder
//   build/bench/template_eval /some/folder/swde [--sites] [--fast] [--timing]
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "charset/charset.h"
#include "clean/paper_template.h"
#include "clean/template.h"
#include "clean/template_bytes.h"
#include "html/entities.h"
#include "html/text_flow.h"
#include "measure.h"
#include "testkit/test_data.h"

namespace freshet::bench {
namespace {

namespace fs = std::filesystem;

constexpr double kSurvivalLow = 0.9;  // a site below this counts as lost
constexpr std::size_t kFolds = 8;

// White space, also no-break spaces, as one space; none at the ends.
std::string collapse(std::string_view text) {
  std::string out;
  bool gap = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool no_break = text.substr(i).starts_with("\xC2\xA0");
    if (no_break || static_cast<unsigned char>(text[i]) <= ' ') {
      gap = !out.empty();
      i += no_break ? 1 : 0;
      continue;
    }
    if (gap) out += ' ';
    gap = false;
    out += text[i];
  }
  return out;
}

std::string clean_words(std::string_view page, std::size_t from, std::size_t to) {
  TextFlow flow;
  flow.add(page, from, to, TextKind::markup, Place::html);
  return collapse(flow.take());
}

struct Page {
  std::string name, text;
  TagIndex index;
  PageTokens tokens;
  std::vector<std::string> words;                  // of each token; empty for tags
  std::multimap<std::string, std::string> values;  // attribute, value
};

struct Site {
  std::string name;
  std::vector<Page> pages;
};

Page read_page(const fs::path& file) {
  Page page;
  page.name = file.stem().string();
  const std::string bytes = testkit::read_file(file);
  const Utf8Text utf8 = to_utf8(bytes, "text/html; charset=utf-8");
  page.text = std::string(utf8.text(bytes));
  page.index = index_tags(page.text, Scripting::off);
  page.tokens = tokenize(page.text, page.index, Scripting::off);
  std::vector<std::uint32_t> starts;
  for (const Tag& tag : page.index) starts.push_back(tag.start);
  for (const PageToken& token : page.tokens.tokens) {
    page.words.emplace_back();
    if (!token.is_text()) continue;
    const auto next = std::ranges::lower_bound(starts, token.from);
    const std::size_t end = next == starts.end() ? page.text.size() : *next;
    page.words.back() = clean_words(page.text, token.from, end);
  }
  return page;
}

void read_values(const fs::path& file, const std::string& attribute, Site& site) {
  std::map<std::string, Page*> by_name;
  for (Page& page : site.pages) by_name[page.name] = &page;
  const std::string all = testkit::read_file(file);
  std::size_t line_number = 0;
  for (std::size_t at = 0; at < all.size(); ++line_number) {
    const std::size_t end = std::min(all.find('\n', at), all.size());
    std::vector<std::string> fields;
    for (std::size_t from = at; from <= end;) {
      const std::size_t to = std::min(all.find('\t', from), end);
      fields.push_back(all.substr(from, to - from));
      from = to + 1;
    }
    at = end + 1;
    if (line_number < 2 || fields.size() < 3 || !by_name.contains(fields[0])) continue;
    for (std::size_t i = 2; i < fields.size(); ++i) {
      const std::string once = clean_words(fields[i], 0, fields[i].size());
      const std::string value = clean_words(once, 0, once.size());
      if (!value.empty() && value != "<NULL>" && fields[i].find("<NULL>") == std::string::npos)
        by_name[fields[0]]->values.emplace(attribute, value);
    }
  }
}

std::vector<Site> read_sites(const fs::path& root) {
  std::vector<fs::path> folders;
  for (const auto& kind : fs::directory_iterator(root))
    if (kind.is_directory() && kind.path().filename() != "groundtruth")
      for (const auto& site : fs::directory_iterator(kind.path())) folders.push_back(site.path());
  std::ranges::sort(folders);
  std::vector<Site> sites;
  for (const fs::path& folder : folders) {
    Site site;
    site.name = folder.filename().string();
    site.name.resize(std::min(site.name.find('('), site.name.size()));
    std::vector<fs::path> files;
    for (const auto& file : fs::directory_iterator(folder)) files.push_back(file.path());
    std::ranges::sort(files);
    for (const fs::path& file : files) site.pages.push_back(read_page(file));
    const fs::path truth = root / "groundtruth" / folder.parent_path().filename();
    for (const auto& file : fs::directory_iterator(truth)) {
      const std::string name = file.path().stem().string();
      if (name.starts_with(site.name + "-"))
        read_values(file.path(), name.substr(site.name.size() + 1), site);
    }
    sites.push_back(std::move(site));
  }
  return sites;
}

// For each token of a page: true if it is template.
using Marker = std::function<std::vector<bool>(const Page&)>;

struct SiteScore {
  std::string site;
  double survival = 1;
  double kept = 1;  // share of the bytes of visible text
  std::map<std::string, int> lost = {};
};

SiteScore score_site(const Site& site, std::size_t sample, const Marker& marker) {
  SiteScore score;
  score.site = site.name;
  double values = 0, survived = 0, bytes = 0, kept = 0;
  for (std::size_t i = sample; i < site.pages.size(); ++i) {
    const Page& page = site.pages[i];
    const std::vector<bool> is_template = marker(page);
    std::set<std::string_view> there, left;
    for (std::size_t k = 0; k < page.words.size(); ++k) {
      if (page.words[k].empty()) continue;
      bytes += static_cast<double>(page.words[k].size());
      there.insert(page.words[k]);
      if (is_template[k]) continue;
      kept += static_cast<double>(page.words[k].size());
      left.insert(page.words[k]);
    }
    for (const auto& [attribute, value] : page.values) {
      if (!there.contains(value)) continue;
      ++values;
      if (left.contains(value))
        ++survived;
      else
        ++score.lost[attribute + "=" + value.substr(0, 30)];
    }
  }
  if (values > 0) score.survival = survived / values;
  if (bytes > 0) score.kept = kept / bytes;
  return score;
}

struct Totals {
  double survival = 0, kept = 0, worst = 1;
  std::size_t sites = 0, low = 0;

  void add(const SiteScore& score) {
    survival += score.survival;
    kept += score.kept;
    worst = std::min(worst, score.survival);
    low += score.survival < kSurvivalLow ? 1 : 0;
    ++sites;
  }
  void print(std::string_view name) const {
    const auto n = static_cast<double>(std::max<std::size_t>(sites, 1));
    fmt::print("{:<34}{:>9.4f}{:>8.3f}{:>8}{:>10.1f} %\n", name, survival / n, worst, low,
               100 * kept / n);
  }
};

void print_head(std::string_view title) {
  fmt::print("\n{:<34}{:>9}{:>8}{:>8}{:>12}\n", title, "survival", "worst", "< .90", "text kept");
}

std::vector<PageTokens> sample_of(const Site& site, std::size_t t) {
  std::vector<PageTokens> pages;
  for (std::size_t i = 0; i < t; ++i) pages.push_back(site.pages[i].tokens);
  return pages;
}

Marker naive_marker(const Site& site, std::size_t t) {
  return [texts = naive_template(sample_of(site, t))](const Page& page) {
    std::vector<bool> marks;
    for (const PageToken& token : page.tokens.tokens)
      marks.push_back(token.is_text() && texts.contains(token.id));
    return marks;
  };
}

Marker paper_marker(const Site& site, std::size_t t) {
  return [ids = paper_template(sample_of(site, t))](const Page& page) {
    return match_paper_template(ids, page.tokens);
  };
}

// The sample makes the columns; the pages of the visit that a crawl learns from vote, or the sample
// alone.
SiteTemplates learn_site(const Site& site, std::size_t t, bool all_vote) {
  TemplateLearner learner({}, static_cast<std::uint32_t>(t));
  LearnedPages learned;
  for (std::size_t i = 0; i < (all_vote ? site.pages.size() : t); ++i) {
    if (!is_worth_learning(i, learned)) continue;
    ++learned.all;
    if (learner.add(site.pages[i].tokens)) ++learned.alike;
  }
  return learner.learn();
}

Marker our_marker(const SiteTemplates& templates, const TemplateRules& rules) {
  return [&templates, rules](const Page& page) {
    TemplateReader reader(templates, rules);
    const TemplateMarks found = reader.mark(page.tokens);
    std::vector<bool> marks;
    for (const PageToken& token : page.tokens.tokens)
      marks.push_back(std::ranges::binary_search(found.template_texts, token.from) &&
                      token.is_text());
    return marks;
  };
}

void print_sites(const std::vector<SiteScore>& scores) {
  for (const SiteScore& score : scores) {
    fmt::print("  {:<30} {:.3f} {:.3f}", score.site, score.survival, score.kept);
    for (const auto& [value, count] : score.lost) fmt::print(" | {} x{}", value, count);
    fmt::print("\n");
  }
}

void compare(const std::vector<Site>& sites, bool with_paper, bool each_site) {
  for (const std::size_t t : {4u, 8u, 16u}) {
    print_head(fmt::format("t = {}", t));
    Totals naive, paper, alone, ours;
    std::vector<SiteScore> scores;
    std::size_t layouts = 0, bytes = 0;
    for (const Site& site : sites) {
      naive.add(score_site(site, t, naive_marker(site, t)));
      if (with_paper) paper.add(score_site(site, t, paper_marker(site, t)));
      const SiteTemplates sampled = learn_site(site, t, false);
      alone.add(score_site(site, t, our_marker(sampled, {})));
      const SiteTemplates templates = learn_site(site, t, true);
      scores.push_back(score_site(site, t, our_marker(templates, {})));
      ours.add(scores.back());
      layouts += templates.layouts.size();
      bytes += pack_templates(templates).size();
    }
    naive.print("naive rule");
    if (with_paper) paper.print("paper");
    alone.print("ours, sample alone");
    ours.print("ours, the visit votes");
    const auto n = static_cast<double>(sites.size());
    fmt::print("layouts a site {:.2f}, bytes stored a site {:.0f}\n",
               static_cast<double>(layouts) / n, static_cast<double>(bytes) / n);
    if (each_site) print_sites(scores);
  }
}

// Rules from careful to bold.
std::vector<std::pair<std::string, TemplateRules>> rule_steps() {
  std::vector<std::pair<std::string, TemplateRules>> steps;
  const TemplateRules chosen;
  TemplateRules pure = chosen;
  pure.near_share = 2;
  pure.long_pages = 2;
  steps.emplace_back("pure", pure);
  for (const std::uint32_t bytes : {40u, 20u, 10u, 5u, 1u}) {
    TemplateRules rules = pure;
    rules.near_bytes = bytes;
    rules.near_share = chosen.near_share;
    steps.emplace_back(fmt::format("pure, near from {} bytes", bytes), rules);
  }
  for (const std::uint32_t bytes : {40u, 20u, 10u, 5u, 1u}) {
    TemplateRules rules = chosen;
    rules.near_bytes = bytes;
    steps.emplace_back(fmt::format("pure, near from {} bytes, long", bytes), rules);
  }
  for (const double share : {0.8, 0.7, 0.5}) {
    TemplateRules rules = chosen;
    rules.near_share = share;
    steps.emplace_back(fmt::format("all, near at {}", share), rules);
  }
  for (const double share : {0.9, 0.7, 0.5}) {
    TemplateRules rules = chosen;
    rules.pure_share = rules.near_share = share;
    steps.emplace_back(fmt::format("all, pure and near at {}", share), rules);
  }
  return steps;
}

// Each fold takes the rule that keeps the least text of the other sites at a survival that is asked
// of them.
void print_folds(const std::vector<std::vector<SiteScore>>& scores, double asked) {
  Totals held_out;
  for (std::size_t fold = 0; fold < kFolds; ++fold) {
    std::size_t best = 0;
    double best_kept = 2;
    for (std::size_t rule = 0; rule < scores.size(); ++rule) {
      double survival = 0, kept = 0, n = 0;
      for (std::size_t s = 0; s < scores[rule].size(); ++s) {
        if (s % kFolds == fold) continue;
        survival += scores[rule][s].survival;
        kept += scores[rule][s].kept;
        ++n;
      }
      if (survival / n < asked || kept / n >= best_kept) continue;
      best = rule;
      best_kept = kept / n;
    }
    for (std::size_t s = fold; s < scores[best].size(); s += kFolds) held_out.add(scores[best][s]);
  }
  held_out.print(fmt::format("chosen on other sites, {} there", asked));
}

void print_curve(const std::vector<Site>& sites) {
  constexpr std::size_t t = 16;
  print_head("trade-off, t = 16, the visit votes");
  std::vector<SiteTemplates> learned;
  for (const Site& site : sites) learned.push_back(learn_site(site, t, true));
  std::vector<std::vector<SiteScore>> scores;
  for (const auto& [name, rules] : rule_steps()) {
    Totals totals;
    scores.emplace_back();
    for (std::size_t i = 0; i < sites.size(); ++i) {
      scores.back().push_back(score_site(sites[i], t, our_marker(learned[i], rules)));
      totals.add(scores.back().back());
    }
    totals.print(name);
  }
  for (const double asked : {0.985, 0.99}) print_folds(scores, asked);
}

// Pages of about 3,000 tokens: sites whose first 16 pages have 2,500 to 3,500 on average.
void time_consensus(const std::vector<Site>& sites) {
  constexpr std::size_t t = 16;
  double paper_seconds = 0, our_seconds = 0, apply_seconds = 0, align_seconds = 0;
  double tokens = 0, pages = 0, applied = 0, used = 0;
  for (const Site& site : sites) {
    const std::vector<PageTokens> sample = sample_of(site, t);
    double total = 0;
    for (const PageTokens& page : sample) total += static_cast<double>(page.tokens.size());
    if (total / t < 2'500 || total / t > 3'500) continue;
    ++used;
    tokens += total;
    pages += t;
    double start = cpu_seconds();
    distil_consensus(sample);
    paper_seconds += cpu_seconds() - start;
    start = cpu_seconds();
    TemplateLearner learner({}, t);
    for (const PageTokens& page : sample) learner.add(page);
    our_seconds += cpu_seconds() - start;
    const SiteTemplates templates = learner.learn();
    TemplateReader reader(templates);
    reader.mark(sample[0]);
    for (std::size_t i = t; i < site.pages.size(); ++i, ++applied) {
      start = cpu_seconds();
      reader.mark(site.pages[i].text, site.pages[i].index, Scripting::off);
      apply_seconds += cpu_seconds() - start;
      start = cpu_seconds();
      reader.mark(site.pages[i].tokens);
      align_seconds += cpu_seconds() - start;
    }
  }
  fmt::print("\n{} sites, {:.0f} tokens a page: consensus of 16 pages\n", used, tokens / pages);
  fmt::print("  Needleman-Wunsch {:.1f} ms, ours {:.2f} ms, 1/{:.0f}\n", 1e3 * paper_seconds / used,
             1e3 * our_seconds / used, paper_seconds / our_seconds);
  fmt::print("  applying: {:.3f} ms a page, {:.3f} without reading its tokens\n",
             1e3 * apply_seconds / applied, 1e3 * align_seconds / applied);
}

struct LearningCost {
  double index = 0, read = 0, grow = 0, vote = 0, finish = 0;  // seconds
  double pages = 0, grown = 0, bytes = 0, tokens = 0;
};

LearningCost learn_all(const std::vector<Site>& sites) {
  LearningCost cost;
  TagIndex index;
  PageTokens page_tokens;
  const auto measure = [](double& seconds, const auto& work) {
    const double start = cpu_seconds();
    work();
    seconds += cpu_seconds() - start;
  };
  for (const Site& site : sites) {
    TemplateLearner learner;
    for (std::size_t i = 0; i < site.pages.size(); ++i) {
      const std::string& text = site.pages[i].text;
      measure(cost.index, [&] { index_tags(text, Scripting::off, index); });
      measure(cost.read, [&] { tokenize(text, index, Scripting::off, page_tokens); });
      measure(i < kSamplePages ? cost.grow : cost.vote, [&] { learner.add(page_tokens); });
      ++cost.pages;
      cost.grown += i < kSamplePages ? 1 : 0;
      cost.bytes += static_cast<double>(text.size());
      cost.tokens += static_cast<double>(page_tokens.tokens.size());
    }
    measure(cost.finish, [&] { pack_templates(std::move(learner).learn()); });
  }
  return cost;
}

// The cost of learning while a host is visited: of the round in which the tag index took least. A
// host of 100 pages of 41 KB is what the crawl's benchmark serves.
void time_learning(const std::vector<Site>& sites) {
  constexpr int kRounds = 7;
  constexpr double kHostPages = 100, kHostPageBytes = 41'000;
  LearningCost best = learn_all(sites);
  for (int round = 1; round < kRounds; ++round) {
    const LearningCost cost = learn_all(sites);
    if (cost.index < best.index) best = cost;
  }
  const double index = 1e6 * best.index / best.pages, read = 1e6 * best.read / best.pages;
  const double grow = 1e6 * best.grow / best.grown;
  const double vote = 1e6 * best.vote / (best.pages - best.grown);
  const double finish = 1e6 * best.finish / static_cast<double>(sites.size());
  fmt::print("\nlearning, us a page of {:.0f} bytes and {:.0f} tokens, in tag indexes of it\n",
             best.bytes / best.pages, best.tokens / best.pages);
  for (const auto& [name, us] :
       std::vector<std::pair<std::string_view, double>>{{"tag index", index},
                                                        {"tokens", read},
                                                        {"aligning and growing", grow},
                                                        {"aligning and voting", vote},
                                                        {"finishing and packing a site", finish}})
    fmt::print("  {:<30}{:>8.1f}{:>8.2f}\n", name, us, us / index);
  double learned = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(kHostPages); ++i)
    learned += is_worth_learning(i, {}) ? 1 : 0;
  const double host =
      learned * read + kSamplePages * grow + (learned - kSamplePages) * vote + finish;
  const double scale = kHostPageBytes / (best.bytes / best.pages);
  fmt::print("  a host of {} pages of {} bytes, scaled: {:.0f} us, {:.2f} tag indexes a page\n",
             kHostPages, kHostPageBytes, host * scale, host / kHostPages / index);
}

// Two sites of a kind taken as one host: a site with two layouts that are not told apart by URL.
void compare_mixed(const std::vector<Site>& sites) {
  constexpr std::size_t t = 16;
  print_head("two sites as one host, t = 16");
  Totals naive, ours;
  for (std::size_t i = 0; i + 1 < sites.size(); i += 2) {
    Site host;
    for (std::size_t k = 0; k < std::min(sites[i].pages.size(), sites[i + 1].pages.size()); ++k) {
      host.pages.push_back(sites[i].pages[k]);
      host.pages.push_back(sites[i + 1].pages[k]);
    }
    const SiteTemplates templates = learn_site(host, t, true);
    naive.add(score_site(host, 2 * t, naive_marker(host, t)));
    ours.add(score_site(host, 2 * t, our_marker(templates, {})));
  }
  naive.print("naive rule");
  ours.print("ours, the visit votes");
}

int run(const std::vector<std::string>& arguments) {
  if (arguments.empty()) {
    fmt::print("usage: template_eval SWDE_FOLDER [--sites] [--fast] [--timing]\n");
    return 2;
  }
  const auto has = [&](std::string_view option) {
    return std::ranges::find(arguments, option) != arguments.end();
  };
  const std::vector<Site> sites = read_sites(arguments[0]);
  time_learning(sites);
  time_consensus(sites);
  if (has("--timing")) return 0;
  compare(sites, !has("--fast"), has("--sites"));
  compare_mixed(sites);
  print_curve(sites);
  return 0;
}

}  // namespace
}  // namespace freshet::bench

int main(int argc, char** argv) {
  return freshet::bench::run(std::vector<std::string>(argv + 1, argv + argc));
}
