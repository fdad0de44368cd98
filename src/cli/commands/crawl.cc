// freshet crawl: takes seeds and fills an archive.
#include "crawl/crawl.h"

#include <fmt/format.h>
#include <signal.h>

#include <memory>
#include <string>
#include <utility>

#include "base/escape.h"
#include "base/log.h"
#include "cli/archive_access.h"
#include "cli/commands/commands.h"
#include "cli/crawl_plan.h"
#include "cli/crawl_words.h"
#include "cli/progress.h"
#include "cli/seed_input.h"
#include "cli/signals.h"
#include "crawl/crawl_summary.h"
#include "web/event_loop.h"

namespace freshet {
namespace {

std::unexpected<Failure> failure_of(const Error& error) {
  if (error.code == Errc::invalid) return wrong_usage(visible(error.message));
  return could_not(error);
}

// One run of the command, from seeds to report.
class Run {
 public:
  explicit Run(const Session& session)
      : session_(session),
        is_json_(session.arguments.has("--json")),
        progress_(session, "crawling") {}

  CommandResult run() {
    auto options = meant_crawl(session_);
    if (!options) return std::unexpected(options.error());
    auto seeds = meant_seeds(session_.arguments);
    if (!seeds) return std::unexpected(seeds.error());
    options->seeds = *std::move(seeds);
    if (auto checked = check_seeds(*options); !checked) return checked;
    options->archive.may_create = !options->seeds.empty();
    directory_ = options->directory;
    const std::size_t seed_count = options->seeds.size();

    auto events = EventLoop::open();
    if (!events) return could_not(events.error());
    events_ = *std::move(events);
    auto signals = Signals::open(*events_, [this](int number) { signalled(number); });
    if (!signals) return could_not(signals.error());
    signals_ = *std::move(signals);
    auto crawl =
        Crawl::open(system_disk(), system_clock(), *events_, *std::move(options), watcher());
    if (!crawl) return failure_of(crawl.error());
    crawl_ = std::move(*crawl);
    if (is_json_) say(started_event(*crawl_, directory_, seed_count));
    if (crawl_->goes_on()) log(LogLevel::info, "the crawl of this archive goes on");
    crawl_->start();
    events_->run(Tick::max(), [this] { return crawl_->is_done(); });
    const Status finished = crawl_->finish();
    progress_.clear();
    if (!finished) return could_not(finished.error());
    return report();
  }

 private:
  // Addresses in place of names need no look-up to be refused.
  static CommandResult check_seeds(const CrawlOptions& options) {
    for (const Url& seed : options.seeds) {
      const auto host = Host::of(seed);
      if (!host) continue;
      std::string name(host->name());
      if (name.starts_with('[')) name = name.substr(1, name.size() - 2);
      const auto address = IpAddress::parse(name);
      if (!address) continue;
      if (const auto why = options.plan.guard.refusal(*address)) {
        return wrong_usage(fmt::format("the seed {} is refused ({}); --allow-net allows a network",
                                       visible(seed.href()), *why));
      }
    }
    return {};
  }

  CrawlWatcher watcher() {
    return {.progress =
                [this](const CrawlView& view) {
                  if (is_json_)
                    say(progress_event(view));
                  else
                    progress_.tell_line(progress_words(view));
                },
            .visit_ended =
                [this](const Host& host, const VisitReport& visit) {
                  if (is_json_) say(host_ended_event(host, visit));
                  log(LogLevel::debug, "host ended",
                      {{"host", host.key()}, {"state", visit.state}, {"why", visit.why}});
                },
            .warning = [this](const std::string& sentence) { warn(sentence); }};
  }

  void warn(const std::string& sentence) {
    progress_.clear();
    if (is_json_) say(warning_event(sentence));
    log(LogLevel::warning, sentence);
  }

  void say(const std::string& event) {
    session_.out.write(event);
    session_.out.flush();
    // Who reads the events is gone: there is nobody to crawl for.
    if (crawl_ && !session_.out.arrived()) crawl_->stop("nobody reads the events any more");
  }

  void signalled(int number) {
    if (!crawl_) return;
    if (number == SIGHUP) return reload();
    progress_.clear();
    log(LogLevel::info, "the crawl stops; a second signal ends it at once");
    Signals::let_them_end_us();
    crawl_->stop("it was told to stop");
  }

  void reload() {
    progress_.clear();
    const Result<Config> config = session_.reload();
    if (!config) return warn("the settings stay as they are: " + config.error().message);
    const auto plan = meant_plan(config->settings, session_.arguments);
    if (!plan) return warn("the settings stay as they are: " + plan.error().sentence);
    crawl_->change_plan(*plan);
    change_log_level(config->settings.log.level);
    log(LogLevel::info,
        "read again: log.level, fetch.*, traps.*, [host], and of crawl.* delay, burst, "
        "crawl_delay_max, connections, bandwidth, pages, depth, level_pages, redirects, tries, "
        "slice, disk_reserve");
  }

  CommandResult report() {
    auto archive = Archive::open(system_disk(), directory_);
    if (!archive) return could_not(archive.error());
    const auto summary = summarise_crawl(archive->catalog(), 0);
    if (!summary) return could_not(summary.error());
    const CrawlView view = crawl_->view();
    if (is_json_)
      say(finished_event(view, *summary, crawl_->outcome()));
    else
      print_report(view, *summary, crawl_->outcome(), directory_, session_.out);
    return {};
  }

  const Session& session_;
  const bool is_json_;
  Progress progress_;
  std::string directory_;
  std::unique_ptr<EventLoop> events_;
  std::unique_ptr<Signals> signals_;
  std::unique_ptr<Crawl> crawl_;
};

CommandResult run(const Session& session) { return Run(session).run(); }

}  // namespace

Command crawl_command() {
  return {.name = "crawl",
          .summary = "Crawl sites into an archive, or go on with it",
          .details =
              "Takes seeds (URLs, hosts, or any text with URLs in it) and keeps what it finds\n"
              "within the scope: the hosts of the seeds, unless --scope says otherwise. It can\n"
              "be killed at any moment; the same command without seeds goes on where it was.\n"
              "SIGTERM and SIGINT end it cleanly, a second one at once; SIGHUP reads the\n"
              "settings file again. A host is visited as a whole, politely: robots.txt is\n"
              "obeyed, and there is a delay between requests. Public addresses are crawled\n"
              "only with a contact, which every request carries; private ones only if they\n"
              "are allowed.",
          .operands = {{"SEED", "A URL, a host, or text with URLs in it", false, true}},
          .options = {{"--seeds", "FILE", "Read seeds from FILE, a line each; - is standard input",
                       true},
                      {"--again", "",
                       "Begin a new crawl over the same archive: every host is visited "
                       "again"},
                      {"--no-requisites", "", "Pages only, no style sheets, images, scripts"},
                      {"--no-sitemaps", "", "Do not read sitemaps"},
                      {"--ignore-robots", "", "Do not obey robots.txt: for your own sites"},
                      {"--json", "", "Print events, one JSON object a line"}},
          .sections = {},
          .examples = {{"freshet crawl --archive web --contact me@example.com example.com",
                        "a whole site"},
                       {"freshet crawl --archive web --contact me@example.com",
                        "goes on, after a stop or a crash"},
                       {"freshet crawl --archive web --seeds posts.jsonl --scope domains --depth 3",
                        "sites that posts link to, three links deep; freshet.toml has the contact"},
                       {"freshet crawl --archive intranet --allow-net 10.0.0.0/8 http://10.1.2.3/",
                        "a private network, which needs no contact"}},
          .run = run};
}

}  // namespace freshet
