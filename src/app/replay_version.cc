#include "app/replay_version.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>
#include <utility>

#include "app/show.h"
#include "base/escape.h"
#include "base/wording.h"
#include "charset/charset.h"
#include "replay/replay_css.h"
#include "replay/replay_page.h"
#include "store/snapshot_facts.h"
#include "url/normal_form.h"
#include "url/url.h"
#include "warc/http_date.h"
#include "warc/record.h"

namespace freshet {
namespace {

// Returns where an archived redirect leads, in the replay; none if it is none.
std::optional<std::string> replayed_redirect(int status, const HeaderLines& head, const Url& url,
                                             const ReplayPlace& place) {
  if (status < 300 || status > 399 || status == 304) return std::nullopt;
  const auto location = warc::find_field(head.fields, "Location");
  if (!location) return std::nullopt;
  const auto target = Url::parse(*location, url);
  return target ? replay_url(place, *target) : std::nullopt;
}

}  // namespace

Result<ReplayedVersion> replay_version(ArchiveSession& session, const ReplayTarget& target,
                                       const std::string& prefix, const ReplayAccess& access) {
  const Url url = normal_form(target.url, session.plan().normal_form);
  auto found = session.archive().find(url.href(), target.time);
  if (!found) return std::unexpected(found.error());
  if (!*found)
    return std::unexpected(
        Error{Errc::not_found, fmt::format("{} is not in the archive", visible(url.href()))});
  const ReplayPlace place{.prefix = prefix, .time = target.time};
  auto body = read_body(session, **found, BodyForm::unpacked);
  if (!body) return std::unexpected(body.error());
  const auto head = read_http_headers(session, body->source);
  if (!head && head.error().code != Errc::not_found) return std::unexpected(head.error());

  const SnapshotRow& row = body->source.snapshot;
  ReplayedVersion version{.headers = replay_headers(row.mime, access)};
  version.headers.push_back({"Memento-Datetime", http_date((*found)->snapshot.time)});
  if (head)
    if (auto redirect = replayed_redirect(row.status, *head, url, place)) {
      version.status = 302;
      version.headers.push_back({"Location", *std::move(redirect)});
      return version;
    }
  const bool is_page = is_html_mime(row.mime);
  if (!is_page && row.mime != "text/css") {
    version.body = std::move(body->bytes);
    return version;
  }
  const auto type = head ? warc::find_field(head->fields, "Content-Type") : std::nullopt;
  const Utf8Text text = to_utf8(body->bytes, type.value_or(row.mime));
  const std::string_view utf8 = text.text(body->bytes);
  version.body = is_page ? replay_page(utf8, url, place, {.keeps_scripts = access.keeps_scripts})
                         : replay_css(utf8, url, place);
  return version;
}

}  // namespace freshet
