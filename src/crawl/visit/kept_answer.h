// An answer as the archive keeps it.
#pragma once

#include <optional>
#include <string>

#include "crawl/link_table.h"
#include "crawl/observation.h"
#include "crawl/visit/errand.h"
#include "warc/exchange.h"
#include "web/web.h"

namespace freshet {

// Returns the request and its answer with the metadata of the fetch and of the observation.
warc::Exchange exchange_of(const Errand& errand, WebAnswer answer,
                           const std::optional<Observation>& observation);

// Adds how the crawl came to the URL: the page that led to it (empty: none), and the kinds of hops.
void add_path(const KnownLink& link, std::string via, warc::Exchange& exchange);

}  // namespace freshet
