// freshet practice: a web to practise on, served from this machine.
#include <fmt/format.h>

#include <atomic>
#include <csignal>
#include <memory>
#include <string>

#include "base/disk.h"
#include "base/escape.h"
#include "base/json.h"
#include "base/log.h"
#include "cli/commands/commands.h"
#include "cli/commands/practice_compare.h"
#include "cli/commands/practice_score.h"
#include "cli/number_option.h"
#include "practice/feature_names.h"
#include "practice/practice_server.h"
#include "practice/truth.h"

namespace freshet {
namespace {

constexpr std::size_t kTruthPieceBytes = std::size_t{1} << 20;  // written at once
constexpr double kTimeFactorMax = 1e6;

// A file that lines are put behind. The first error is kept; after it nothing is written.
class LineFile {
 public:
  static Result<LineFile> create(const std::string& path) {
    auto file = system_disk().open(path, Access::write);
    if (!file) return std::unexpected(file.error());
    if (const Status emptied = (*file)->truncate(0); !emptied)
      return std::unexpected(emptied.error());
    return LineFile(std::move(*file));
  }

  void append(std::string_view text) {
    if (!status_) return;
    status_ = file_->write(size_, text);
    size_ += text.size();
  }

  const Status& status() const { return status_; }

 private:
  explicit LineFile(std::unique_ptr<File> file) : file_(std::move(file)) {}

