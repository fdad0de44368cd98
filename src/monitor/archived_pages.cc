#include "monitor/archived_pages.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "store/read_page.h"
#include "store/snapshot_facts.h"
#include "warc/body.h"

namespace freshet {
namespace {

bool is_gone_for_good(const Error& error) {
  return error.code == Errc::not_found || error.code == Errc::corrupt ||
         error.code == Errc::limit || error.code == Errc::invalid;
}

// Returns the verdict of the visit, as far as its row has it.
std::optional<Change> verdict_of_visit(const CheckLook& look) {
  if (!look.check) return std::nullopt;
  return Change{.kind = static_cast<ChangeClass>(look.check->change),
                .meaningful = look.check->is_meaningful,
                .score = look.check->score};
}

const SnapshotRow* find_row(const WatchedHistory& history, Time time) {
  const SnapshotRow* found = nullptr;
  for (const SnapshotRow& row : history.rows)
    if (row.time == time && is_content(row)) found = &row;
  return found;
}

}  // namespace

std::string version_name(Time time) { return std::to_string(time.time_since_epoch().count()); }

std::optional<Time> version_time(const std::string& name) {
  std::int64_t microseconds = 0;
  const auto read = std::from_chars(name.data(), name.data() + name.size(), microseconds);
  if (read.ec != std::errc() || read.ptr != name.data() + name.size()) return std::nullopt;
  return Time(Duration(microseconds));
}

Result<std::optional<WatchedHistory>> ArchivedPages::history(const PageKey& page) {
  auto row = session_.catalog().find_page(page);
  if (!row) return std::unexpected(row.error());
  if (!*row) return std::nullopt;
  auto rows = session_.catalog().snapshots((*row)->id);
  if (!rows) return std::unexpected(rows.error());
  auto checks = session_.catalog().checks(page, kChecksRead);
  if (!checks) return std::unexpected(checks.error());
  return WatchedHistory{**std::move(row), *std::move(rows), *std::move(checks)};
}

Result<PageBody> ArchivedPages::body(const WatchedHistory& history, const SnapshotRow& version) {
  const auto found = session_.archive().with_body({.page = history.page, .snapshot = version});
  if (!found) return std::unexpected(found.error());
  PageBody body;
  if (is_html_mime(found->snapshot.mime)) {
    auto page = read_tagged_page(session_.archive(), *found);
    if (page) {
      auto marks = templates_.marks(history.page.key.host, *page);
      if (!marks) return std::unexpected(marks.error());
      body.content_type = "text/html; charset=utf-8";
      body.bytes = std::string(page->text());
      body.template_texts = std::move(marks->template_texts);
      body.design = marks->design;
      body.scripting = page->tags.scripting;
      body.is_html = true;
      return body;
    }
    if (page.error().code != Errc::not_found) return std::unexpected(page.error());
  }
  const auto opened = session_.archive().read(*found);
  if (!opened) return std::unexpected(opened.error());
  const auto type = warc::find_field(opened->http.fields, "Content-Type");
  body.content_type = type ? std::string(*type) : found->snapshot.mime;
  body.bytes = warc::decode_body(opened->http, opened->payload(), kWatchBytesMax + 1).bytes;
  return body;
}

Result<PagePrint> ArchivedPages::print(const WatchSpec& spec, const PageBody& body) {
  if (spec.removed_parts.empty()) {
    PagePrint print = print_page(body.bytes, body.bytes, index_tags(body.bytes, body.scripting),
                                 body.scripting, body.template_texts);
    print.design = body.design;
    return print;
  }
  const auto rest = page_without_parts(spec, body.bytes, body.scripting);
  if (!rest) return std::unexpected(rest.error());
  return print_page(*rest, *rest, index_tags(*rest, body.scripting), body.scripting);
}

Result<PagePrint> ArchivedPages::print_of(const WatchedHistory& history, const WatchSpec& spec,
                                          const SnapshotRow& version) {
  const auto read = body(history, version);
  if (!read) return std::unexpected(read.error());
  if (!read->is_html) return std::unexpected(Error{Errc::invalid, "it is no HTML page"});
  return print(spec, *read);
}

Result<std::optional<Change>> ArchivedPages::judge(const WatchedHistory& history,
                                                   const WatchSpec& spec, const WatchState& state,
                                                   const CheckLook& look, const PageBody& now) {
  const auto told_time = version_time(state.told_version);
  const SnapshotRow* const told = told_time ? find_row(history, *told_time) : nullptr;
  if (told == nullptr || !look.content) return verdict_of_visit(look);
  const auto old_print = print_of(history, spec, *told);
  if (!old_print && !is_gone_for_good(old_print.error())) return std::unexpected(old_print.error());
  if (!old_print) return verdict_of_visit(look);
  const auto new_print = print(spec, now);
  if (!new_print) return std::unexpected(new_print.error());
  std::vector<PagePrint> earlier;
  const std::array<Sha1Digest, 2> others = {told->payload, look.content->payload};
  for (const SnapshotRow& row :
       earlier_contents(history.rows, history.checks, look.at, others, kVersionsJudged)) {
    auto each = print_of(history, spec, row);
    if (each)
      earlier.push_back(*std::move(each));
    else if (!is_gone_for_good(each.error()))
      return std::unexpected(each.error());
  }
  return judge_change(*old_print, *new_print, earlier);
}

std::optional<double> ArchivedPages::changes_per_day(const PageKey& page) {
  const auto belief = session_.catalog().find_belief(page);
  if (!belief || !*belief || (*belief)->rate <= 0) return std::nullopt;
  return (*belief)->rate;
}

}  // namespace freshet
