// freshet inspect --main: the blocks of a page, how likely each is main text, and why.
#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/escape.h"
#include "base/json.h"
#include "base/utf8.h"
#include "clean/content.h"
#include "clean/content_explain.h"
#include "clean/content_facts.h"
#include "clean/shipped_content.h"
#include "cli/inspect_views.h"

namespace freshet {
namespace {

constexpr std::size_t kShownBytesMax = 70;  // of a block's text

std::string reason_words(const BlockExplanation& why) {
  std::string words;
  for (const std::vector<BlockReason>* reasons : {&why.features, &why.tokens})
    for (const BlockReason& reason : *reasons)
      words += fmt::format("{}{} {:+.1f}", words.empty() ? "" : ", ", visible(reason.name),
                           reason.log_odds);
  return words;
}

void write_reasons(JsonWriter& json, const std::vector<BlockReason>& reasons) {
  json.begin_array();
  for (const BlockReason& reason : reasons)
    json.begin_array().value(reason.name).value(reason.log_odds).end_array();
  json.end_array();
}

void write_main_json(const MainText& main, const ContentFacts& facts,
                     const std::vector<BlockExplanation>& why, Output& out) {
  JsonWriter json;
  json.begin_object().key("title").value(facts.title).key("author").value(facts.author);
  json.key("date").value(facts.date).key("language").value(facts.language);
  json.key("confidence").value(main.confidence).key("blocks").begin_array();
  for (std::size_t k = 0; k < main.scores.size(); ++k) {
    json.begin_object().key("main").value(main.scores[k].is_main);
    json.key("probability").value(static_cast<double>(main.scores[k].probability));
    json.key("words").value(main.page.blocks[k].counts.words).key("path").value(why[k].path);
    json.key("features");
    write_reasons(json, why[k].features);
    json.key("tokens");
    write_reasons(json, why[k].tokens);
    json.key("text").value(main.page.blocks[k].text).end_object();
    out.write(json.take());
  }
  out.write(json.end_array().end_object().take() + "\n");
}

}  // namespace

void show_main(const InspectedPage& page, bool as_json, Output& out) {
  const ContentModel& model = shipped_content_model();
  const MainText main = find_main_text(page.text(), page.index, page.scripting, model);
  const ContentFacts facts = read_content_facts(page.text(), page.index, page.scripting);
  const std::vector<BlockExplanation> why = explain_blocks(page.text(), page.index, main, model);
  if (as_json) return write_main_json(main, facts, why, out);
  out.write(fmt::format("title       {}\nauthor      {}\ndate        {}\nlanguage    {}\n",
                        visible(facts.title), visible(facts.author), facts.date, facts.language));
  out.write(fmt::format("confidence  {:.2f}\n\n", main.confidence));
  for (std::size_t k = 0; k < main.scores.size(); ++k) {
    std::string text = main.page.blocks[k].text;
    cut_utf8(text, kShownBytesMax);
    out.write(fmt::format("{} {:.2f} {:>5}  {}\n", main.scores[k].is_main ? '+' : '-',
                          main.scores[k].probability, main.page.blocks[k].counts.words,
                          visible(text)));
    out.write(fmt::format("               {}: {}\n", visible(why[k].path), reason_words(why[k])));
  }
}

}  // namespace freshet
