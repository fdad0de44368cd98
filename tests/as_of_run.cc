#include "as_of_run.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <span>
#include <utility>

#include "app/export_as_of.h"
#include "base/memory_file.h"
#include "change/judge.h"
#include "change/page_print.h"
#include "charset/charset.h"
#include "html/tag_index.h"
#include "practice/practice_web.h"
#include "simulation/refresh_run.h"
#include "testkit/hand_clock.h"
#include "url/url.h"
#include "warc/reader.h"

namespace freshet {
namespace {

constexpr std::size_t kComplaintsMax = 20;

// A version in an export with the verdict beside it.
struct ExportedPage {
  std::string url;
  std::string body;
  bool is_proven = false;
};

Result<std::vector<ExportedPage>> export_pages(ArchiveSession& session, Time at, ContentRule rule) {
  ExportRequest request{.as_of = at, .rule = rule};
  for (const ExportFormat& format : export_formats())
    if (format.name == "warc") request.format = &format;
  std::string bytes;
  const auto done = export_to(session, request, [&](std::string_view piece) {
    bytes += piece;
    return Status();
  });
  if (!done) return std::unexpected(done.error());
  MemoryFile file{std::move(bytes)};
  auto reader = warc::Reader::open(file, "export");
  if (!reader) return std::unexpected(reader.error());
  std::vector<ExportedPage> pages;
  bool is_proven = false;
  while (true) {
    const auto head = reader->next();
    if (!head) return std::unexpected(head.error());
    if (!*head) return pages;
    std::string block((*head)->block_bytes, '\0');
    for (std::size_t filled = 0; filled < block.size();) {
      const auto got = reader->read_block(std::span(block).subspan(filled));
      if (!got) return std::unexpected(got.error());
      filled += *got;
    }
    const warc::Header& header = (*head)->header;
    if (header.type() == warc::RecordType::metadata)
      is_proven = warc::find_field(warc::parse_fields(block), "freshetVerdict") == "proven";
    if (header.type() == warc::RecordType::response)
      pages.push_back({.url = header.target_uri(),
                       .body = block.substr(warc::read_http_head(block).payload_begin),
                       .is_proven = is_proven});
  }
}

PagePrint print_of_body(const std::string& body, std::string_view type) {
  const Utf8Text utf8 = to_utf8(body, type);
  const std::string text(utf8.text(body));
  return print_page(body, text, index_tags(text, Scripting::off), Scripting::off);
}

// Compares exports with the world.
class AsOfJudge {
 public:
  AsOfJudge(const World& world, AsOfResult& result) : world_(world), result_(result) {}

  void judge(const ExportedPage& page, Time at, ContentRule rule) {
    if (!page.is_proven) return;
    const bool is_strict = rule == ContentRule::strict;
    ++(is_strict ? result_.proven_strict : result_.proven_judged);
    const auto url = Url::parse(page.url);
    if (!url) return;
    const std::string target =
        url->query() ? fmt::format("{}?{}", url->path(), *url->query()) : std::string(url->path());
    const PracticeAnswer truth = world_.answer({.is_tls = url->scheme() == "https",
                                                .host = std::string(url->hostname()),
                                                .target = target},
                                               at);
    if (truth.status == 200 && truth.body == page.body) return;
    if (!is_strict && truth.status == 200) {
      const std::string type(warc::find_field(truth.headers, "Content-Type").value_or(""));
      const Change change =
          judge_change(print_of_body(page.body, type), print_of_body(truth.body, type), {});
      if (!change.meaningful) return;
    }
    ++(is_strict ? result_.wrong_strict : result_.wrong_judged);
    const bool is_stuck = has_stuck_validator(*url, target);
    if (is_strict && is_stuck) ++result_.wrong_stuck;
    if (result_.complaints.size() < kComplaintsMax)
      result_.complaints.push_back(fmt::format("{} at {}: {}{}", page.url, iso_time(at),
                                               is_strict ? "other bytes" : "a change",
                                               is_stuck ? ", stuck validators" : ""));
  }

 private:
  bool has_stuck_validator(const Url& url, const std::string& target) const {
    const auto host = world_.hosts().by_name(std::string(url.hostname()));
    if (!host) return false;
    const auto page = Site(world_.plan(), *host).find(target);
    return page && world_.has_stuck_validator(*host, *page);
  }

  const World& world_;
  AsOfResult& result_;
};

}  // namespace

AsOfResult& AsOfResult::operator+=(const AsOfResult& other) {
  pages += other.pages;
  proven_strict += other.proven_strict;
  wrong_strict += other.wrong_strict;
  wrong_stuck += other.wrong_stuck;
  proven_judged += other.proven_judged;
  wrong_judged += other.wrong_judged;
  complaints.insert(complaints.end(), other.complaints.begin(), other.complaints.end());
  return *this;
}

Result<AsOfResult> run_as_of(const AsOfOptions& options, const std::string& directory) {
  WorldPlan plan{.seed = options.seed, .hosts = options.hosts, .pages = options.pages};
  plan.features.traps = false;
  plan.features.misbehaviour = false;
  plan.features.codings = false;  // bodies are compared as served
  plan.features.validators = options.has_wrong_validators;
  SimulatedWeb web(plan);
  RefreshRunOptions refresh;
  refresh.budget = 1;
  refresh.time = std::chrono::days(options.days);
  refresh.plan.guard = AddressGuard({*Network::parse(kPracticeNetworkV4)});
  const RefreshRunResult done = run_refresh(web, system_disk(), directory, refresh);
  if (!done.status) return std::unexpected(done.status.error());

  HandClock clock;
  clock.time = web.clock.now();
  auto session = ArchiveSession::open(system_disk(), clock, directory);
  if (!session) return std::unexpected(session.error());
  AsOfResult result;
  AsOfJudge judge(web.world, result);
  for (int i = 0; i < options.times; ++i) {
    const Time at = done.from + (done.until - done.from) * (2 * i + 1) / (2 * options.times);
    for (const ContentRule rule : {ContentRule::strict, ContentRule::judged}) {
      const auto pages = export_pages(*session, at, rule);
      if (!pages) return std::unexpected(pages.error());
      if (rule == ContentRule::strict) result.pages += pages->size();
      for (const ExportedPage& page : *pages) judge.judge(page, at, rule);
    }
  }
  return result;
}

}  // namespace freshet
