#include "crawl/stored_page.h"

namespace freshet {

std::optional<ReadAnswer> read_stored(Archive& archive, PageReader& reader, const PageRow& page,
                                      const SnapshotRow& snapshot, const StoredWishes& wishes) {
  const auto url = Url::parse(page.key.url);
  if (!url) return std::nullopt;
  const auto original = archive.with_body({.page = page, .snapshot = snapshot});
  if (!original) return std::nullopt;
  const auto opened = archive.read(*original);
  if (!opened) return std::nullopt;
  AnswerToRead answer{.url = *url,
                      .head = opened->http,
                      .body = opened->payload(),
                      .wants_print = wishes.wants_print,
                      .templates = wishes.templates,
                      .wants_links = wishes.wants_links,
                      .without = wishes.without};
  const auto tags = archive.pages().read_tags(original->page.key.url, original->snapshot);
  if (tags && *tags) answer.tags = &**tags;
  return reader.read(answer);
}

}  // namespace freshet
