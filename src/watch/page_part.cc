#include "watch/page_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "base/digest.h"
#include "base/split.h"
#include "base/utf8.h"
#include "change/blocks.h"
#include "change/page_print.h"
#include "html/attributes.h"
#include "select/html_cut.h"
#include "watch/feed_lines.h"
#include "watch/line_filter.h"
#include "watch/part_finder.h"
#include "watch/watch_check.h"

namespace freshet {

struct WatchReaders {
  std::vector<PartFinder> parts = {};
  std::vector<PartFinder> removed = {};
  LineFilter filter = {};
  PdfReader pdf = {};
};

namespace {

// A watch that was stored can be read.
static_assert(kWatchPartsMax >= WatchLimits::kParts);
static_assert(kWatchPatternsMax >= WatchLimits::kPatterns);
static_assert(kWatchPatternsMax >= WatchLimits::kTriggers);

Result<std::vector<PartFinder>> make_finders(const std::vector<WatchPart>& parts) {
  if (parts.size() > kWatchPartsMax)
    return std::unexpected(
        Error{Errc::invalid, fmt::format("a watch has at most {} parts", kWatchPartsMax)});
  std::vector<PartFinder> finders;
  for (const WatchPart& part : parts) {
    auto finder = PartFinder::make(part);
    if (!finder) return std::unexpected(finder.error());
    finders.push_back(*std::move(finder));
  }
  return finders;
}

Result<std::vector<PartFinder>> make_removed(const WatchSpec& spec) {
  for (const WatchPart& part : spec.removed_parts)
    if (part.kind != WatchPart::Kind::css && part.kind != WatchPart::Kind::xpath)
      return std::unexpected(
          Error{Errc::invalid,
                "a removed part is a CSS selector or an XPath; to leave out text, "
                "use ignored lines"});
  return make_finders(spec.removed_parts);
}

Status check_triggers(const WatchSpec& spec) {
  using Kind = WatchTrigger::Kind;
  if (spec.triggers.size() > kWatchPatternsMax)
    return std::unexpected(
        Error{Errc::invalid, fmt::format("a watch has at most {} triggers", kWatchPatternsMax)});
  for (const WatchTrigger& trigger : spec.triggers) {
    if (trigger.kind == Kind::above || trigger.kind == Kind::below ||
        trigger.kind == Kind::changed_by)
      continue;
    if (auto read = read_pattern(trigger.pattern); !read)
      return std::unexpected(
          Error{Errc::invalid, fmt::format("trigger: {}", read.error().message)});
  }
  return {};
}

Result<std::string> cut_out(const std::vector<PartFinder>& removed, std::string_view html,
                            Scripting scripting) {
  const HtmlTree tree = parse_html_tree(html, scripting);
  std::vector<NodeNumber> elements;
  for (const PartFinder& part : removed) {
    const auto found = part.find_elements(tree);
    if (!found) return std::unexpected(found.error());
    elements.insert(elements.end(), found->begin(), found->end());
  }
  return html_without(tree, elements, scripting);
}

// --- Whole pages ---

std::string title_of(std::string_view html, const TagIndex& index) {
  for (auto tag = index.begin(); tag != index.end(); ++tag) {
    if (tag->is_end() || tag->known_name(html) != TagName::title) continue;
    const auto next = std::next(tag);
    const std::size_t end = next == index.end() ? html.size() : next->start;
    const std::string decoded = decode_attribute(html.substr(tag->end(), end - tag->end()));
    std::string title = trimmed_words(decoded);
    cut_utf8(title, kFeedTextBytesMax);
    return title;
  }
  return {};
}

// The content of the page; all of it, if it is all frame.
WatchLines lines_of_blocks(const std::vector<Block>& blocks) {
  const unsigned frame = frame_of(blocks);
  const bool has_content = std::ranges::any_of(blocks, [&](const Block& block) {
    return (block.place & frame) == 0 && !block.text.empty();
  });
  WatchLines lines;
  for (const Block& block : blocks)
    if (!block.text.empty() && (!has_content || (block.place & frame) == 0))
      lines.push_back({.text = block.text, .links = block.links});
  return lines;
}

WatchLines lines_of_text(std::string_view text) {
  WatchLines lines;
  for (std::string_view line : split_at('\n', text)) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back({.text = std::string(line)});
  }
  return lines;
}

Result<WatchLines> lines_of_whole(SearchedPage& page, std::string_view text,
                                  const std::optional<std::vector<Block>>& blocks) {
  if (blocks) return lines_of_blocks(*blocks);
  if (page.kind() == PageKind::json) {
    const auto& document = page.json();
    if (!document) return lines_of_text(text);
    WatchLines lines;
    for (std::string& line : document->lines()) lines.push_back({.text = std::move(line)});
    return lines;
  }
  if (page.kind() == PageKind::feed || page.kind() == PageKind::xml) {
    const auto& tree = page.xml();
    if (!tree) return lines_of_text(text);
    return page.kind() == PageKind::feed ? feed_lines(*tree) : xml_lines(*tree);
  }
  return lines_of_text(text);
}

// --- Stand-ins ---

std::size_t words_of(std::string_view text) {
  std::size_t words = 0;
  bool was_space = true;
  for (const char c : text) {
    const bool is_space = is_ascii_whitespace(c);
    words += was_space && !is_space;
    was_space = is_space;
  }
  return words;
}

// Returns how the page stands in for another one; empty if it does not.
std::string stand_in_of(PageKind kind, std::string_view body, const std::string& shown,
                        std::string_view title) {
  constexpr std::array<std::string_view, 9> kMaintenance = {
      "maintenance", "be right back",   "back soon",    "temporarily unavailable",
      "wartung",     "try again later", "will be back", "under construction",
      "down for"};
  if (trim_ascii_whitespace(body).empty()) return "the answer is empty";
  if (kind != PageKind::html && kind != PageKind::text) return {};
  if (kind == PageKind::html && trim_ascii_whitespace(shown).empty()) return "the page has no text";
  if (words_of(shown) > kStandInWordsMax) return {};
  const std::string all = std::string(title) + "\n" + shown;
  if (reads_like_error(all)) return "the page reads like one of an error or a gatekeeper";
  const std::string lower = ascii_lower(all);
  const bool is_maintenance = std::ranges::any_of(
      kMaintenance, [&](std::string_view phrase) { return lower.find(phrase) != lower.npos; });
  return is_maintenance ? "the page tells of maintenance" : "";
}

// --- Limits ---

void cut_lines(PartText& part) {
  std::size_t bytes = 0, link_bytes = 0;
  std::size_t kept = 0;
  for (WatchLine& line : part.lines) {
    for (const std::string& link : line.links) link_bytes += link.size();
    if (link_bytes > kWatchLinkBytesMax) line.links.clear();
    if (kept == kWatchLinesMax || bytes >= kWatchTextBytesMax) break;
    // The last line is cut, not left out: a text without line ends has no other.
    if (line.text.size() > kWatchTextBytesMax - bytes) {
      cut_utf8(line.text, kWatchTextBytesMax - bytes);
      part.is_cut = true;
    }
    bytes += line.text.size() + 1;
    ++kept;
  }
  part.is_cut = part.is_cut || kept < part.lines.size();
  part.lines.resize(kept);
}

PartText digest_part(PageKind kind, std::string_view body) {
  return {.kind = kind,
          .lines = {{.text = fmt::format("{} bytes, SHA-256 {}", body.size(), sha256_hex(body))}}};
}

}  // namespace

