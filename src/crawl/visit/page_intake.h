// Takes the answers for links of a visit, from the web or from the archive: reads the page once,
// hands its links to the agenda, has a known page compared with its copies, and gives the answer to
// the sink. One thread uses it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "crawl/memory.h"
#include "crawl/page_reader.h"
#include "crawl/visit/check_protocol.h"
#include "crawl/visit/known_pages.h"
#include "crawl/visit/link_intake.h"
#include "crawl/visit/sitemap_intake.h"
#include "crawl/visit/template_intake.h"
#include "crawl/visit/visit_parts.h"
#include "web/web.h"

namespace freshet {

class PageIntake {
 public:
  explicit PageIntake(const VisitParts& visit);

  void restore(const Continuation& before);
  void leave(Continuation& left) const;

  LinkIntake& links() { return links_; }
  SitemapIntake& sitemaps() { return sitemaps_; }
  KnownPages& known() { return known_; }
  TemplateIntake& templates() { return templates_; }
  const HostTrust& trust() const { return trust_; }
  // Returns the look of the home page, if it was read and the plan judges name servers.
  std::optional<PageLook> take_home_look() { return std::exchange(home_look_, std::nullopt); }

  using Taken = std::function<void(const Errand& errand)>;
  // Takes a whole answer for a link. Returns false if the page is being compared by the judge: no
  // state has changed then, and `taken` is called by the Events when the answer has been processed.
  bool on_answer(const Errand& errand, WebAnswer answer, Taken taken);
  bool is_judging() const { return judged_ != nullptr; }
  // Gives up the answer that is being judged, and returns its errand: as if it had not been sent.
  std::optional<Errand> withdraw();

  // Takes the answer to a HEAD request of a check.
  void on_head(const Errand& errand, const WebAnswer& answer);
  // Takes half an answer for a page of which there is no better copy. The page is not done.
  void on_cut(const Errand& errand, WebAnswer answer);
  // Takes a page that the archive holds since the crawl began.
  void on_recalled(const Errand& errand, Remembered remembered);

  void on_missing_probe(const Errand& errand, const WebAnswer& answer);
  void on_not_modified_probe(const WebAnswer& answer);

  // Keeps an answer as it came: robots.txt.
  void keep(const Errand& errand, WebAnswer answer);

  // Records that a check failed, if `errand` was one.
  void on_failed_check(const Errand& errand, int status);

  void note_failure(const Errand& errand, std::string_view outcome, const std::string& detail);

 private:
  // An answer that was read and has changed nothing yet.
  struct Reading {
    Errand errand;
    WebAnswer answer;
    warc::HttpHead head;
    ReadAnswer read;
    bool is_check = false;
    bool teaches = false;                  // the template of its site
    bool is_explained = false;             // by that template
    std::optional<CheckOrder> order = {};  // of a check; during judging: if it came from the agenda
    std::optional<Observation> observation = {};
  };
  void judge(Reading reading, bool is_ordered, Taken taken);
  void take(Reading reading);

  struct Keeping {
    std::optional<std::string> tags = {};
    FrontierNews news = {};
    std::optional<Observation> observation = {};
    std::optional<PageEvent> redesign = {};
  };
  // Learns the template of the site from a page. Returns an event if it tells of a redesign.
  std::optional<PageEvent> learn_template(const Reading& reading, FrontierNews& news);
  void keep(const Errand& errand, WebAnswer answer, Keeping keeping);
  bool meets_cookie_wall(const Errand& errand, const WebAnswer& answer);
  bool takes_unchanged(const Errand& errand, CheckOrder& order, WebAnswer& answer);
  AnswerToRead to_read(const Errand& errand, const warc::HttpHead& head, std::string_view body);
  void follow(const Errand& errand, const ReadAnswer& read, int status, bool is_check,
              FrontierNews& news);
  void follow_lists(const Errand& errand, const warc::HttpHead& head, std::string_view body,
                    warc::Truncation truncated, FrontierNews& news);
  bool is_welcome(std::uint64_t home_sketch);
  bool wants_look(const Errand& errand, int status) const;
  Observation observe(const Reading& reading) const;
  std::optional<DropReason> hidden_by(const PageDirectives& directives) const;
  void warn_of_seed(const Errand& errand, const PageDirectives& directives) const;
  UrlNote note_of(const Errand& errand, std::string_view outcome, const std::string& detail) const;

  VisitParts visit_;
  WrittenLinks written_;
  PageReader reader_;
  KnownPages known_;
  LinkIntake links_;
  SitemapIntake sitemaps_;
  TemplateIntake templates_;
  HostTrust trust_;
  std::shared_ptr<Reading> judged_;        // that is being judged
  std::optional<std::uint64_t> soft_404_;  // the sketch of the site's soft-404 page
  bool has_noted_home_ = false;            // the sketch of the home page
  std::optional<PageLook> home_look_;
};

}  // namespace freshet
