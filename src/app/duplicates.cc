#include "app/duplicates.h"

#include <algorithm>
#include <map>
#include <utility>

#include "app/main_text.h"
#include "base/json.h"
#include "change/page_print.h"
#include "similar/shingles.h"

namespace freshet {
namespace {

std::size_t count_gaps(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return c == ' ' || c == '\n' || c == '\t'; }));
}

// A page whose text is compared.
struct Compared {
  std::string url;
  bool is_error;
};

}  // namespace

Result<Duplicates> find_duplicates(ArchiveSession& session, Selection selection, double threshold) {
  selection.only_last = true;
  Archive& archive = session.archive();
  Duplicates found;
  NearDuplicates seen(threshold);
  std::vector<Compared> pages;
  std::map<std::uint32_t, std::vector<std::string>> copies;  // by the number of the original
  const Status walked = each_selected(archive, selection, [&](const Found& page) -> Status {
    const auto body = archive.with_body(page);
    if (!body || body->snapshot.status != 200) return {};
    const auto text = read_main_page(archive, *body);
    if (!text && text.error().code == Errc::not_found) return {};  // not HTML
    if (!text) return std::unexpected(text.error());
    ++found.pages;
    if (count_gaps(text->text) + 1 < kComparedWordsMin) return {};
    const auto number = static_cast<std::uint32_t>(pages.size());
    const MinHash sketch = min_hash(word_shingle_set(text->text));
    if (const auto original = seen.add(number, sketch)) {
      copies[*original].push_back(page.page.key.url);
      found.copies.push_back(page.page.id);
      return {};
    }
    pages.push_back(
        {.url = page.page.key.url, .is_error = reads_like_error(text->title + "\n" + text->text)});
    return {};
  });
  if (!walked) return std::unexpected(walked.error());
  found.distinct = found.pages - found.copies.size();
  for (auto& [original, urls] : copies)
    found.groups.push_back({.original = pages[original].url,
                            .copies = std::move(urls),
                            .is_error = pages[original].is_error});
  std::ranges::stable_sort(found.groups, std::ranges::greater{},
                           [](const DuplicateGroup& group) { return group.copies.size(); });
  return found;
}

std::string to_json(const Duplicates& duplicates) {
  JsonWriter json;
  json.begin_object().key("pages").value(duplicates.pages);
  json.key("distinct").value(duplicates.distinct);
  json.key("groups").begin_array();
  for (const DuplicateGroup& group : duplicates.groups) {
    json.begin_object().key("original").value(group.original);
    json.key("kind").value(group.is_error ? "error" : "same text");
    json.key("copies").begin_array();
    for (const std::string& url : group.copies) json.value(url);
    json.end_array().end_object();
  }
  return json.end_array().end_object().take();
}

}  // namespace freshet
