// How coherent the copy of a site is at an instant: the verdict on each page, the measures of
// Spaniol (2009), and the defects.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/time.h"
#include "change/text_diff.h"
#include "coherence/defects.h"
#include "coherence/invariance.h"
#include "coherence/parts.h"
#include "coherence/trust.h"
#include "coherence/verdict.h"

namespace freshet {

// A page at the instant.
struct PageCoherence {
  std::string url;
  PageVerdict verdict = {};
  std::optional<double> rate = {};          // changes a day
  std::optional<std::uint32_t> depth = {};  // links from the home page; none: no links lead there
  std::optional<Defect> defect = {};        // how the sightings around the instant differ
  std::optional<Time> version = {};         // of the snapshot that stands for the page
  std::size_t sightings = 0;
  // The lines that differ around the instant, if they were asked for; the first ones.
  std::vector<DiffLine> difference = {};

  // Returns true if the page is taken not to exist at the instant.
  bool is_absent() const { return verdict.content == kAbsent; }
};

// C(c) = 1 - errors / n by one of the slides' definitions.
struct CoherenceMeasure {
  double share = 0;
  std::size_t errors = 0;
  std::optional<Interval> instant = {};
};

// A plan and what it promises of a capture of these pages.
struct PolicyPromise {
  std::string_view name;
  double coherent = 0;  // expected share of pages that are unchanged from visit to revisit
  double blur = 0;
};

struct SiteCoherence {
  std::string host;
  std::string capture = {};  // its name, if only its sightings count
  bool is_strict = false;    // bytes are compared; otherwise noise is no change
  Time at{};                 // the instant
  bool is_best = true;       // no other has more pages proven
  BestInstant best = {};     // the instants with most pages proven
  Interval observed = {};    // from the first visit to the last revisit around the instant

  std::array<std::size_t, kVerdicts> counts{};  // of pages that are there, by verdict
  std::size_t absent = 0;                       // pages that are proven not to be there
  std::size_t without_content = 0;              // URLs that are no pages
  std::size_t unreadable = 0;                   // records whose dates could not be read
  DefectCounts defects = {};
  CoherenceMeasure observable = {}, measurable = {}, inducible = {};
  double blur = 0;         // expected changes of a page; mean over the pages with a rate
  std::size_t rated = 0;   // pages with a rate
  CoherentPart part = {};  // numbers of pages
  CoherentPart linked_part = {};
  std::optional<std::uint32_t> home = {};
  HostDates dates = {};

  std::vector<PageCoherence> pages = {};
  std::vector<PageLink> links = {};
  Duration slot{};  // between requests of a capture as the policies plan it
  std::vector<PolicyPromise> policies = {};

  std::size_t count(Verdict verdict) const { return counts[static_cast<std::size_t>(verdict)]; }
  // Pages that are there.
  std::size_t present() const;
  // C(c) at the instant: the share of pages that are proven.
  double proven_share() const;
};

// "seen 2026-11-16 10:00:01, 304 at 2026-11-16 12:30:00": the sightings around the instant.
std::string evidence_words(const PageCoherence& page);

enum class PagesShown : bool { no, yes };

// docs/formats/coherence.md.
void write_json(JsonWriter& json, const SiteCoherence& site, PagesShown pages);
std::string to_json(const SiteCoherence& site, PagesShown pages);

// For people: a dozen lines, and with pages a line for each.
std::string coherence_text(const SiteCoherence& site, PagesShown pages);

}  // namespace freshet
