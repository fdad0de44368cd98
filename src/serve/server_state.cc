#include "serve/server_state.h"

#include <fmt/format.h>

#include <chrono>

#include "base/json.h"

namespace freshet {
namespace {

double seconds(Duration duration) { return std::chrono::duration<double>(duration).count(); }

class Metrics {
 public:
  void add(std::string_view name, std::string_view type, std::string_view help, double value,
           std::string_view labels = {}) {
    if (name != last_) text_ += fmt::format("# HELP {0} {1}\n# TYPE {0} {2}\n", name, help, type);
    last_ = name;
    text_ += fmt::format("{}{} {}\n", name, labels, value);
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
  std::string last_;
};

}  // namespace

std::string server_state_json(const LiveState::Now& now, std::string_view version, Time time) {
  const RunView& run = now.run;
  JsonWriter json;
  json.begin_object().key("version").value(version).key("ready").value(now.is_ready);
  json.key("doing").value(now.doing).key("trouble").value(now.trouble);
  json.key("replay").value(now.replay);
  json.key("now").value(iso_time(time)).key("run").begin_object();
  json.key("elapsed_s").value(seconds(run.elapsed)).key("hosts_in_visit").value(run.visits);
  json.key("urls_waiting").value(run.urls_waiting).key("pages").value(run.pages);
  json.key("answers").value(run.answers).key("bytes").value(run.bytes);
  json.key("failures").value(run.failures);
  json.key("pages_per_second").value(run.pages_per_second);
  json.key("bytes_per_second").value(run.bytes_per_second).key("next_due_s");
  run.next_due ? json.value(seconds(*run.next_due)) : json.null();
  json.key("disk_is_full").value(run.is_halted).end_object().key("pages");
  if (!now.planner) return json.null().end_object().take();
  const RefreshView pages = now.planner->view(time);
  json.begin_object().key("scheduled").value(pages.scheduled).key("gone").value(pages.gone);
  json.key("requisites").value(pages.requisites).key("fresh").value(pages.fresh);
  return json.end_object().end_object().take();
}

std::string metrics_text(const LiveState::Now& now, const std::vector<JobView>& jobs,
                         const ServedCounts& served, std::string_view version, Time time) {
  Metrics all;
  const auto number = [](auto value) { return static_cast<double>(value); };
  all.add("freshet_build_info", "gauge", "Version of the program.", 1,
          fmt::format("{{version=\"{}\"}}", version));
  all.add("freshet_ready", "gauge", "1 if the archive is open and its checks are planned.",
          now.is_ready ? 1 : 0);
  const RunView& run = now.run;
  all.add("freshet_hosts_in_visit", "gauge", "Hosts that are being visited.", number(run.visits));
  all.add("freshet_urls_waiting", "gauge", "URLs of these hosts that wait for a request.",
          number(run.urls_waiting));
  all.add("freshet_run_pages_total", "counter", "Pages fetched or checked since the run began.",
          number(run.pages));
  all.add("freshet_run_answers_total", "counter", "Answers received since the run began.",
          number(run.answers));
  all.add("freshet_run_received_bytes_total", "counter", "Bytes of their bodies.",
          number(run.bytes));
  all.add("freshet_run_failures_total", "counter", "Requests without a usable answer.",
          number(run.failures));
  all.add("freshet_disk_full", "gauge", "1 while nothing is fetched because the disk is full.",
          run.is_halted ? 1 : 0);
  if (now.planner) {
    const RefreshView pages = now.planner->view(time);
    all.add("freshet_pages", "gauge", "Pages by how they are scheduled.", number(pages.scheduled),
            "{state=\"scheduled\"}");
    all.add("freshet_pages", "gauge", "", number(pages.gone), "{state=\"gone\"}");
    all.add("freshet_pages_fresh", "gauge",
            "Scheduled pages whose copies are expected to be up to date.", pages.fresh);
    const RefreshCounts counts = now.planner->counts();
    all.add("freshet_run_checks_total", "counter", "Checks since the run began.",
            number(counts.checks()));
  }
  std::map<JobState, std::size_t> by_state;
  for (const JobView& job : jobs) ++by_state[job.state];
  for (const JobState state : {JobState::waiting, JobState::running, JobState::done,
                               JobState::failed, JobState::cancelled})
    all.add("freshet_jobs", "gauge", "Jobs by state; ended ones are kept for a while.",
            number(by_state[state]), fmt::format("{{state=\"{}\"}}", name_of(state)));
  all.add("freshet_http_requests_total", "counter", "Requests answered.", number(served.requests));
  all.add("freshet_http_errors_total", "counter", "Answers with an error status.",
          number(served.client_errors), "{class=\"4xx\"}");
  all.add("freshet_http_errors_total", "counter", "", number(served.server_errors),
          "{class=\"5xx\"}");
  all.add("freshet_http_connections", "gauge", "Open connections.", number(served.connections));
  all.add("freshet_http_streams", "gauge", "Clients that follow events.", number(served.streams));
  return all.take();
}

Result<std::string> registry_metrics(Registry& registry) {
  Metrics all;
  for (const WatchCondition condition : {WatchCondition::waiting, WatchCondition::working,
                                         WatchCondition::failing, WatchCondition::lost}) {
    const auto count = registry.watches().count({.condition = condition});
    if (!count) return std::unexpected(count.error());
    all.add("freshet_watches", "gauge", "Watches by how their last checks went.",
            static_cast<double>(*count), fmt::format("{{condition=\"{}\"}}", word(condition)));
  }
  const auto counts = registry.deliveries().count({});
  if (!counts) return std::unexpected(counts.error());
  for (const auto& [state, count] : {std::pair(DeliveryState::waiting, counts->waiting),
                                     std::pair(DeliveryState::sending, counts->sending),
                                     std::pair(DeliveryState::sent, counts->sent),
                                     std::pair(DeliveryState::failed, counts->failed)})
    all.add("freshet_deliveries", "gauge", "Deliveries by state; ended ones are kept for a while.",
            static_cast<double>(count), fmt::format("{{state=\"{}\"}}", word(state)));
  return all.take();
}

}  // namespace freshet
