#include "app/capture_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/json.h"
#include "capture/capture_orders.h"
#include "coherence/plan.h"
#include "coherence/revisits.h"
#include "crawl/visit/visit_task.h"

namespace freshet {
namespace {

// The pages of one host, in the order in which breadth first visits them.
struct HostPages {
  std::vector<CapturePage> pages = {};
  std::vector<double> rates = {};
  Duration slot{};
};

HostPages pages_of_host(const CaptureBook& book, const Host& host, const CrawlPlan& plan) {
  HostPages found;
  for (CapturePage page = 0; page < book.size(); ++page)
    if (book[page].key.host == host) found.pages.push_back(page);
  std::ranges::stable_sort(found.pages, {}, [&](CapturePage page) { return book[page].depth; });
  for (const CapturePage page : found.pages) found.rates.push_back(book[page].changes_per_day);
  found.slot = std::max<Duration>(pace_for(plan, host).delay, std::chrono::milliseconds(1));
  return found;
}

CapturePlan planned_for(const HostPages& host, const PlanPolicy& policy,
                        const CaptureOrder& order) {
  const PlannedSite site{.rates = host.rates, .slot = host.slot};
  CapturePlan plan = policy.plan(site, {.eta = order.eta});
  if (!order.revisits_max) return plan;
  const auto budget = static_cast<std::size_t>(*order.revisits_max);
  if (policy.name == kDefaultPlanPolicy) return plan_within_budget(site, budget);
  plan.revisits.resize(std::min(plan.revisits.size(), budget));
  return plan;
}

void add_pages(const CaptureBook& book, const HostPages& host, const CapturePlan& plan,
               CapturePlanView& view) {
  std::map<std::uint32_t, std::size_t> revisits;
  for (std::size_t i = 0; i < plan.revisits.size(); ++i)
    revisits.emplace(plan.revisits[i], plan.visits.size() + i + 1);
  for (std::size_t i = 0; i < plan.visits.size(); ++i) {
    const BookedPage& page = book[host.pages[plan.visits[i]]];
    const auto revisit = revisits.find(plan.visits[i]);
    view.pages.push_back({.url = page.key.url,
                          .changes_per_day = page.changes_per_day,
                          .visit = i + 1,
                          .revisit = revisit == revisits.end() ? 0 : revisit->second});
  }
  const std::size_t requests = plan.visits.size() + plan.revisits.size();
  view.requests += requests;
  view.takes = std::max(view.takes, host.slot * static_cast<Duration::rep>(requests));
}

}  // namespace

Result<CapturePlanView> plan_capture(ArchiveSession& session, const CaptureRequest& request) {
  const auto policy = find_plan_policy(request.order.policy);
  if (!policy) return std::unexpected(policy.error());
  auto prepared = prepare_capture(session, request);
  if (!prepared) return std::unexpected(prepared.error());
  const CaptureBook& book = prepared->book;
  if (book.size() == 0)
    return std::unexpected(Error{
        Errc::not_found,
        "the archive has no pages of these hosts, so no plan can be shown; run the capture or a "
        "crawl first"});
  CapturePlanView view{.policy = std::string((*policy)->name)};
  std::vector<double> coherent(plan_policies().size());
  for (const Host& host : prepared->row.hosts) {
    const HostPages pages = pages_of_host(book, host, session.plan());
    if (pages.pages.empty()) continue;
    view.slot = std::max(view.slot, pages.slot);
    for (std::size_t i = 0; i < coherent.size(); ++i) {
      const CapturePlan plan = planned_for(pages, plan_policies()[i], request.order);
      coherent[i] += expected_coherence(plan, pages.rates, pages.slot) *
                     static_cast<double>(pages.pages.size());
      if (plan_policies()[i].name == (*policy)->name) add_pages(book, pages, plan, view);
    }
  }
  for (std::size_t i = 0; i < coherent.size(); ++i)
    view.policies.push_back({.policy = std::string(plan_policies()[i].name),
                             .coherence = coherent[i] / static_cast<double>(book.size())});
  std::ranges::stable_sort(view.policies, std::greater<>(), &PolicyOutlook::coherence);
  return view;
}

std::string to_json(const CapturePlanView& plan) {
  JsonWriter json;
  json.begin_object().key("policy").value(plan.policy);
  json.key("slot").value(std::chrono::duration<double>(plan.slot).count());
  json.key("takes").value(std::chrono::duration<double>(plan.takes).count());
  json.key("requests").value(plan.requests).key("policies").begin_array();
  for (const PolicyOutlook& policy : plan.policies)
    json.begin_object()
        .key("policy")
        .value(policy.policy)
        .key("coherence")
        .value(policy.coherence)
        .end_object();
  json.end_array().key("pages").begin_array();
  for (const PlannedCapturePage& page : plan.pages) {
    json.begin_object().key("url").value(page.url).key("rate").value(page.changes_per_day);
    json.key("visit").value(page.visit).key("revisit").value(page.revisit).end_object();
  }
  return json.end_array().end_object().take();
}

}  // namespace freshet
