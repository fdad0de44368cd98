#include "robots/robots_access.h"

namespace freshet {
namespace {

constexpr int kNotModified = 304;
constexpr int kTooManyRequests = 429;

// 429 does not mean that there are no rules. For 4xx the RFC only says that a crawler may continue;
// Google does not after 429 either.
bool says_there_is_none(int status) {
  return status >= 400 && status <= 499 && status != kTooManyRequests;
}

}  // namespace

RobotsAccess robots_access(const RobotsFetch& fetch) {
  const int status = fetch.status.value_or(0);
  if (status >= 200 && status <= 299) return RobotsAccess::read_body;
  if (status == kNotModified) return RobotsAccess::keep_copy;
  if (status >= 300 && status <= 399) {
    return fetch.redirects_followed < kRobotsRedirectsMax ? RobotsAccess::follow_redirect
                                                          : RobotsAccess::allow_all;
  }
  if (says_there_is_none(status)) return RobotsAccess::allow_all;
  return fetch.unreachable_for < kRobotsUnreachableMax ? RobotsAccess::disallow_all
                                                       : RobotsAccess::allow_all;
}

}  // namespace freshet
