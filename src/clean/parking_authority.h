// Sites that other hosts redirect to, and which of them are parking providers: most of their
// in-links are redirects, and their pages cluster evenly (Genovese and Geraci, 2018,
// section 3.2.2).
//
// Both also hold for a company whose 300 domains lead to its one site. So it takes a third kind of
// evidence: redirects that carry the name of the domain they come from, landing pages that look
// parked, or a known provider.
#pragma once

#include <vector>

#include "clean/parking.h"

namespace freshet {

// Returns a judgement for each other site that a home page redirects to, by name.
std::vector<AuthorityJudgement> judge_authorities(const std::vector<HomePage>& pages,
                                                  const std::vector<LandingPage>& landings,
                                                  const ParkingOptions& options);

// Returns the other site that a page redirects to; empty if it does not.
std::string redirect_site(const HomePage& page);

}  // namespace freshet
