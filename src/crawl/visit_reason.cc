#include "crawl/visit_reason.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/check.h"

namespace freshet {
namespace {

struct CauseRow {
  VisitCause cause;
  std::string_view code;
  std::string_view sentence;  // for those that need no count and no detail
};

constexpr std::array<CauseRow, kVisitCauses> kCauses = {{
    {VisitCause::unknown, "", ""},
    {VisitCause::nothing_left, "nothing-left", "nothing is left"},
    {VisitCause::cut_off, "cut-off", ""},
    {VisitCause::urls_failed, "urls-failed", ""},
    {VisitCause::more_wanted, "more-wanted", "more of it is wanted"},
    {VisitCause::stopped, "stopped", "the crawl was stopped"},
    {VisitCause::slice_over, "slice-over", "its slice of time is over"},
    {VisitCause::memory_lent, "memory-lent", "others need its memory"},
    {VisitCause::waits_for_memory, "waits-for-memory", "it waits for memory"},
    {VisitCause::asked_to_wait, "asked-to-wait", "the server asks us to wait"},
    {VisitCause::server_refuses, "server-refuses", ""},
    {VisitCause::requests_failed, "requests-failed", ""},
    {VisitCause::robots_unavailable, "robots-unavailable", "its robots.txt cannot be fetched"},
    {VisitCause::name_unresolved, "name-unresolved", "its name cannot be resolved"},
    {VisitCause::address_refused, "address-refused", "its address is refused"},
    {VisitCause::archive_unreadable, "archive-unreadable", "the archive cannot be read"},
}};

const CauseRow& cause_row(VisitCause cause) {
  const CauseRow& row = kCauses[static_cast<std::size_t>(cause)];
  require(row.cause == cause, "the table is in the order of the causes");
  return row;
}

}  // namespace

VisitReason VisitReason::cut_off(DropReason reason) {
  return {.cause = VisitCause::cut_off, .detail = std::string(code_of(reason))};
}

std::string VisitReason::sentence() const {
  switch (cause) {
    case VisitCause::unknown:
      return detail;
    case VisitCause::cut_off:
      return std::string(sentence_of(read_drop_reason(detail)));
    case VisitCause::urls_failed:
      return fmt::format("{} URL{} failed", count, count == 1 ? "" : "s");
    case VisitCause::server_refuses:
      return fmt::format("the server answered {} {} times in a row", detail, count);
    case VisitCause::requests_failed:
      return fmt::format("{} requests in a row failed, the last with {}", count, detail);
    default:
      return detail.empty() ? std::string(cause_row(cause).sentence)
                            : fmt::format("{} ({})", cause_row(cause).sentence, detail);
  }
}

std::string_view code_of(VisitCause cause) { return cause_row(cause).code; }

VisitReason read_visit_reason(std::string_view code, std::int64_t count, std::string detail) {
  for (const CauseRow& row : kCauses)
    if (!row.code.empty() && row.code == code)
      return {.cause = row.cause, .count = count, .detail = std::move(detail)};
  // The sentence of a complete host was the only one that was compared.
  if (code == cause_row(VisitCause::nothing_left).sentence)
    return {.cause = VisitCause::nothing_left};
  return {.detail = std::string(code)};
}

}  // namespace freshet
