// Gathers the findings on one URL for explain.h, each from another part of the archive.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/archive_session.h"
#include "app/explain.h"
#include "base/error.h"
#include "catalog/rows.h"
#include "crawl/visit_report.h"
#include "store/archive.h"
#include "url/host.h"
#include "url/url.h"

namespace freshet {

// Runs once. The session outlives it.
class UrlInquiry {
 public:
  UrlInquiry(ArchiveSession& session, Url url);

  Result<std::vector<UrlFinding>> run();

 private:
  void add(std::string_view name, std::string answer, std::string words);
  bool is_this(std::string_view url) const { return url == normal_.href() || url == url_.href(); }

  // url_inquiry.cc: the page, and the rules for its URL
  Status find_snapshots();
  Status find_note();
  Status find_belief();
  Status find_links(const PageBelief& belief);
  Status find_scope();
  Status find_robots();
  Status find_trap();

  // url_inquiry_host.cc: its host, and the URLs that wait there or were left out
  Status find_host();
  Status find_wanted(const Host& host);
  void find_pending(const HostRow& row);
  void find_dropped(const VisitReport& report, HostPlace place);
  void find_parking(const VisitReport& report);

  ArchiveSession& session_;
  Archive& archive_;
  Url url_;
  Url normal_;
  PageKey key_;
  bool is_kept_ = false;
  bool is_failed_ = false;   // a note says why it was not kept
  bool is_waiting_ = false;  // to be fetched
  bool is_refused_ = false;  // by scope, robots.txt or traps
  std::vector<UrlFinding> findings_;
};

}  // namespace freshet
