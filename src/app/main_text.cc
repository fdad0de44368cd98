#include "app/main_text.h"

#include <utility>

#include "base/json.h"
#include "clean/content.h"
#include "clean/content_markdown.h"
#include "clean/shipped_content.h"

namespace freshet {
namespace {

Result<PageMainText> read_main(Archive& archive, const Found& with_body, MainTextForm form) {
  const auto page = read_tagged_page(archive, with_body);
  if (!page) return std::unexpected(page.error());
  const auto url = Url::parse(with_body.page.key.url);
  return main_text_of(page->text(), page->tags.index, page->tags.scripting,
                      url ? std::optional<Url>(*url) : std::nullopt, form);
}

Result<ReadPage> read_main_as(Archive& archive, const Found& with_body, MainTextForm form) {
  auto main = read_main(archive, with_body, form);
  if (!main) return std::unexpected(main.error());
  return ReadPage{.title = std::move(main->facts.title),
                  .text = std::move(main->text),
                  .author = std::move(main->facts.author),
                  .date = std::move(main->facts.date),
                  .language = std::move(main->facts.language)};
}

}  // namespace

PageMainText main_text_of(std::string_view text, const TagIndex& index, Scripting scripting,
                          const std::optional<Url>& url, MainTextForm form) {
  MainText main = find_main_text(text, index, scripting, shipped_content_model());
  if (form == MainTextForm::markdown) add_headings(main);
  return {.facts = read_content_facts(text, index, scripting),
          .text = form == MainTextForm::plain ? main.text()
                                              : main_markdown(text, index, scripting, main, url),
          .confidence = main.confidence};
}

Result<SnapshotMainText> read_main_text(ArchiveSession& session, const Found& found,
                                        MainTextForm form) {
  auto source = session.archive().with_body(found);
  if (!source) return std::unexpected(source.error());
  auto main = read_main(session.archive(), *source, form);
  if (!main) return std::unexpected(main.error());
  return SnapshotMainText{.source = *std::move(source), .main = *std::move(main)};
}

std::string to_json(const SnapshotMainText& text) {
  const PageMainText& main = text.main;
  JsonWriter json;
  json.begin_object().key("title").value(main.facts.title).key("author").value(main.facts.author);
  json.key("date").value(main.facts.date).key("language").value(main.facts.language);
  json.key("confidence").value(main.confidence).key("text").value(main.text);
  return json.end_object().take();
}

Result<ReadPage> read_main_page(Archive& archive, const Found& with_body) {
  return read_main_as(archive, with_body, MainTextForm::plain);
}

Result<ReadPage> read_markdown_page(Archive& archive, const Found& with_body) {
  return read_main_as(archive, with_body, MainTextForm::markdown);
}

}  // namespace freshet
