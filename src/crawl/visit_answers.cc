// What comes back to a visit, from the web or from the archive.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/hash.h"
#include "crawl/sketch.h"
#include "crawl/visit.h"
#include "store/change_note.h"
#include "store/snapshot_facts.h"
#include "url/normal_form.h"

namespace freshet {
namespace {

constexpr std::uint32_t kLinksWorthAProbe = 5;
constexpr std::size_t kHopsMax = 64;

bool is_success(int status) { return status >= 200 && status <= 299; }

bool is_redirect_status(int status) { return status >= 300 && status <= 399 && status != 304; }

// Feeds are often sent as mere XML; a page of XML that is none names no pages.
bool may_be_feed(std::string_view mime) {
  return mime == "application/rss+xml" || mime == "application/atom+xml" ||
         mime == "application/xml" || mime == "text/xml";
}

}  // namespace

void Visit::answered(WebAnswer answer) {
  pace_.finished(tools_.events.tick());
  tools_.traffic.received(tools_.events.tick(), answer.body.size());
  report_.bytes += answer.body.size();
  if (answer.failure != WebFailure::none) return failed(answer);
  failures_in_a_row_ = 0;
  take_cookies(answer);
  const AnswerFault fault = fault_of(answer);
  if (fault == AnswerFault::refusal) return refused(answer);
  if (fault != AnswerFault::none && job_.kind == JobKind::link)
    return take_fault(std::move(answer), fault);
  const bool is_probe = job_.kind == JobKind::probe || job_.kind == JobKind::condition_probe;
  if (fault != AnswerFault::none && is_probe && retry_probe()) return;
  pace_.answered();
  has_answered_ = true;
  errors_in_a_row_ = 0;
  switch (job_.kind) {
    case JobKind::link:
      if (job_.is_head) return take_head(answer);
      return take_link(std::move(answer));
    case JobKind::robots:
      return take_sent_robots(std::move(answer));
    case JobKind::probe:
      return take_probe(answer);
    case JobKind::condition_probe:
      return take_condition_probe(answer);
  }
}

// Every page is asked for as by a visitor who comes for the first time, or else pages would show
// where we have been, and a check would see that as a change. A site that lets nobody in without a
// cookie sets it while it redirects; only those are kept.
void Visit::take_cookies(const WebAnswer& answer) {
  if (!is_redirect_status(answer.status)) return;
  for (const warc::Field& field : answer.headers)
    if (equals_ignoring_case(field.name, "Set-Cookie")) cookies_.set(*job_.url, field.value);
}

warc::HttpHead Visit::head_of(const WebAnswer& answer) {
  warc::HttpHead head;
  head.status = answer.status;
  head.reason = answer.reason;
  head.fields.reserve(answer.headers.size());
  for (const warc::Field& field : answer.headers)
    if (!equals_ignoring_case(field.name, "Transfer-Encoding")) head.fields.push_back(field);
  return head;
}

AnswerToRead Visit::to_read(const Job& job, const warc::HttpHead& head, std::string_view body) {
  const bool is_page = job.kind == JobKind::link && table_.link(job.number).use == LinkUse::page;
  const bool is_home = is_page && table_.link(job.number).depth == 0 && !has_noted_home_;
  return {.url = *job.url,
          .head = head,
          .body = body,
          .wants_sketch = is_page && (soft_404_.has_value() || is_home),
          .wants_blocks = is_page};
}

std::optional<DropReason> Visit::hidden_by(const PageDirectives& directives) const {
  if (directives.noarchive && tools_.plan.obey.noarchive) return DropReason::noarchive;
  if (directives.noindex && tools_.plan.obey.noindex) return DropReason::noindex;
  return std::nullopt;
}

// A seed that asks for what nobody expects of a seed: somebody waits for its pages.
void Visit::tell_of_seed(const Job& job, const PageDirectives& directives) const {
  if (!tools_.warn || !table_.link(job.number).is_seed) return;
  if (const auto hidden = hidden_by(directives))
    tools_.warn(
        fmt::format("the seed {} is not kept: {}; {}", visible(job.url_text), sentence_of(*hidden),
                    *hidden == DropReason::noindex ? "--ignore-noindex keeps such pages"
                                                   : "crawl.noarchive = false keeps such pages"));
  if (directives.nofollow && tools_.plan.obey.nofollow)
    tools_.warn(fmt::format(
        "no link of the seed {} is followed: it says nofollow; --ignore-nofollow follows them",
        visible(job.url_text)));
}

void Visit::keep(const Job& job, WebAnswer answer, std::optional<std::string> tags,
                 FrontierNews news, std::optional<Sighting> sighting) {
  const bool is_cut = fault_of(answer) == AnswerFault::cut;
  if (!is_cut && memory_.has_any_note(job.url_text))
    news.notes_done.push_back(page_key_of(job.url_text));
  warc::Capture capture{.url = job.url_text,
                        .time = job.sent,
                        .ip = std::move(answer.ip),
                        .protocol = std::move(answer.protocol),
                        .request_head = std::move(answer.request_head),
                        .status = answer.status,
                        .reason = std::move(answer.reason),
                        .headers = std::move(answer.headers),
                        .body = std::move(answer.body),
                        .truncated = answer.truncated,
                        .metadata = {}};
  capture.metadata.push_back(
      {"fetchTimeMs",
       std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(answer.took).count())});
  if (sighting && sighting->check) {
    const PageCheck& check = *sighting->check;
    capture.metadata.push_back(
        {std::string(kChangeNoteField),
         change_note_text(
             {.outcome = check.outcome, .change = check.change, .score = check.score})});
  }
  if (sighting && !sighting->check && sighting->sitemap.changes)
    capture.metadata.push_back({std::string(kSitemapFrequencyField),
                                std::string(change_frequency_text(*sighting->sitemap.changes))});
  bool is_page = false;
  if (job.kind == JobKind::link) {
    const KnownLink& link = table_.link(job.number);
    is_page = link.use == LinkUse::page && !is_cut;
    if (link.via != job.number && link.via < table_.size())
      capture.metadata.push_back({"via", table_.url(link.via)});
    std::string hops(std::min<std::size_t>(link.depth, kHopsMax), 'L');
    if (link.use == LinkUse::requisite) hops += 'E';
    if (link.redirects > 0) hops.append(link.redirects, 'R');
    if (!hops.empty()) capture.metadata.push_back({"hopsFromSeed", std::move(hops)});
  }
  tools_.sink.keep({.capture = std::move(capture),
                    .tags = std::move(tags),
                    .news = std::move(news),
                    .is_page = is_page,
                    .sighting = std::move(sighting)});
}

