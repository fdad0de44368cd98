#include "html/page_facts.h"

#include <utility>

#include "base/ascii.h"
#include "base/check.h"
#include "base/utf8.h"
#include "html/attributes.h"
#include "html/page_walk.h"
#include "html/text_flow.h"

namespace freshet {
namespace {

// Collapses spaces and keeps the first kFactBytesMax bytes.
std::string tidy(TextFlow& flow) {
  std::string text = flow.take();
  cut_utf8(text, kFactBytesMax);
  return text;
}

std::string tidy(std::string_view raw) {
  TextFlow flow;
  flow.add_words(decode_attribute(raw));
  return tidy(flow);
}

// "Pragma-set default language": the first word; none if there is a list.
std::string single_language(std::string_view content) {
  const std::string value = tidy(content);
  if (value.find(',') != value.npos) return {};
  return value.substr(0, value.find(' '));
}

bool is_for_us(std::string_view meta, std::string_view agent) {
  return equals_ignoring_case(meta, "robots") || equals_ignoring_case(meta, agent);
}

// Looks at all tags, including those outside the page proper.
bool names_robots(std::string_view text, const TagIndex& index, std::string_view agent) {
  for (const Tag& tag : index) {
    if (tag.known_name(text) != TagName::meta) continue;
    const auto name = find_attribute(text, tag, "name");
    if (name && is_for_us(decode_attribute(*name), agent)) return true;
  }
  return false;
}

class FactReader {
 public:
  FactReader(std::string_view page, const TagIndex& index, std::string_view agent)
      : page_(page), index_(index), agent_(agent) {}

  void text(std::size_t from, std::size_t to, TextKind, const Surroundings&) {
    if (!std::exchange(in_title_, false)) return;
    TextFlow flow;
    flow.add(page_, from, to, TextKind::references, Place::html);
    facts_.title = tidy(flow);
  }

  void end_tag(std::size_t, TagName, Namespace, const Surroundings&) { in_title_ = false; }

  void start_tag(std::size_t i, TagName name, Namespace space, const Surroundings& around) {
    in_title_ = false;
    if (space != Namespace::html || around.are_inert()) return;
    if (name == TagName::title) in_title_ = !std::exchange(title_seen_, true);
    if (name == TagName::meta) meta(i);
    if (name == TagName::html && facts_.language.empty()) {
      if (const auto lang = find_attribute(page_, index_[i], "lang")) facts_.language = tidy(*lang);
    }
  }

  PageFacts take() {
    if (facts_.language.empty()) facts_.language = std::move(pragma_language_);
    return std::move(facts_);
  }

 private:
  void meta(std::size_t i) {
    const auto [name, pragma, content] = find_attributes(
        page_, index_[i], std::array<std::string_view, 3>{"name", "http-equiv", "content"});
    if (!content) return;
    if (name) named_meta(ascii_lower(decode_attribute(*name)), *content);
    if (pragma && pragma_language_.empty() &&
        equals_ignoring_case(decode_attribute(*pragma), "content-language"))
      pragma_language_ = single_language(*content);
  }

  void named_meta(std::string name, std::string_view content) {
    if (name == "description" && facts_.description.empty()) facts_.description = tidy(content);
    if (!is_for_us(name, agent_) || facts_.robots.size() >= kRobotsMetasMax) return;
    std::string value = decode_attribute(content);
    cut_utf8(value, kFactBytesMax);
    facts_.robots.push_back({std::move(name), std::move(value)});
  }

  std::string_view page_;
  const TagIndex& index_;
  std::string_view agent_;
  PageFacts facts_;
  std::string pragma_language_;
  bool title_seen_ = false;
  bool in_title_ = false;  // the text after this tag is the title
};

}  // namespace

PageFacts read_page_facts(std::string_view text, const TagIndex& index, Scripting scripting,
                          const Links& links, std::string_view agent) {
  require(index.empty() || index.back().end() <= text.size(), "the index is that of the text");
  FactReader reader(text, index, agent);
  walk_page(text, index, scripting, reader);
  PageFacts facts = reader.take();
  for (const Link& link : links.all) {
    if (link.kind != LinkKind::canonical) continue;
    facts.canonical = link.url;
    break;
  }
  return facts;
}

std::vector<RobotsMeta> read_robots_metas(std::string_view text, const TagIndex& index,
                                          Scripting scripting, std::string_view agent) {
  require(index.empty() || index.back().end() <= text.size(), "the index is that of the text");
  if (!names_robots(text, index, agent)) return {};
  FactReader reader(text, index, agent);
  walk_page(text, index, scripting, reader);
  return reader.take().robots;
}

}  // namespace freshet
