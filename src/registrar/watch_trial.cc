#include "registrar/watch_trial.h"

#include <utility>
#include <vector>

#include "app/page_lookup.h"
#include "app/show.h"
#include "base/json.h"
#include "change/judge.h"
#include "change/page_print.h"
#include "charset/charset.h"
#include "html/tag_index.h"
#include "pdf/pdf_text.h"
#include "registrar/json_parts.h"
#include "store/archive.h"
#include "warc/record.h"
#include "watch/page_kind.h"
#include "watch/watch_hunks.h"
#include "watch/watch_line.h"
#include "watch/watch_state.h"

namespace freshet {
namespace {

// A version of the page: an answer, and when it came.
struct TrialVersion {
  std::string content_type;
  std::string body;
  int status = 200;
  Time at;
};

Result<std::optional<TrialVersion>> archived_version(ArchiveSession& session,
                                                     const std::string& url) {
  const auto found = find_if_kept(session.archive(), url, kTimeMax);
  if (!found) return std::unexpected(found.error());
  if (!*found) return std::nullopt;
  auto body = read_body(session, **found, BodyForm::unpacked);
  const auto head = read_http_headers(session, **found);
  // A version that cannot be read is none to compare with.
  if (!body || !head) return std::nullopt;
  const auto type = warc::find_field(head->fields, "content-type");
  return TrialVersion{.content_type = std::string(type.value_or("")),
                      .body = std::move(body->bytes),
                      .at = (*found)->snapshot.time};
}

PagePrint print_of(const TrialVersion& version) {
  const Utf8Text utf8 = to_utf8(version.body, version.content_type);
  const std::string_view text = utf8.text(version.body);
  return print_page(version.body, text, index_tags(text, Scripting::off), Scripting::off);
}

// Carries a watch from version to version.
class Trial {
 public:
  Trial(const WatchSpec& spec, const PartReader& reader) : spec_(spec), reader_(reader) {}

  // Returns what the version says; `before` is the one that it is judged against.
  Result<WatchVerdict> see(const TrialVersion& version, const TrialVersion* before) {
    auto part = reader_.read({.content_type = version.content_type, .body = version.body});
    if (!part) return std::unexpected(part.error());
    WatchObservation seen{.at = version.at, .status = version.status};
    if (before != nullptr && part->kind == PageKind::html && part->is_whole)
      seen.change = judge_change(print_of(*before), print_of(version), {});
    last_ = *part;
    seen.part = *std::move(part);
    WatchStep step = advance(spec_, std::move(state_), seen);
    state_ = std::move(step.state);
    return std::move(step.verdict);
  }

  const PartText& last() const { return last_; }

 private:
  const WatchSpec& spec_;
  const PartReader& reader_;
  WatchState state_;
  PartText last_;
};

}  // namespace

std::string to_json(const WatchTrial& trial) {
  JsonWriter json;
  json.begin_object().key("url").value(trial.page.url).key("status").value(trial.page.status);
  json.key("problem").value(trial.page.problem);
  json.key("kind").value(page_kind_text(trial.part.kind)).key("found").value(trial.part.is_found);
  json.key("lines").begin_array();
  for (const WatchLine& line : trial.part.lines) json.value(line.text);
  json.end_array();
  put_time(json, "archived", trial.archived);
  json.key("event").value(watch_event_text(trial.verdict.event)).key("hunks").begin_array();
  for (const WatchHunk& hunk : trial.verdict.hunks) {
    json.begin_object().key("before").value(hunk.before).key("removed").value(hunk.removed);
    json.key("added").value(hunk.added).key("after").value(hunk.after).end_object();
  }
  return json.end_array().end_object().take();
}

Result<WatchTrial> try_watch(const WatchSpec& spec, FetchedPage page, ArchiveSession* session,
                             Time now) {
  const auto reader =
      PartReader::make(spec, [](std::string_view bytes) { return read_pdf_text(bytes); });
  if (!reader) return std::unexpected(reader.error());
  TrialVersion fetched{.content_type = page.content_type,
                       .body = std::move(page.body),
                       .status = page.status,
                       .at = now};
  WatchTrial trial{.page = std::move(page)};
  if (!trial.page.problem.empty()) return trial;
  std::optional<TrialVersion> archived;
  if (session != nullptr) {
    auto version = archived_version(*session, spec.url);
    if (!version) return std::unexpected(version.error());
    archived = *std::move(version);
  }
  Trial steps(spec, *reader);
  if (archived)
    if (auto seen = steps.see(*archived, nullptr); !seen) return std::unexpected(seen.error());
  // A change that has to be confirmed is seen again, as a server would see it.
  for (int check = 0; check <= spec.confirmations + 1; ++check) {
    auto verdict = steps.see(fetched, archived ? &*archived : nullptr);
    if (!verdict) return std::unexpected(verdict.error());
    trial.verdict = *std::move(verdict);
    if (trial.verdict.tells() || !trial.verdict.needs_recheck) break;
    fetched.at += std::chrono::hours(1);
  }
  trial.part = steps.last();
  if (archived) trial.archived = archived->at;
  return trial;
}

}  // namespace freshet
