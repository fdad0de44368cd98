#include "app/near.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/json.h"
#include "similar/lsh.h"
#include "store/read_page.h"

namespace freshet {
namespace {

constexpr std::size_t kNearPagesMax = 200'000;  // compared at once

}  // namespace

void NearCorpus::add(std::string name, std::string_view text) {
  Text added{.name = std::move(name), .shingles = word_shingle_set(text), .sketch = {}};
  added.sketch = min_hash(added.shingles);
  texts_.push_back(std::move(added));
}

std::vector<NearPair> NearCorpus::pairs(double threshold) const {
  std::vector<NearPair> pairs;
  LshIndex index(choose_bands(threshold));
  for (const Text& text : texts_) {
    for (const std::uint32_t other : index.candidates(text.sketch)) {
      const double similarity = jaccard(texts_[other].shingles, text.shingles);
      if (similarity >= threshold) pairs.push_back({similarity, texts_[other].name, text.name});
    }
    index.insert(text.sketch);
  }
  std::ranges::stable_sort(pairs, std::ranges::greater{}, &NearPair::similarity);
  return pairs;
}

Status add_archived_texts(ArchiveSession& session, Selection selection, NearCorpus& corpus) {
  selection.only_last = true;
  Archive& archive = session.archive();
  return each_selected(archive, selection, [&](const Found& found) -> Status {
    const auto body = archive.with_body(found);
    if (!body || body->snapshot.status != 200) return {};
    const auto page = read_page_text(archive, *body);
    if (!page && page.error().code == Errc::not_found) return {};  // not HTML
    if (!page) return std::unexpected(page.error());
    if (corpus.size() >= kNearPagesMax)
      return std::unexpected(
          Error{Errc::limit, fmt::format("more than {} pages cannot be compared at once; select "
                                         "some by host, domain or time",
                                         kNearPagesMax)});
    corpus.add(found.page.key.url, page->text);
    return {};
  });
}

std::string to_json(const std::vector<NearPair>& pairs) {
  JsonWriter json;
  json.begin_array();
  for (const NearPair& pair : pairs) {
    json.begin_object().key("similarity").value(pair.similarity);
    json.key("a").value(pair.a).key("b").value(pair.b).end_object();
  }
  return json.end_array().take();
}

}  // namespace freshet