  std::unique_ptr<File> file_;
  std::uint64_t size_ = 0;
  Status status_;
};

// The server that SIGTERM and SIGINT end; there is one in a process.
std::atomic<PracticeServer*> serving = nullptr;

void end_serving(int) {
  if (PracticeServer* const server = serving.load()) server->stop();
}

std::expected<WorldPlan, Failure> plan_of(const Session& session) {
  using Number = std::uint64_t;
  WorldPlan plan{.hosts = 200, .pages = 20'000};
  const auto seed = number_of<Number>(session, "--seed", plan.seed, 0, ~Number{0});
  if (!seed) return std::unexpected(seed.error());
  const auto hosts = number_of<Number>(session, "--hosts", plan.hosts, 1, kPracticeHostsMax);
  if (!hosts) return std::unexpected(hosts.error());
  const auto pages = number_of<Number>(session, "--pages", plan.pages, 1, kPracticePagesMax);
  if (!pages) return std::unexpected(pages.error());
  const auto delay = number_of<Number>(session, "--crawl-delay", 0, 0, 3'600'000);
  if (!delay) return std::unexpected(delay.error());
  plan.seed = *seed;
  plan.hosts = *hosts;
  plan.pages = *pages;
  plan.crawl_delay = std::chrono::milliseconds(*delay);
  for (const std::string_view flag : {"--with", "--without"}) {
    for (const std::string& name : session.arguments.values(flag)) {
      const auto feature = std::ranges::find(kFeatureNames, name, &FeatureName::name);
      if (feature == kFeatureNames.end())
        return wrong_usage(fmt::format("{} knows no feature \"{}\"; see --help for the list", flag,
                                       visible(name)));
      plan.features.*feature->member = flag == "--with";
    }
  }
  return plan;
}

std::expected<PracticeServerOptions, Failure> server_options_of(const Session& session) {
  PracticeServerOptions options;
  const struct {
    std::string_view name;
    std::uint16_t& port;
  } ports[] = {{"--http-port", options.http_port},
               {"--https-port", options.https_port},
               {"--dns-port", options.dns_port}};
  for (const auto& [name, port] : ports) {
    const auto number = number_of<std::uint16_t>(session, name, port, 0, 65535);
    if (!number) return std::unexpected(number.error());
    port = *number;
  }
  const auto factor = number_of<double>(session, "--time-factor", 1, 0, kTimeFactorMax);
  if (!factor) return std::unexpected(factor.error());
  options.time_factor = *factor;
  return options;
}

std::string log_line(const PracticeLogLine& line) {
  JsonWriter json;
  json.begin_object().key("start_us").value(line.start.count());
  json.key("end_us").value(line.end.count()).key("host").value(line.host);
  json.key("address").value(line.address).key("url").value(line.url);
  json.key("method").value(line.is_head ? "HEAD" : "GET");
  json.key("status").value(line.status);
  return json.end_object().take() + "\n";
}

CommandResult put_truth(const World& world, const std::string& path) {
  auto file = LineFile::create(path);
  if (!file) return could_not(file.error().message);
  std::string held;
  write_truth(world, [&](std::string_view line) {
    held += line;
    if (held.size() < kTruthPieceBytes) return;
    file->append(held);
    held.clear();
  });
  file->append(held);
  if (!file->status()) return could_not(file->status().error().message);
  return {};
}

CommandResult serve(PracticeServer& server, const Session& session) {
  log(LogLevel::info, "the practice web is open",
      {{"first_url", server.world().first_url()},
       {"hosts", server.world().plan().hosts},
       {"dns", fmt::format("127.0.0.1:{}", server.dns_port())}});
  session.out.write(server.world().first_url() + "\n");
  session.out.flush();
  const Status served = server.run();
  if (!served) return could_not(served.error().message);
  return {};
}

CommandResult run_practice(const Session& session) {
  const std::string& what = *session.arguments.value("ACTION");
  if (what == "compare-schedulers") return compare_practice(session);
  if (what != "serve" && what != "score")
    return wrong_usage(fmt::format(
        "freshet practice can serve, score and compare-schedulers, not \"{}\"", visible(what)));
  auto plan = plan_of(session);
  if (!plan) return std::unexpected(plan.error());
  auto options = server_options_of(session);
  if (!options) return std::unexpected(options.error());
  if (what == "score") {
    plan->http_port = options->http_port;
    plan->https_port = options->https_port;
    const auto delay = number_of<std::int64_t>(session, "--delay", 0, 0, 3'600'000);
    if (!delay) return std::unexpected(delay.error());
    const auto burst = number_of<int>(session, "--burst", 8, 1, 1'000'000);
    if (!burst) return std::unexpected(burst.error());
    return score_practice(session, *plan, std::chrono::milliseconds(*delay), *burst);
  }
  std::optional<LineFile> requests;
  if (const auto& path = session.arguments.value("--log")) {
    auto file = LineFile::create(*path);
    if (!file) return could_not(file.error().message);
    requests = std::move(*file);
    options->log = [&](const PracticeLogLine& line) { requests->append(log_line(line)); };
  }
  const auto server = PracticeServer::open(*plan, std::move(*options));
  if (!server) return could_not(server.error().message);
  if (const auto& path = session.arguments.value("--ca-file")) {
    const Status put = replace_file(system_disk(), *path, (*server)->authority_pem());
    if (!put) return could_not(put.error().message);
  }
  if (const auto& path = session.arguments.value("--truth")) {
    const CommandResult put = put_truth((*server)->world(), *path);
    if (!put) return put;
  }
  serving = server->get();
  std::signal(SIGTERM, end_serving);
  std::signal(SIGINT, end_serving);
  const CommandResult served = serve(**server, session);
  std::signal(SIGTERM, SIG_DFL);
  std::signal(SIGINT, SIG_DFL);
  serving = nullptr;
  if (served && requests && !requests->status())
    return could_not(requests->status().error().message);
  return served;
}

HelpSection features_section() {
  HelpSection section{.title = "Features", .rows = {}};
  std::string names;
  for (const FeatureName& feature : kFeatureNames) {
    if (feature.name == "ipv6") continue;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", feature.name);
    if (names.size() < 50) continue;
    section.rows.push_back({"", std::move(names)});
    names.clear();
  }
  if (!names.empty()) section.rows.push_back({"", std::move(names)});
  return section;
}

}  // namespace

Command practice_command() {
  return {.name = "practice",
          .summary = "Serve a made-up web to practise on",
          .details =
              "Serves a web that is made from a seed: hosts at addresses of 127/8 with pages,\n"
              "rules, redirects, traps and all the misbehaviour of the real one, and a name\n"
              "server that knows them. Prints the URL from which all of it can be found, and\n"
              "serves until SIGTERM or SIGINT. The same seed gives the same web. Score tells\n"
              "how complete and polite a crawl of it was, by the log of its servers.\n"
              "\n"
              "Compare-schedulers keeps 240 pages on 12 hosts fresh for 14 days, in memory and\n"
              "in virtual time: by checks once a day (normal), in baskets mode (optimised), and\n"
              "by freshet's own policy with as many checks. It prints the gains of information\n"
              "and processing as Meegahapola et al. (2017) define them, and draws their plots.",
          .usage = "serve|score|compare-schedulers [OPTIONS]",
          .operands = {{"ACTION",
                        "What to do: serve, score or compare-schedulers",
                        true,
                        false,
                        {"serve", "score", "compare-schedulers"}}},
          .options = {{"--seed", "N", "Which web (default 1)"},
                      {"--hosts", "N", "How many hosts (default 200)"},
                      {"--pages", "N", "How many pages on all of them (default 20000)"},
                      {"--with", "FEATURE", "Add what is left out by default: systems, crossings",
                       true},
                      {"--without", "FEATURE", "Leave something out; see below", true},
                      {"--crawl-delay", "MS", "What some robots.txt ask for, in milliseconds"},
                      {"--http-port", "PORT", "Port for HTTP; 0: any (default 8080)"},
                      {"--https-port", "PORT", "Port for HTTPS; 0: any (default 8443)"},
                      {"--dns-port", "PORT", "UDP port of the name server (default 8053)"},
                      {"--time-factor", "X", "How much faster its clock goes; 0: not (default 1)"},
                      {"--ca-file", "FILE", "Write the certificate to trust for HTTPS"},
                      {"--truth", "FILE", "Write what is true of this web, as JSON lines"},
                      {"--log", "FILE", "Write a JSON line for each request; score reads it"},
                      {"--archive", "DIR", "What score judges"},
                      {"--delay", "MS", "Between requests to a host, for score"},
                      {"--burst", "N", "Requests before the delay begins, for score (default 8)"},
                      {"--days", "N", "How long schedulers are compared (default 14)"},
                      {"--policy", "NAME", "Compare this refresh policy, too", true},
                      {"--html", "FILE", "Draw the comparison of schedulers"},
                      {"--json", "", "Print the comparison of schedulers as JSON"}},
          .sections = {features_section()},
          .examples = {{"freshet practice serve --truth truth.jsonl", "200 hosts, 20,000 pages"},
                       {"freshet practice serve --without traps --without misbehaviour",
                        "a web that behaves"},
                       {"freshet practice compare-schedulers --html plots.html",
                        "normal against optimised checks, with plots"}},
          .run = run_practice};
}

}  // namespace freshet
