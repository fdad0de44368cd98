#include "serve/job_progress.h"

#include <fmt/format.h>

#include "base/wording.h"

namespace freshet {

void JobProgress::seeds_are_known(const Host& host, Time now) {
  if (const auto found = hosts_.find(host.key()); found != hosts_.end())
    found->second = {.stage = Stage::known, .known = now};
}

std::vector<std::string> JobProgress::unvisited_since(Time time) const {
  std::vector<std::string> keys;
  for (const auto& [key, host] : hosts_)
    if (host.stage == Stage::known && host.known < time) keys.push_back(key);
  return keys;
}

void JobProgress::has_nothing_to_visit(const std::string& key) {
  if (hosts_.erase(key) > 0) add_note(fmt::format("{}: nothing is new there", key));
}

void JobProgress::visit_began(const Host& host) {
  const auto found = hosts_.find(host.key());
  if (found != hosts_.end() && found->second.stage == Stage::known)
    found->second.stage = Stage::begun;
}

void JobProgress::visit_ended(const Host& host, const VisitEnd& end) {
  const auto found = hosts_.find(host.key());
  if (found == hosts_.end() || found->second.stage != Stage::begun) return;
  done_ += end.pages;
  bytes_ += end.report.bytes;
  if (end.has_failed) {
    add_note(fmt::format("{}: {}", host.key(), end.report.why.sentence()));
    hosts_.erase(found);
  } else if (!end.due) {
    if (end.report.state != VisitState::complete)
      add_note(fmt::format("{}: {}", host.key(), end.report.why.sentence()));
    hosts_.erase(found);
  }
}

void JobProgress::page_checked(const std::string& url, bool has_answered) {
  if (pages_.erase(url) == 0) {
    if (unnamed_ == 0) return;
    --unnamed_;
  }
  ++(has_answered ? done_ : failed_);
}

std::string JobProgress::words() const {
  if (job_.order.kind == JobKind::refresh)
    return fmt::format("{} of {} pages checked", done_ + failed_,
                       done_ + failed_ + pages_.size() + unnamed_);
  return fmt::format("{} to be visited, {}", counted(hosts_.size(), "host", "hosts"),
                     counted(done_, "page", "pages"));
}

std::string JobProgress::outcome() const {
  std::string words = job_.order.kind == JobKind::refresh
                          ? fmt::format("{} checked", counted(done_, "page", "pages"))
                          : fmt::format("{} fetched", counted(done_, "page", "pages"));
  if (failed_ > 0) words += fmt::format(", {} without answer", failed_);
  for (std::size_t i = 0; i < notes_.size() && i < kNotesMax; ++i) words += "; " + notes_[i];
  if (notes_.size() > kNotesMax) words += fmt::format("; and {} more", notes_.size() - kNotesMax);
  return words;
}

std::vector<std::string> JobProgress::hosts() const {
  std::vector<std::string> keys;
  for (const auto& [key, stage] : hosts_) keys.push_back(key);
  return keys;
}

}  // namespace freshet
