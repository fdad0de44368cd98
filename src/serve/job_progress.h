// How far the jobs of a run have come: a crawl ends with the visits of its hosts, a refresh with
// the checks of its pages. Pure bookkeeping.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "crawl/visit/visit_task.h"
#include "serve/job_board.h"
#include "url/host.h"

namespace freshet {

class JobProgress {
 public:
  explicit JobProgress(JobView job) : job_(std::move(job)) {}

  const JobView& job() const { return job_; }

  // A crawl visits this host. Visits count that begin when its seeds are known.
  void add_host(const Host& host) { hosts_.emplace(std::string(host.key()), HostStage{}); }
  void seeds_are_known(const Host& host, Time now);
  // Returns the keys of hosts whose seeds are known since before this time, and which no visit has
  // begun since.
  std::vector<std::string> unvisited_since(Time time) const;
  // The frontier has nothing to visit there: the seeds were fetched before, or left out.
  void has_nothing_to_visit(const std::string& key);
  // A refresh checks this page, or so many pages whose URLs it does not keep.
  void add_page(std::string url) { pages_.insert(std::move(url)); }
  void add_unnamed_pages(std::size_t count) { unnamed_ += count; }
  void add_note(std::string sentence) { notes_.push_back(std::move(sentence)); }

  void visit_began(const Host& host);
  void visit_ended(const Host& host, const VisitEnd& end);
  void page_checked(const std::string& url, bool has_answered);

  bool is_done() const { return hosts_.empty() && pages_.empty() && unnamed_ == 0; }
  // "2 hosts to be visited, 61 pages", "12 of 40 pages checked".
  std::string words() const;
  // Says how it ended: the same, with what was left out and why.
  std::string outcome() const;
  std::uint64_t pages() const { return done_; }
  std::uint64_t bytes() const { return bytes_; }
  // Returns the keys of the hosts that are not done.
  std::vector<std::string> hosts() const;

 private:
  enum class Stage : std::uint8_t { ordered, known, begun };
  struct HostStage {
    Stage stage = Stage::ordered;
    Time known = {};
  };

  static constexpr std::size_t kNotesMax = 10;  // in words

  JobView job_;
  std::map<std::string, HostStage, std::less<>> hosts_;  // not done
  std::set<std::string> pages_;                          // not checked
  std::size_t unnamed_ = 0;
  std::uint64_t done_ = 0;
  std::uint64_t failed_ = 0;
  std::uint64_t bytes_ = 0;
  std::vector<std::string> notes_;
};

}  // namespace freshet