void Visit::take_link(WebAnswer answer) {
  const Job job = job_;
  has_job_ = false;
  if (passes_cookie_wall(job, answer)) return;
  memory_.mark_read(job.url_text);
  const bool is_page = table_.link(job.number).use == LinkUse::page;
  const bool is_requisite = table_.link(job.number).use == LinkUse::requisite;
  std::optional<CheckOrder> order = is_page || is_requisite ? order_for(job) : std::nullopt;
  if (is_requisite && !order && is_success(answer.status))
    requisite_guard_.note(*job.url, hash64(answer.body));
  if (order && (asks_again(job, *order, answer.status) || keep_unchanged(job, *order, answer)))
    return;
  const warc::HttpHead head = head_of(answer);
  AnswerToRead to_be_read = to_read(job, head, answer.body);
  to_be_read.wants_print = order.has_value();
  to_be_read.wants_all_written = order.has_value();
  to_be_read.wants_features = is_page && !order && tools_.wants_sightings;
  ReadAnswer read = reader_.read(to_be_read);
  FrontierNews news;
  take(job, read, answer.status, task_.is_refresh && order, news);
  tell_of_seed(job, read.directives);
  const bool is_sitemap = table_.link(job.number).use == LinkUse::sitemap;
  // A feed is a page that is checked like others; what it says of them is heard when it is new.
  const bool is_feed = is_page && may_be_feed(head.mime());
  if ((is_sitemap || is_feed) && is_success(answer.status))
    take_sitemap(job, head, answer.body, news);
  if (const auto hidden = hidden_by(read.directives)) {
    news.notes.push_back({.page = page_key_of(job.url_text),
                          .time = tools_.clock.now(),
                          .outcome = std::string(code_of(*hidden)),
                          .detail = std::string(sentence_of(*hidden)),
                          .tries = 1});
    report_.drop(*hidden, job.url_text);
    if (order) note_hidden(job, *std::move(order), answer.status);
    tools_.sink.tell(std::move(news));
    if (is_unread_) leave_unread(job);
    return;
  }
  std::optional<Sighting> sighting;
  if ((is_page || is_requisite) && tools_.wants_sightings && (order || answer.status == 200))
    sighting = sight(job, std::move(order), head, answer.body, read);
  keep(job, std::move(answer), std::move(read.tags), std::move(news), std::move(sighting));
  if (is_unread_) leave_unread(job);
}

// A server that sets a cookie and redirects to the same URL is asked once more, with the cookie.
bool Visit::passes_cookie_wall(const Job& job, const WebAnswer& answer) {
  KnownLink& link = table_.link(job.number);
  if (answer.status < 300 || answer.status > 399 || link.met_cookie_wall) return false;
  const auto location = warc::find_field(answer.headers, "Location");
  if (!location) return false;
  const auto target = Url::parse(*location, *job.url);
  if (!target || normal_form(*target, tools_.plan.normal_form).href() != job.url_text) return false;
  if (cookies_.header(*job.url) == job.cookie) return false;
  link.met_cookie_wall = true;
  first_.push_front(job.number);
  return true;
}

