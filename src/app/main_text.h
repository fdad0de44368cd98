// The main text of pages, by the model that ships (clean/content.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/archive_session.h"
#include "base/error.h"
#include "clean/content_facts.h"
#include "html/tag_index.h"
#include "store/archive.h"
#include "store/read_page.h"
#include "url/url.h"

namespace freshet {

enum class MainTextForm { plain, markdown };

struct PageMainText {
  ContentFacts facts;
  std::string text;
  double confidence = 0;  // expected word F1
};

// `index` is that of `text` in the same scripting mode; `url` is the page's own.
PageMainText main_text_of(std::string_view text, const TagIndex& index, Scripting scripting,
                          const std::optional<Url>& url, MainTextForm form);

struct SnapshotMainText {
  Found source;  // the snapshot that has the body
  PageMainText main;
};

// Errc::not_found if the snapshot is not an HTML page.
Result<SnapshotMainText> read_main_text(ArchiveSession& session, const Found& found,
                                        MainTextForm form);
std::string to_json(const SnapshotMainText& text);

// The same for exports: title and text of a page, with the facts that it states.
Result<ReadPage> read_main_page(Archive& archive, const Found& with_body);
Result<ReadPage> read_markdown_page(Archive& archive, const Found& with_body);

}  // namespace freshet