Result<PartReader> PartReader::make(const WatchSpec& spec, PdfReader pdf) {
  WatchReaders readers;
  auto parts = make_finders(spec.parts);
  if (!parts) return std::unexpected(parts.error());
  auto removed = make_removed(spec);
  if (!removed) return std::unexpected(removed.error());
  auto filter = LineFilter::make(spec);
  if (!filter) return std::unexpected(filter.error());
  if (auto triggers = check_triggers(spec); !triggers) return std::unexpected(triggers.error());
  readers.parts = *std::move(parts);
  readers.removed = *std::move(removed);
  readers.filter = *std::move(filter);
  readers.pdf = std::move(pdf);
  return PartReader(std::make_shared<const WatchReaders>(std::move(readers)));
}

Result<PartText> PartReader::read(const PageAnswer& answer) const {
  if (answer.body.size() > kWatchBytesMax)
    return std::unexpected(
        Error{Errc::limit, fmt::format("the page is longer than {} bytes", kWatchBytesMax)});
  const PageKind kind = find_page_kind(answer.content_type, answer.body);
  if (kind == PageKind::other || (kind == PageKind::pdf && !readers_->pdf))
    return digest_part(kind, answer.body);
  std::string text;
  if (kind == PageKind::pdf) {
    auto read = readers_->pdf(answer.body);
    if (!read) return std::unexpected(read.error());
    text = repair_utf8(*read);
  } else {
    text = decode_page(kind, answer.content_type, answer.body);
  }
  PartText part{.kind = kind, .is_whole = readers_->parts.empty()};
  std::span<const std::uint32_t> template_texts = answer.template_texts;
  if (kind == PageKind::html && !readers_->removed.empty()) {
    auto rest = cut_out(readers_->removed, text, answer.scripting);
    if (!rest) return std::unexpected(rest.error());
    text = *std::move(rest);
    template_texts = {};  // they are places in the page as it was
  }
  SearchedPage page(kind, text, answer.scripting);
  std::optional<std::vector<Block>> blocks;
  if (kind == PageKind::html) {
    const TagIndex index = index_tags(text, answer.scripting);
    part.title = title_of(text, index);
    if (part.is_whole) blocks = read_blocks(text, index, answer.scripting, template_texts);
  }
  part.stand_in = stand_in_of(kind, answer.body, page.shown_text(), part.title);
  if (part.is_whole) {
    auto lines = lines_of_whole(page, text, blocks);
    if (!lines) return std::unexpected(lines.error());
    part.lines = *std::move(lines);
  }
  for (const PartFinder& finder : readers_->parts)
    if (auto found = finder.find(page, part.lines); !found) return std::unexpected(found.error());
  if (!part.is_whole && part.lines.empty()) {
    part.is_found = false;
    part.problem = readers_->parts.size() == 1
                       ? fmt::format("{} finds nothing on the page ({})",
                                     readers_->parts[0].label(), page_kind_text(kind))
                       : fmt::format("none of the {} parts is on the page ({})",
                                     readers_->parts.size(), page_kind_text(kind));
  }
  cut_lines(part);
  part.lines = readers_->filter.apply(std::move(part.lines));
  return part;
}

Result<std::string> page_without_parts(const WatchSpec& spec, std::string_view html,
                                       Scripting scripting) {
  const auto removed = make_removed(spec);
  if (!removed) return std::unexpected(removed.error());
  return cut_out(*removed, html, scripting);
}

}  // namespace freshet
