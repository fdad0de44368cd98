#include "crawl/crawl_loop.h"

#include <utility>

namespace freshet {

Result<std::unique_ptr<CrawlLoop>> CrawlLoop::open(const CrawlLoopTools& tools,
                                                   const CrawlPlan& plan) {
  std::unique_ptr<CrawlLoop> loop(new CrawlLoop(tools, plan));
  if (auto opened = loop->open_parts(tools); !opened) return std::unexpected(opened.error());
  return loop;
}

Status CrawlLoop::open_parts(const CrawlLoopTools& tools) {
  auto events = EventLoop::open();
  if (!events) return std::unexpected(events.error());
  events_ = *std::move(events);
  events_->share_ticks_of(tools.events);
  CurlWebOptions web_options = tools.web;
  web_options.guard = plan_.guard;
  auto web = open_curl_web(*events_, web_options);
  if (!web) return std::unexpected(web.error());
  web_ = *std::move(web);
  auto resolver = open_ares_resolver(*events_, tools.resolver);
  if (!resolver) return std::unexpected(resolver.error());
  resolver_ = *std::move(resolver);
  auto archive = Archive::open(tools.disk, tools.directory);
  if (!archive) return std::unexpected(archive.error());
  archive_.emplace(*std::move(archive));
  std::function<void(const std::string&)> warn;
  if (tools.warn)
    warn = [to_queue = tools.to_queue, tell = tools.warn](const std::string& sentence) {
      to_queue([tell, sentence] { tell(sentence); });
    };
  visits_ = std::make_unique<VisitLoop>(VisitTools{.events = *events_,
                                                   .clock = tools.clock,
                                                   .web = *web_,
                                                   .resolver = *resolver_,
                                                   .sink = tools.sink,
                                                   .traffic = tools.traffic,
                                                   .courtesy = tools.courtesy,
                                                   .archive = *archive_,
                                                   .scope = tools.scope,
                                                   .plan = plan_,
                                                   .crawl_began = tools.crawl_began,
                                                   .run_began = tools.run_began,
                                                   .crawl_id = tools.crawl_id,
                                                   .wants_sightings = tools.wants_sightings,
                                                   .links = tools.links,
                                                   .warn = std::move(warn)},
                                        tools.to_queue);
  return {};
}

void CrawlLoop::start() {
  thread_ = std::thread([this] { events_->run(Tick::max(), [this] { return is_ending_; }); });
}

LoopHandle CrawlLoop::handle() {
  return {.loop = visits_.get(),
          .post = [this](std::function<void()> what) { events_->post(std::move(what)); }};
}

void CrawlLoop::change_plan(const CrawlPlan& plan) {
  events_->post([this, plan] { plan_ = plan; });
}

void CrawlLoop::ask_view(std::function<void(LoopView)> then) {
  events_->post([this, then = std::move(then)] {
    to_queue_([then, view = visits_->view()] { then(view); });
  });
}

void CrawlLoop::end() {
  if (!thread_.joinable()) return;
  events_->post([this] { is_ending_ = true; });
  thread_.join();
}

}  // namespace freshet
