#include "app/explain.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "app/page_lookup.h"
#include "app/url_inquiry.h"
#include "base/escape.h"
#include "base/json.h"
#include "store/snapshot_facts.h"
#include "url/normal_form.h"

namespace freshet {
namespace {

// Returns the first of the URLs that the archive has, or else the first.
Result<std::optional<Url>> choose_url(const std::vector<std::string>& urls, Archive& archive,
                                      const NormalFormOptions& form) {
  std::optional<Url> first;
  for (const std::string& text : urls) {
    const auto url = Url::parse(text);
    if (!url) continue;
    if (!first) first = *url;
    const auto page = archive.catalog().find_page(page_key_of(normal_form(*url, form).href()));
    if (!page) return std::unexpected(page.error());
    if (*page) return *url;
  }
  return first;
}

}  // namespace

Result<Explanation> explain(ArchiveSession& session, std::string_view text) {
  const auto urls = candidate_urls(text);
  if (!urls) return std::unexpected(urls.error());
  const auto url = choose_url(*urls, session.archive(), session.plan().normal_form);
  if (!url) return std::unexpected(url.error());
  if (!*url || !(*url)->is_http())
    return std::unexpected(
        Error{Errc::invalid, fmt::format("\"{}\" is not an http or https URL", visible(text))});
  auto findings = UrlInquiry(session, **url).run();
  if (!findings) return std::unexpected(findings.error());
  return Explanation{.url = std::string((*url)->href()), .findings = *std::move(findings)};
}

std::string to_json(const Explanation& explanation) {
  JsonWriter json;
  json.begin_object().key("url").value(explanation.url).key("findings").begin_array();
  for (const UrlFinding& finding : explanation.findings) {
    json.begin_object().key("name").value(finding.name).key("answer").value(finding.answer);
    json.key("words").value(finding.words).end_object();
  }
  return json.end_array().end_object().take();
}

}  // namespace freshet
