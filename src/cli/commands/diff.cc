// freshet diff: judges the change between two saved versions of a page, and shows it.
#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/escape.h"
#include "base/json.h"
#include "base/log.h"
#include "change/judge.h"
#include "change/text_diff.h"
#include "cli/archive_access.h"
#include "cli/commands/commands.h"
#include "cli/page_contents.h"
#include "cli/saved_page.h"
#include "cli/selecting.h"
#include "cli/wording.h"
#include "store/export.h"

namespace freshet {
namespace {

// Contents of an archived page from before the old one that noise is learned from.
constexpr std::size_t kEarlierMax = 5;

constexpr std::size_t kContextColumns = 76;  // of a line that stayed; longer ones are cut

struct Files {
  std::string old_page, new_page;
  std::vector<std::string> earlier;
};

// --earlier takes all words up to the next flag, so OLD and NEW may have ended up behind it.
std::expected<Files, Failure> find_files(const Arguments& arguments) {
  Files files;
  std::vector<std::string> words;
  for (const std::string_view operand : {"OLD", "NEW"})
    if (const auto& word = arguments.value(operand)) words.push_back(*word);
  files.earlier = arguments.values("--earlier");
  const std::size_t missing = 2 - words.size();
  if (files.earlier.size() < missing) return wrong_usage("diff needs OLD and NEW");
  words.insert(words.end(), files.earlier.end() - static_cast<std::ptrdiff_t>(missing),
               files.earlier.end());
  files.earlier.resize(files.earlier.size() - missing);
  files.old_page = words[0];
  files.new_page = words[1];
  std::size_t from_stdin = (files.old_page == "-") + (files.new_page == "-");
  for (const std::string& file : files.earlier) from_stdin += file == "-";
  if (from_stdin > 1) return wrong_usage("only one page can come from standard input");
  return files;
}

struct ComparedPage {
  std::vector<Block> blocks;
  PagePrint print;
};

Result<ComparedPage> read_version(const std::string& file, const Settings& settings) {
  const auto page = read_saved_page(file, "", settings);
  if (!page) return std::unexpected(page.error());
  return ComparedPage{read_blocks(page->text(), page->index, page->scripting),
                      print_page(page->bytes, page->text(), page->index, page->scripting)};
}

// How pieces are told apart: by color, or by the marks of wdiff.
class Painter {
 public:
  explicit Painter(bool in_color) : in_color_(in_color) {}

  std::string piece(const DiffPiece& piece) const {
    const std::string text = visible(piece.text);
    switch (piece.kind) {
      case DiffKind::removed:
        return in_color_ ? fmt::format("\x1b[31m{}\x1b[0m", text) : fmt::format("[-{}-]", text);
      case DiffKind::added:
        return in_color_ ? fmt::format("\x1b[32m{}\x1b[0m", text) : fmt::format("{{+{}+}}", text);
      case DiffKind::same:
        break;
    }
    return text;
  }

  std::string pieces(const std::vector<DiffPiece>& all) const {
    std::string text;
    for (const DiffPiece& one : all) {
      if (!text.empty()) text += ' ';
      text += piece(one);
    }
    return text;
  }

  std::string faint(std::string_view text) const {
    return in_color_ ? fmt::format("\x1b[2m{}\x1b[0m", text) : std::string(text);
  }

  std::string strong(std::string_view text) const {
    return in_color_ ? fmt::format("\x1b[1m{}\x1b[0m", text) : std::string(text);
  }

