#include "crawl/visit/page_intake.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/hash.h"
#include "crawl/answer_fault.h"
#include "crawl/recall.h"
#include "crawl/sketch.h"
#include "crawl/visit/judge_question.h"
#include "crawl/visit/kept_answer.h"
#include "crawl/visit/observations.h"
#include "store/change_note.h"
#include "store/snapshot_facts.h"
#include "url/normal_form.h"

namespace freshet {
namespace {

constexpr LinkNumber kLinksWorthAProbe = 5;

bool is_success(int status) { return status >= 200 && status <= 299; }

// Feeds are often sent as plain XML; XML that is not a feed names no pages.
bool may_be_feed(std::string_view mime) {
  return mime == "application/rss+xml" || mime == "application/atom+xml" ||
         mime == "application/xml" || mime == "text/xml";
}

// Returns the head as the archive will have it: the body came out of its chunks on the way.
warc::HttpHead head_of(const WebAnswer& answer) {
  warc::HttpHead head;
  head.status = answer.status;
  head.reason = answer.reason;
  head.fields.reserve(answer.headers.size());
  for (const warc::Field& field : answer.headers)
    if (!equals_ignoring_case(field.name, "Transfer-Encoding")) head.fields.push_back(field);
  return head;
}

}  // namespace

PageIntake::PageIntake(const VisitParts& visit)
    : visit_(visit),
      reader_(visit.tools.plan, written_),
      known_(visit),
      links_(visit, written_, known_),
      sitemaps_(visit, links_),
      templates_(visit.tools.plan.learns_templates, visit.tools.links) {}

void PageIntake::restore(const Continuation& before) {
  trust_ = {.conditions = before.conditions, .are_lengths_wrong = before.are_lengths_wrong};
  soft_404_ = before.soft_404;
  links_.restore(before);
  templates_.restore(visit_.task.templates);
}

void PageIntake::leave(Continuation& left) const {
  left.conditions = trust_.conditions;
  left.are_lengths_wrong = trust_.are_lengths_wrong;
  left.soft_404 = soft_404_;
  links_.leave(left);
}

AnswerToRead PageIntake::to_read(const Errand& errand, const warc::HttpHead& head,
                                 std::string_view body) {
  const KnownLink& link = visit_.agenda.link(number_of(errand));
  const bool is_page = link.use == LinkUse::page;
  const bool is_home = is_page && link.depth == 0 && !has_noted_home_;
  return {.url = errand.url,
          .head = head,
          .body = body,
          .wants_sketch = is_page && (soft_404_.has_value() || is_home),
          .wants_blocks = is_page,
          .wants_look = wants_look(errand, head.status)};
}

// The home page, or the page of the same host that it redirects to.
bool PageIntake::wants_look(const Errand& errand, int status) const {
  if (visit_.tools.plan.parking == ParkingMode::off || !visit_.task.wants_home_look ||
      visit_.task.checks_known_pages || home_look_ || status != 200)
    return false;
  const KnownLink& link = visit_.agenda.link(number_of(errand));
  const bool is_root = errand.url.path() == "/" && !errand.url.query();
  return link.use == LinkUse::page && (is_root || (link.depth == 0 && link.redirects > 0));
}

std::optional<DropReason> PageIntake::hidden_by(const PageDirectives& directives) const {
  const Obedience& obey = visit_.tools.plan.obey;
  if (directives.noarchive && obey.noarchive) return DropReason::noarchive;
  if (directives.noindex && obey.noindex) return DropReason::noindex;
  return std::nullopt;
}

// Warns if a seed is not kept or not followed: its pages are expected.
void PageIntake::warn_of_seed(const Errand& errand, const PageDirectives& directives) const {
  const auto& warn = visit_.tools.warn;
  if (!warn || !visit_.agenda.link(number_of(errand)).is_seed) return;
  if (const auto hidden = hidden_by(directives))
    warn(fmt::format("the seed {} is not kept: {}; {}", visible(errand.url_text),
                     sentence_of(*hidden),
                     *hidden == DropReason::noindex ? "crawl.noindex = false keeps such pages"
                                                    : "crawl.noarchive = false keeps such pages"));
  if (directives.nofollow && visit_.tools.plan.obey.nofollow)
    warn(fmt::format(
        "no link of the seed {} is followed: it says nofollow; crawl.nofollow = false follows them",
        visible(errand.url_text)));
}

void PageIntake::keep(const Errand& errand, WebAnswer answer) {
  keep(errand, std::move(answer), Keeping{});
}

void PageIntake::keep(const Errand& errand, WebAnswer answer, Keeping keeping) {
  const bool is_cut = fault_of(answer) == AnswerFault::cut;
  if (!is_cut && visit_.memory.has_any_note(errand.url_text))
    keeping.news.notes_done.push_back(page_key_of(errand.url_text));
  warc::Exchange exchange = exchange_of(errand, std::move(answer), keeping.observation);
  bool is_page = false;
  if (errand.link()) {
    const KnownLink& link = visit_.agenda.link(number_of(errand));
    is_page = link.use == LinkUse::page && !is_cut;
    const bool has_via = link.via != number_of(errand) && link.via < visit_.agenda.size();
    add_path(link, has_via ? visit_.agenda.url(link.via) : "", exchange);
  }
  visit_.tools.sink->keep({.exchange = std::move(exchange),
                           .tags = std::move(keeping.tags),
                           .news = std::move(keeping.news),
                           .is_page = is_page,
                           .observation = std::move(keeping.observation),
                           .redesign = std::move(keeping.redesign)});
}

bool PageIntake::on_answer(const Errand& errand, WebAnswer answer, Taken taken) {
  if (meets_cookie_wall(errand, answer)) return true;
  const LinkNumber number = number_of(errand);
  const LinkUse use = visit_.agenda.link(number).use;
  const bool is_page = use == LinkUse::page;
  const bool is_requisite = use == LinkUse::requisite;
  const bool is_ordered = visit_.agenda.order(number) != nullptr;
  std::optional<CheckOrder> order;
  if (is_page || is_requisite) order = known_.take_order(errand, number);
  if (is_requisite && !order && is_success(answer.status))
    links_.note_requisite(errand.url, hash64(answer.body));
  if (order && takes_unchanged(errand, *order, answer)) return true;
  Reading reading{.errand = errand, .answer = std::move(answer), .head = {}, .read = {}};
  reading.head = head_of(reading.answer);
  AnswerToRead to_be_read = to_read(errand, reading.head, reading.answer.body);
  to_be_read.wants_print = order.has_value();
  to_be_read.templates = templates_.stored().get();
  to_be_read.wants_all_written = order.has_value();
  to_be_read.wants_features = is_page && !order && visit_.tools.wants_observations;
  reading.teaches = is_page && reading.answer.status == 200 && templates_.wants_next();
  to_be_read.wants_tokens = reading.teaches;
  reading.read = reader_.read(to_be_read);
  reading.is_explained = reading.read.print && reading.read.print->design != 0;
  reading.is_check = visit_.task.checks_known_pages && order;
  reading.order = std::move(order);
  if (reading.order && !hidden_by(reading.read.directives)) {
    judge(std::move(reading), is_ordered, std::move(taken));
    return false;
  }
  take(std::move(reading));
  return true;
}

void PageIntake::take(Reading reading) {
  const Errand& errand = reading.errand;
  WebAnswer& answer = reading.answer;
  ReadAnswer& read = reading.read;
  visit_.memory.mark_read(errand.url_text);
  FrontierNews news;
  std::optional<PageEvent> redesign = learn_template(reading, news);
  follow(errand, read, answer.status, reading.is_check, news);
  warn_of_seed(errand, read.directives);
  follow_lists(errand, reading.head, answer.body, answer.truncated, news);
  const KnownLink& link = visit_.agenda.link(number_of(errand));
  if (const auto hidden = hidden_by(read.directives)) {
    news.notes.push_back({.page = page_key_of(errand.url_text),
                          .time = visit_.tools.clock.now(),
                          .outcome = std::string(code_of(*hidden)),
                          .detail = std::string(sentence_of(*hidden)),
                          .tries = 1});
    visit_.report.drop(*hidden, errand.url_text);
    if (reading.order)
      visit_.tools.sink->note(
          hidden_check(*std::move(reading.order), {errand.sent, link.depth}, answer.status));
    return visit_.tools.sink->tell(std::move(news));
  }
  std::optional<Observation> observation = std::move(reading.observation);
  const bool is_new = !observation && link.use != LinkUse::sitemap && answer.status == 200;
  if (is_new && visit_.tools.wants_observations) observation = observe(reading);
  if (observation) {
    if (const auto word = sitemaps_.take_word(errand.url_text)) observation->sitemap = *word;
    // Pages that it links to again stand before those that it lost.
    auto linked = observation->check ? known_.take_marks() : std::vector<PageMark>{};
    observation->marks.insert(observation->marks.begin(), std::make_move_iterator(linked.begin()),
                              std::make_move_iterator(linked.end()));
  }
  keep(errand, std::move(answer),
       {.tags = std::move(read.tags),
        .news = std::move(news),
        .observation = std::move(observation),
        .redesign = std::move(redesign)});
}

std::optional<PageEvent> PageIntake::learn_template(const Reading& reading, FrontierNews& news) {
  if (!reading.read.tokens || hidden_by(reading.read.directives)) return std::nullopt;
  const PageTokens& tokens = *reading.read.tokens;
  const bool has_left = reading.observation && reading.observation->has_left_design;
  // All known pages tell whether the design is still the same; new ones are many.
  if (!reading.is_check || !(has_left || reading.is_explained)) {
    if (reading.teaches) templates_.add(tokens);
    return std::nullopt;
  }
  if (!templates_.add_known(tokens)) return std::nullopt;
  news.templates = templates_.take(visit_.task.host, visit_.tools.clock.now());
  return PageEvent{.kind = EventKind::redesigned,
                   .url = reading.errand.url.origin() + "/",
                   .time = reading.errand.sent};
}

// A server that sets a cookie and redirects to the same URL is asked once more, with the cookie.
bool PageIntake::meets_cookie_wall(const Errand& errand, const WebAnswer& answer) {
  KnownLink& link = visit_.agenda.link(number_of(errand));
  if (answer.status < 300 || answer.status > 399 || link.met_cookie_wall) return false;
  const auto location = warc::find_field(answer.headers, "Location");
  if (!location) return false;
  const auto target = Url::parse(*location, errand.url);
  if (!target || normal_form(*target, visit_.tools.plan.normal_form).href() != errand.url_text)
    return false;
  if (visit_.cookies.header(errand.url) == errand.cookie) return false;
  link.met_cookie_wall = true;
  visit_.agenda.put_first(number_of(errand));
  return true;
}

// The answer is already in the archive, and so is its information about other hosts.
void PageIntake::on_recalled(const Errand& errand, Remembered remembered) {
  AnswerToRead answer = to_read(errand, remembered.head, remembered.body);
  if (remembered.tags) answer.tags = &*remembered.tags;
  const ReadAnswer read = reader_.read(answer);
  FrontierNews news;
  follow(errand, read, remembered.head.status, false, news);
  const bool is_cut = remembered.body.size() >= visit_.tools.plan.fetch.body_bytes;
  follow_lists(errand, remembered.head, remembered.body,
               is_cut ? warc::Truncation::length : warc::Truncation::none, news);
  if (news.wanted_done.empty()) return;
  FrontierNews done;
  done.wanted_done = std::move(news.wanted_done);
  visit_.tools.sink->tell(std::move(done));
}

void PageIntake::on_cut(const Errand& errand, WebAnswer answer) {
  const warc::HttpHead head = head_of(answer);
  ReadAnswer read = reader_.read(to_read(errand, head, answer.body));
  FrontierNews news;
  news.notes.push_back(note_of(errand, outcome_of(AnswerFault::cut), detail_of(answer)));
  const KnownLink link = visit_.agenda.link(number_of(errand));
  if (link.is_wanted)
    news.wanted_done.push_back({.host = visit_.task.host, .url = errand.url_text});
  if (read.redirect) {
    links_.on_redirect(errand, *read.redirect, news);
  } else if (is_success(answer.status)) {
    links_.on_links(errand, read, news);
    if (link.use == LinkUse::sitemap)
      sitemaps_.on_answer(errand, head, answer.body, answer.truncated, news);
  }
  if (hidden_by(read.directives)) return visit_.tools.sink->tell(std::move(news));
  keep(errand, std::move(answer), {.tags = std::move(read.tags), .news = std::move(news)});
}

// Counts an answer and follows where it leads.
void PageIntake::follow(const Errand& errand, const ReadAnswer& read, int status, bool is_check,
                        FrontierNews& news) {
  const LinkNumber number = number_of(errand);
  const KnownLink link = visit_.agenda.link(number);
  const Host& host = visit_.task.host;
  VisitReport& report = visit_.report;
  const bool is_page = link.use == LinkUse::page;
  if (link.is_wanted) news.wanted_done.push_back({.host = host, .url = errand.url_text});
  if (is_page) ++(is_check ? report.checks : report.pages);
  if (is_page && !is_check) visit_.tools.shared.domains.add_page(host);
  if (link.use == LinkUse::requisite) ++(is_check ? report.checks : report.requisites);
  if (link.use != LinkUse::sitemap) ++report.statuses[status];
  if (is_page && !is_check)
    visit_.agenda.observe_yield(number, errand.url, is_success(status) ? &read.blocks : nullptr);
  if (read.look && !home_look_) home_look_ = read.look;
  if (read.redirect) return links_.on_redirect(errand, *read.redirect, news);
  if (!is_success(status)) return;
  const bool is_home = link.depth == 0 && is_page;
  if (is_page && read.is_html && soft_404_ && !is_home && read.sketch != 0 &&
      are_alike(*soft_404_, read.sketch))
    return report.drop(DropReason::soft_404, errand.url_text);
  if (is_home && !is_check && read.sketch != 0 && !has_noted_home_ && !is_welcome(read.sketch))
    return report.drop(DropReason::hosts_alike, errand.url_text);
  links_.on_links(errand, read, news);
  if (is_home && visit_.limits.depth > 0 && visit_.tools.plan.probe_soft_404 &&
      !visit_.agenda.has_probed_missing() && read.is_html &&
      visit_.agenda.size() >= kLinksWorthAProbe)
    visit_.agenda.want_missing_probe(errand.url.origin());
}

// A feed is a page that is checked like others; its entries are read when it is new.
void PageIntake::follow_lists(const Errand& errand, const warc::HttpHead& head,
                              std::string_view body, warc::Truncation truncated,
                              FrontierNews& news) {
  if (!is_success(head.status)) return;
  const LinkUse use = visit_.agenda.link(number_of(errand)).use;
  if (use == LinkUse::sitemap || (use == LinkUse::page && may_be_feed(head.mime())))
    sitemaps_.on_answer(errand, head, body, truncated, news);
}

// Returns false if the host is like many of its siblings. Hosts of seeds are always accepted.
bool PageIntake::is_welcome(std::uint64_t home_sketch) {
  has_noted_home_ = true;
  visit_.report.home_sketch = home_sketch;
  return visit_.tools.shared.domains.note_home(visit_.task.host, home_sketch) ||
         visit_.tools.scope.has_seed(visit_.task.host);
}

// Returns the observation of a page as if it were new.
Observation PageIntake::observe(const Reading& reading) const {
  const Errand& errand = reading.errand;
  const KnownLink& link = visit_.agenda.link(number_of(errand));
  Observation observation = first_observation(page_key_of(errand.url_text), errand.sent, link.depth,
                                              reading.head, reading.read);
  observation.is_requisite = link.use == LinkUse::requisite;
  return observation;
}

// The answer is the site's soft-404 page, if the server says that the page is there.
void PageIntake::on_missing_probe(const Errand& errand, const WebAnswer& answer) {
  if (!is_success(answer.status) || fault_of(answer) != AnswerFault::none) return;
  const warc::HttpHead head = head_of(answer);
  const ReadAnswer read =
      reader_.read({.url = errand.url, .head = head, .body = answer.body, .wants_sketch = true});
  if (read.is_html) soft_404_ = read.sketch;
}

UrlNote PageIntake::note_of(const Errand& errand, std::string_view outcome,
                            const std::string& detail) const {
  return {.page = page_key_of(errand.url_text),
          .time = visit_.tools.clock.now(),
          .outcome = std::string(outcome),
          .detail = detail,
          .tries = errand.link() ? visit_.agenda.link(number_of(errand)).tries : errand.tries};
}

void PageIntake::note_failure(const Errand& errand, std::string_view outcome,
                              const std::string& detail) {
  FrontierNews news;
  news.notes.push_back(note_of(errand, outcome, detail));
  if (errand.link() && visit_.agenda.link(number_of(errand)).is_wanted)
    news.wanted_done.push_back({.host = visit_.task.host, .url = errand.url_text});
  visit_.tools.sink->tell(std::move(news));
}

}  // namespace freshet
