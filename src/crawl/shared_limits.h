// The limits that all visits of a run share: on addresses, registrable domains, and hosts
// that others redirect their robots.txt to. Thread-safe.
#pragma once

#include "crawl/address_pace.h"
#include "crawl/domain_book.h"
#include "crawl/foreign_robots.h"
#include "crawl/plan.h"

namespace freshet {

struct SharedLimits {
  explicit SharedLimits(const CrawlPlan& plan)
      : addresses(plan.hosts_per_address), domains(plan.domains) {}

  AddressPace addresses;
  DomainBook domains;
  ForeignRobots robots;
};

}  // namespace freshet
