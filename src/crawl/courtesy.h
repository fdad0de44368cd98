// What all visits of a crawl together owe to others than the host that each is at: to addresses, to
// registrable domains, to hosts whose robots.txt others point to. Thread-safe.
#pragma once

#include "crawl/address_pace.h"
#include "crawl/domain_book.h"
#include "crawl/foreign_robots.h"
#include "crawl/plan.h"

namespace freshet {

struct Courtesy {
  explicit Courtesy(const CrawlPlan& plan)
      : addresses(plan.hosts_per_address), domains(plan.domains) {}

  AddressPace addresses;
  DomainBook domains;
  ForeignRobots robots;
};

}  // namespace freshet
