#include "crawl/home_look.h"

#include <fmt/format.h>

#include <string>

#include "html/tag_index.h"
#include "store/read_page.h"
#include "url/url.h"

namespace freshet {
namespace {

bool is_redirect(int status) { return status >= 300 && status < 400 && status != 304; }

}  // namespace

Result<std::optional<PageLook>> look_at_stored(Archive& archive, const Found& found) {
  const auto url = Url::parse(found.page.key.url);
  if (!url) return std::nullopt;
  const int status = found.snapshot.status;
  if (is_redirect(status)) {
    const auto record = archive.read(found);
    if (!record) return std::unexpected(record.error());
    const std::string location(record->http.find("Location").value_or(""));
    const TagIndex none;
    return look_at_page({*url, status, location, "", none});
  }
  if (status != 200 && status != 304) return std::nullopt;
  const auto body = archive.with_body(found);
  if (!body) return std::nullopt;
  const auto page = read_tagged_page(archive, *body);
  if (!page && page.error().code == Errc::not_found) return std::nullopt;  // not HTML
  if (!page) return std::unexpected(page.error());
  const std::string_view text = page->text();
  const bool is_plain = page->tags.scripting == Scripting::off;
  const TagIndex index = is_plain ? page->tags.index : index_tags(text, Scripting::off);
  return look_at_page({*url, 200, "", text, index});
}

Result<std::optional<PageLook>> look_at_home(Archive& archive, const Host& host) {
  std::optional<Found> home;
  for (const std::string_view scheme : {"https", "http"}) {
    auto found = archive.find(fmt::format("{}://{}/", scheme, host.key()), Time::max());
    if (!found) return std::unexpected(found.error());
    if (!*found) continue;
    const bool is_page = (*found)->snapshot.status == 200 || (*found)->snapshot.status == 304;
    if (!home || is_page) home = **std::move(found);
    if (is_page) break;
  }
  if (!home) return std::nullopt;
  return look_at_stored(archive, *home);
}

}  // namespace freshet