 private:
  bool in_color_;
};

std::string_view line_mark(DiffLine::Kind kind) {
  switch (kind) {
    case DiffLine::Kind::removed:
      return "-";
    case DiffLine::Kind::added:
      return "+";
    case DiffLine::Kind::changed:
      return "~";
    case DiffLine::Kind::relinked:
      return "@";
    case DiffLine::Kind::reimaged:
      return "#";
    case DiffLine::Kind::remarked:
      return "<";
    case DiffLine::Kind::same:
      break;
  }
  return " ";
}

std::string_view line_kind_text(DiffLine::Kind kind) {
  switch (kind) {
    case DiffLine::Kind::removed:
      return "removed";
    case DiffLine::Kind::added:
      return "added";
    case DiffLine::Kind::changed:
      return "changed";
    case DiffLine::Kind::relinked:
      return "relinked";
    case DiffLine::Kind::reimaged:
      return "reimaged";
    case DiffLine::Kind::remarked:
      return "remarked";
    case DiffLine::Kind::same:
      break;
  }
  return "same";
}

std::string cut(std::string text) {
  if (text.size() <= kContextColumns) return text;
  std::size_t end = kContextColumns;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

// The lines that differ, each run with the line before and behind it.
void show_lines(const std::vector<DiffLine>& lines, const Painter& painter, Output& out) {
  const auto differs = [&](std::size_t i) {
    return i < lines.size() && lines[i].kind != DiffLine::Kind::same;
  };
  bool left_out = false, any = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool is_context = differs(i + 1) || (i > 0 && differs(i - 1));
    if (!differs(i) && !is_context) {
      left_out = any;
      continue;
    }
    if (left_out) out.write(painter.faint("  ...") + "\n");
    left_out = false;
    any = true;
    if (differs(i))
      out.write(fmt::format("{} {}\n", line_mark(lines[i].kind), painter.pieces(lines[i].pieces)));
    else
      out.write(painter.faint(fmt::format("  {}", cut(visible(lines[i].pieces.front().text)))) +
                "\n");
  }
}

void show_judgement(const Change& change, const Painter& painter, Output& out) {
  out.write(fmt::format("{}, {} (score {:.2f})\n", painter.strong(change_class_text(change.kind)),
                        change.meaningful ? "meaningful" : "not meaningful", change.score));
  if (change.versions_back > 0)
    out.write(fmt::format("  compared with the version {} before OLD, which is another page\n",
                          change.versions_back));
  for (const StageRecord& record : change.stages) {
    std::string numbers;
    for (const StageNumber& number : record.numbers)
      numbers += fmt::format("  {} {:.4g}", number.name, number.value);
    out.write(fmt::format("  {:<14}{:<10}{}\n", stage_text(record.stage),
                          finding_text(record.finding), numbers));
  }
}

void write_pieces(JsonWriter& json, const std::vector<DiffPiece>& pieces) {
  json.begin_array();
  for (const DiffPiece& piece : pieces) {
    const std::string_view kind = piece.kind == DiffKind::same      ? "same"
                                  : piece.kind == DiffKind::removed ? "removed"
                                                                    : "added";
    json.begin_object().key("kind").value(kind).key("text").value(piece.text).end_object();
  }
  json.end_array();
}

void print_json(const Change& change, const std::vector<DiffLine>& lines, Output& out) {
  JsonWriter json;
  json.begin_object().key("class").value(change_class_text(change.kind));
  json.key("meaningful").value(change.meaningful).key("score").value(change.score);
  json.key("versions_back").value(change.versions_back);
  json.key("stages").begin_object();
  for (const StageRecord& record : change.stages) {
    json.key(stage_text(record.stage)).begin_object();
    json.key("finding").value(finding_text(record.finding));
    for (const StageNumber& number : record.numbers) json.key(number.name).value(number.value);
    json.end_object();
  }
  json.end_object().key("changes").begin_array();
  for (const DiffLine& line : lines) {
    if (line.kind == DiffLine::Kind::same) continue;
    json.begin_object().key("kind").value(line_kind_text(line.kind)).key("pieces");
    write_pieces(json, line.pieces);
    json.end_object();
    out.write(json.take());
  }
  json.end_array().end_object();
  out.write(json.take() + "\n");
}

// The versions to compare, wherever they come from.
struct Versions {
  ComparedPage old_page, new_page;
  std::vector<ComparedPage> earlier;  // from before the old one, oldest first
};

std::expected<Versions, Failure> versions_of_files(const Session& session) {
  const Settings& settings = session.config.settings;
  const auto files = find_files(session.arguments);
  if (!files) return std::unexpected(files.error());
  Versions versions;
  const auto read = [&](const std::string& file, ComparedPage& into) -> CommandResult {
    auto version = read_version(file, settings);
    if (!version) return could_not(version.error().message);
    into = *std::move(version);
    return {};
  };
  if (auto done = read(files->old_page, versions.old_page); !done)
    return std::unexpected(done.error());
  if (auto done = read(files->new_page, versions.new_page); !done)
    return std::unexpected(done.error());
  for (const std::string& file : files->earlier)
    if (auto done = read(file, versions.earlier.emplace_back()); !done)
      return std::unexpected(done.error());
  return versions;
}

// One operand that is no pair of files: a URL of the archive.
bool is_of_archive(const Arguments& arguments) {
  return arguments.value("OLD") && !arguments.value("NEW") && arguments.values("--earlier").empty();
}

// The number of the content that the page had at `time`, or had first if that is later.
std::size_t content_at(const std::vector<Found>& contents, Time time) {
  std::size_t at = 0;
  while (at + 1 < contents.size() && contents[at + 1].snapshot.time <= time) ++at;
  return at;
}

std::expected<ComparedPage, Failure> version_of_archive(Archive& archive, const Found& found) {
  const auto body = archive.with_body(found);
  if (!body) return could_not(body.error());
  const auto page = read_tagged_page(archive, *body);
  if (!page) return could_not(page.error());
  const TagsEntry& tags = page->tags;
  return ComparedPage{read_blocks(page->text(), tags.index, tags.scripting),
                      print_page(page->bytes, page->text(), tags.index, tags.scripting)};
}

std::expected<Versions, Failure> versions_of_archive(const Session& session) {
  const Arguments& arguments = session.arguments;
  if (session.config.settings.archive.directory.empty())
    return wrong_usage("diff needs OLD and NEW, or a URL and --archive DIR");
  auto archive = open_to_read(session);
  if (!archive) return std::unexpected(archive.error());
  const auto found = find_meant(*archive, *arguments.value("OLD"), kTimeMax);
  if (!found) return std::unexpected(found.error());
  const auto contents = page_contents(*archive, found->page);
  if (!contents) return could_not(contents.error());
  if (contents->size() < 2)
    return could_not(fmt::format("{} has not changed since it was first seen: there is {} of it",
                                 visible(found->page.key.url),
                                 counted(contents->size(), "content", "contents")));
  std::size_t to = contents->size() - 1;
  if (const auto& text = arguments.value("--to")) {
    const auto time = meant_end("--to", *text);
    if (!time) return std::unexpected(time.error());
    to = content_at(*contents, *time);
  }
  std::size_t from = to == 0 ? 0 : to - 1;
  if (const auto& text = arguments.value("--from")) {
    const auto time = meant_time("--from", *text);
    if (!time) return std::unexpected(time.error());
    from = content_at(*contents, *time);
  }
  if (from >= to)
    return could_not(
        fmt::format("{} did not change between these times; it has contents of {} UTC to {} UTC",
                    visible(found->page.key.url), second_words(contents->front().snapshot.time),
                    second_words(contents->back().snapshot.time)));
  log(LogLevel::info, "compared",
      {{"url", found->page.key.url},
       {"old", iso_time((*contents)[from].snapshot.time)},
       {"new", iso_time((*contents)[to].snapshot.time)}});
  Versions versions;
  const std::size_t first = from > kEarlierMax ? from - kEarlierMax : 0;
  for (std::size_t i = first; i <= to; ++i) {
    if (i > from && i < to) continue;
    auto version = version_of_archive(*archive, (*contents)[i]);
    if (!version) return std::unexpected(version.error());
    if (i == to)
      versions.new_page = *std::move(version);
    else if (i == from)
      versions.old_page = *std::move(version);
    else
      versions.earlier.push_back(*std::move(version));
  }
  return versions;
}

CommandResult run_diff(const Session& session) {
  const bool from_archive = is_of_archive(session.arguments);
  if (!from_archive && (session.arguments.has("--from") || session.arguments.has("--to")))
    return wrong_usage("--from and --to are for a URL in an archive, not for files");
  const auto versions = from_archive ? versions_of_archive(session) : versions_of_files(session);
  if (!versions) return std::unexpected(versions.error());
  const ComparedPage* old_page = &versions->old_page;
  const ComparedPage* new_page = &versions->new_page;
  std::vector<PagePrint> earlier;
  std::vector<std::vector<Block>> earlier_blocks;
  for (const ComparedPage& version : versions->earlier) {
    earlier.push_back(version.print);
    earlier_blocks.push_back(version.blocks);
  }
  const Change change = judge_change(old_page->print, new_page->print, earlier);
  const std::vector<Block>& before =
      change.versions_back == 0 ? old_page->blocks
                                : earlier_blocks[earlier_blocks.size() - change.versions_back];
  const std::vector<DiffLine> lines = diff_pages(before, new_page->blocks);
  if (session.arguments.has("--json")) {
    print_json(change, lines, session.out);
    return {};
  }
  const Painter painter(session.out_in_color);
  show_judgement(change, painter, session.out);
  show_lines(lines, painter, session.out);
  return {};
}

}  // namespace

Command diff_command() {
  return {.name = "diff",
          .summary = "Judge and show what changed between two versions of a page",
          .details =
              "Compares two files, or two contents of a page in an archive: without --from and\n"
              "--to the last two. It compares in stages (bytes, text, elements, similarity,\n"
              "links, structure), names the class of the change (none, cosmetic, minor, major,\n"
              "removed, structure changed), tells if it is meaningful, and shows the blocks\n"
              "that differ, by word: - gone, + new, ~ changed; of blocks that stayed, @ links\n"
              "that lead elsewhere, # other images, < other markup.\n"
              "From earlier versions of the page it learns what differs without meaning\n"
              "anything: clocks, counters, tokens, banners that come and go.",
          .usage =
              "OLD NEW [--earlier FILE...] [OPTIONS]\n"
              "       freshet diff URL --archive DIR [--from TIME] [--to TIME] [OPTIONS]",
          .operands = {{"OLD",
                        "The version before, a file; - reads it from standard input. Alone: a URL "
                        "in the archive",
                        false},
                       {"NEW", "The version now; or -", false}},
          .options = {{"--earlier", "FILE...",
                       "Versions from before OLD, oldest first; can be given again", true},
                      {"--from", "TIME", "The content that an archived page had at TIME"},
                      {"--to", "TIME", "The content that it had at the end of TIME"},
                      {"--json", "",
                       "Print JSON: class, meaningful, score, versions_back, stages, changes"}},
          .sections = {},
          .examples = {{"freshet diff monday.html tuesday.html", "what changed, by word, in color"},
                       {"freshet diff https://example.com/ --archive web --from 2026-10",
                        "what changed in the archive since October"},
                       {"freshet diff old.html new.html --earlier v1.html v2.html v3.html",
                        "with what earlier versions teach about noise"},
                       {"freshet diff old.html new.html --json", "class and numbers for programs"}},
          .run = run_diff};
}

}  // namespace freshet