// From the archive: it is kept already, and so is what it said of other hosts.
void Visit::recall(const Job& job, Remembered remembered) {
  ++report_.recalled;
  memory_.mark_read(job.url_text);
  if (job.kind == JobKind::robots)
    return take_robots(job, remembered.head, remembered.body, remembered.time);
  AnswerToRead answer = to_read(job, remembered.head, remembered.body);
  if (remembered.tags) answer.tags = &*remembered.tags;
  const ReadAnswer read = reader_.read(answer);
  FrontierNews news;
  take(job, read, remembered.head.status, false, news);
  const LinkUse use = table_.link(job.number).use;
  const bool is_feed = use == LinkUse::page && may_be_feed(remembered.head.mime());
  if ((use == LinkUse::sitemap || is_feed) && is_success(remembered.head.status))
    take_sitemap(job, remembered.head, remembered.body, news);
  if (!news.wanted_done.empty()) {
    FrontierNews done;
    done.wanted_done = std::move(news.wanted_done);
    tools_.sink.tell(std::move(done));
  }
  if (is_unread_) leave_unread(job);
}

// Learns from an answer what URLs of its kind are worth.
void Visit::judge_yield(const Job& job, const ReadAnswer& read, int status) {
  const UrlKinds kinds = kinds_of(*job.url);
  if (!is_success(status)) {
    yield_.observe_nothing(kinds);
    table_.link(job.number).is_doubtful = true;
  } else if (yield_.observe(kinds, read.blocks)) {
    note_use(table_.link(job.number).via);
  } else {
    table_.link(job.number).is_doubtful = true;
  }
}

// A page led to something new: it was worth its request, and so were those that led to it.
void Visit::note_use(std::uint32_t number) {
  while (number < table_.size() && table_.link(number).is_doubtful) {
    table_.link(number).is_doubtful = false;
    if (const auto url = Url::parse(table_.url(number))) yield_.observe_use(kinds_of(*url));
    number = table_.link(number).via;
  }
}

void Visit::take(const Job& job, const ReadAnswer& read, int status, bool is_check,
                 FrontierNews& news) {
  const KnownLink link = table_.link(job.number);
  if (link.is_wanted) news.wanted_done.push_back({.host = task_.host, .url = job.url_text});
  if (link.use == LinkUse::page) ++(is_check ? report_.checks : report_.pages);
  if (link.use == LinkUse::page && !is_check) tools_.courtesy.domains.add_page(task_.host);
  if (link.use == LinkUse::requisite) ++(is_check ? report_.checks : report_.requisites);
  if (link.use != LinkUse::sitemap) ++report_.statuses[status];
  if (link.use == LinkUse::page && !is_check) judge_yield(job, read, status);
  if (read.redirect) return take_redirect(job, *read.redirect, news);
  if (!is_success(status)) return;
  if (link.use == LinkUse::page && read.is_html) {
    const bool is_soft_404 =
        soft_404_ && link.depth > 0 && read.sketch != 0 && are_alike(*soft_404_, read.sketch);
    if (is_soft_404) return report_.drop(DropReason::soft_404, job.url_text);
  }
  const bool is_home = link.depth == 0 && link.use == LinkUse::page;
  if (is_home && !is_check && read.sketch != 0 && !has_noted_home_ && !is_welcome(read.sketch))
    return report_.drop(DropReason::hosts_alike, job.url_text);
  take_links(job, read, news);
  if (is_home && limits_.depth > 0 && tools_.plan.probe_soft_404 && !has_probed_ && read.is_html &&
      table_.size() >= kLinksWorthAProbe) {
    wants_probe_ = true;
    probe_origin_ = job.url->origin();
  }
}

// Returns false if the host is like many beside it. Hosts that somebody named are always welcome.
bool Visit::is_welcome(std::uint64_t home_sketch) {
  has_noted_home_ = true;
  report_.home_sketch = home_sketch;
  return tools_.courtesy.domains.note_home(task_.host, home_sketch) ||
         tools_.scope.has_seed(task_.host);
}

// The page for what is not there, if the server says that it is there.
void Visit::take_probe(const WebAnswer& answer) {
  const Job job = job_;
  has_job_ = false;
  if (!is_success(answer.status) || fault_of(answer) != AnswerFault::none) return;
  const warc::HttpHead head = head_of(answer);
  const ReadAnswer read =
      reader_.read({.url = *job.url, .head = head, .body = answer.body, .wants_sketch = true});
  if (read.is_html) soft_404_ = read.sketch;
}

}  // namespace freshet
