// Redirects of a visit: to other hosts, behind a cookie wall, on the host itself.
#include "crawl/visit/link_intake.h"
#include "url/normal_form.h"

namespace freshet {

void LinkIntake::on_redirect_elsewhere(const Errand& errand, const Url& target, const Host& host,
                                       unsigned hops, FrontierNews& news) {
  Scope& scope = visit_.tools.scope;
  const KnownLink& from = visit_.agenda.link(number_of(errand));
  const bool is_page = from.use == LinkUse::page;
  // A seed that redirects to another host stands for that host.
  if (is_page && from.is_seed && scope.may_hold(visit_.task.host) && !scope.may_hold(host)) {
    scope.adopt(host);
    adopted_.push_back(host);
    scope_.clear();
    written_.clear();
  }
  if (from.use == LinkUse::sitemap) return visit_.report.drop(DropReason::sitemap_of_other_host);
  if (!is_page || !scope.refusal(target)) want_elsewhere(target, is_page, errand, hops, news);
}

// A cookie wall may redirect in a loop between two URLs: the page is requested once more, with the
// cookie.
bool LinkIntake::meets_cookie_wall(const Errand& errand, const Url& target) {
  Agenda& agenda = visit_.agenda;
  LinkNumber at = number_of(errand);
  for (unsigned back = agenda.link(at).redirects; back > 0 && agenda.link(at).via < at; --back) {
    at = agenda.link(at).via;
    if (agenda.url(at) != target.href()) continue;
    if (agenda.link(at).met_cookie_wall || visit_.cookies.header(target).empty()) return false;
    agenda.link(at).met_cookie_wall = true;
    agenda.put_first(at);
    return true;
  }
  return false;
}

void LinkIntake::on_redirect(const Errand& errand, const Url& target, FrontierNews& news) {
  const KnownLink from = visit_.agenda.link(number_of(errand));
  const auto host = Host::of(target);
  VisitReport& report = visit_.report;
  if (!host) return report.drop(DropReason::redirect_not_http);
  // Hops are counted over all hosts, whatever is fetched: two hosts could redirect to each other
  // with new URLs for ever.
  const unsigned hops = from.redirects + 1U;
  const bool is_here = *host == visit_.task.host;
  if (hops > visit_.limits.redirects)
    return report.drop(is_here ? DropReason::redirect_limit : DropReason::redirects_between_hosts,
                       target.href());
  if (!is_here) return on_redirect_elsewhere(errand, target, *host, hops, news);
  const Url url = normal_form(target, visit_.tools.plan.normal_form);
  if (meets_cookie_wall(errand, url)) return;
  if (guessed_home_ && visit_.agenda.url(*guessed_home_) == url.href()) {
    visit_.agenda.put_last_of_first(*guessed_home_);
    guessed_home_.reset();
    return;
  }
  KnownLink link = from;
  link.redirects = static_cast<std::uint8_t>(hops);
  link.tries = 0;
  link.is_wanted = false;
  link.is_doubtful = false;
  link.met_cookie_wall = false;
  link.via = number_of(errand);
  if (from.use != LinkUse::page) {
    visit_.agenda.add(url.href(), url.href(), link, true);
    return;
  }
  if (const auto refusal = admission_.refusal({.url = url, .by = FoundBy::redirect}))
    return report.drop(*refusal, url.href());
  if (!is_new(url, errand, hops, news)) return;
  link.is_wanted = visit_.task.checks_known_pages;
  visit_.agenda.add_page(url, link, true);
}

}  // namespace freshet
