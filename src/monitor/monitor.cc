#include "monitor/monitor.h"

#include <algorithm>
#include <utility>

#include "base/log.h"
#include "base/random.h"
#include "pdf/pdf_text.h"

namespace freshet {
namespace {

// After a failure of registry or archive the next look waits.
constexpr Duration kFailurePause = std::chrono::seconds(2);

PdfReader installed_pdf_reader() {
  if (!has_pdf_reader()) return {};
  return [](std::string_view bytes) { return read_pdf_text(bytes); };
}

}  // namespace

Result<std::unique_ptr<Monitor>> Monitor::open(Disk& disk, Clock& clock, MonitorOptions options) {
  auto registry = Registry::open(disk, registry_file(options.directory), {});
  if (!registry) return std::unexpected(registry.error());
  auto key = (*registry)->key_for(kLinkPurpose);
  if (!key) return std::unexpected(key.error());
  auto work = std::make_unique<MonitorWork>(MonitorTools{
      .registry = **registry,
      .disk = disk,
      .normal_form = options.normal_form,
      .pdf = installed_pdf_reader(),
      .links = MessageLinker({.pages = options.public_url, .replay = options.replay_url},
                             *std::move(key)),
      .seed = Random::from_system().next()});
  if (auto begun = work->begin(); !begun) return std::unexpected(begun.error());
  std::unique_ptr<Monitor> monitor(
      new Monitor(clock, std::move(options), *std::move(registry), std::move(work)));
  if (auto opened = monitor->open_fetcher(); !opened) return std::unexpected(opened.error());
  monitor->thread_ = std::thread([self = monitor.get()] { self->run(); });
  return monitor;
}

Monitor::Monitor(Clock& clock, MonitorOptions options, std::unique_ptr<Registry> registry,
                 std::unique_ptr<MonitorWork> work)
    : clock_(clock),
      options_(std::move(options)),
      registry_(std::move(registry)),
      work_(std::move(work)) {
  senders_ =
      std::make_unique<SenderThreads>(options_.send, [this](Outgoing sent, SendAnswer answer) {
        const std::lock_guard lock(mutex_);
        inbox_.answers.emplace_back(std::move(sent), std::move(answer));
        came_.notify_one();
      });
}

Status Monitor::open_fetcher() {
  auto opened = OwnFetcher::open(options_.fetcher, [this](OwnAnswer answer) {
    const std::lock_guard lock(mutex_);
    inbox_.fetched.push_back(std::move(answer));
  });
  if (!opened) return std::unexpected(opened.error());
  fetcher_ = *std::move(opened);
  return {};
}

// Answers that come while the senders end are noted, so that no message is sent twice without need.
Monitor::~Monitor() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  came_.notify_all();
  if (thread_.joinable()) thread_.join();
  fetcher_.reset();
  senders_.reset();
  for (const auto& [sent, answer] : inbox_.answers)
    if (auto noted = work_->dispatcher().on_answer(sent, answer, clock_.now()); !noted)
      log(LogLevel::error, noted.error().message);
}

void Monitor::page_seen(const std::string& url, Time time) {
  const std::lock_guard lock(mutex_);
  if (!urls_->contains(url)) return;
  if (inbox_.hints.size() < kHintsMax)
    inbox_.hints.push_back({.url = url, .time = time});
  else
    inbox_.must_scan = true;
}

void Monitor::visit_ended(VisitNews news) {
  const std::lock_guard lock(mutex_);
  if (inbox_.visits.size() < kHintsMax) inbox_.visits.push_back(std::move(news));
}

void Monitor::reopen() {
  const std::lock_guard lock(mutex_);
  inbox_.must_reopen = true;
  came_.notify_one();
}

bool Monitor::post(std::function<void(Registry&)> work) {
  const std::lock_guard lock(mutex_);
  if (inbox_.work.size() >= kWorkMax) return false;
  inbox_.work.push_back(std::move(work));
  came_.notify_one();
  return true;
}

std::optional<Monitor::Inbox> Monitor::wait() {
  std::unique_lock lock(mutex_);
  const auto has_news = [this] {
    return is_over_ || !inbox_.answers.empty() || !inbox_.work.empty() || inbox_.must_reopen;
  };
  came_.wait_for(lock, kTurn, has_news);
  if (is_over_) return std::nullopt;
  return std::exchange(inbox_, {});
}

void Monitor::run() {
  while (auto inbox = wait()) turn(*std::move(inbox));
}

void Monitor::turn(Inbox inbox) {
  const auto report = [](const Status& status) {
    if (!status) log(LogLevel::error, "the monitor: " + status.error().message);
    return status.has_value();
  };
  const Time now = clock_.now();
  if (inbox.must_reopen) session_.reset();
  if (inbox.must_scan || inbox.must_reopen) work_->scan_soon();
  for (auto& [sent, answer] : inbox.answers)
    report(work_->dispatcher().on_answer(sent, answer, now));
  for (auto& each : inbox.work) each(*registry_);
  if (!inbox.work.empty()) work_->registry_changed();
  for (SeenHint& hint : inbox.hints) work_->add_hint(std::move(hint));
  for (VisitNews& visit : inbox.visits) work_->add_visit(std::move(visit));
  for (OwnAnswer& answer : inbox.fetched) work_->add_own(std::move(answer));
  if (pause_until_ && now < *pause_until_ && *pause_until_ - now <= kFailurePause) return;
  pause_until_.reset();
  if (!session_) open_session(now);
  bool is_well = report(work_->refresh());
  {
    const std::lock_guard lock(mutex_);
    urls_ = work_->book().urls();
  }
  if (session_ && !work_->book().is_empty()) is_well = report(look(now)) && is_well;
  is_well = report(send_due(now)) && is_well;
  is_well = report(work_->tidy(now)) && is_well;
  if (is_well) return;
  pause_until_ = now + kFailurePause;
  session_.reset();
}

Status Monitor::look(Time now) {
  if (auto looked = work_->look(*session_, now); !looked) return looked;
  if (auto orders = work_->take_orders(*session_, now); !orders.empty())
    options_.order(std::move(orders));
  auto fetches = work_->take_own_fetches(now);
  if (!fetches) return std::unexpected(fetches.error());
  for (OwnFetch& fetch : *fetches) fetcher_->fetch(std::move(fetch));
  return {};
}

void Monitor::open_session(Time now) {
  auto opened = options_.open_reader();
  if (opened)
    session_.emplace(*std::move(opened));
  else
    pause_until_ = now + kFailurePause;  // it is being made
}

Status Monitor::send_due(Time now) {
  auto outgoing = work_->dispatcher().take(now, senders_->room());
  if (!outgoing) return std::unexpected(outgoing.error());
  for (Outgoing& each : *outgoing) senders_->post(std::move(each));
  return {};
}

}  // namespace freshet
