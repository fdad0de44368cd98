#include "serve/public_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/hash.h"
#include "base/markup.h"
#include "registrar/feeds.h"
#include "registrar/message_links.h"
#include "registrar/people.h"
#include "registry/link_token.h"
#include "serve/api_problem.h"
#include "serve/form.h"
#include "serve/html_answer.h"

namespace freshet {
namespace {

constexpr std::array<std::string_view, 4> kPublicPaths = {kFeedPath, kInvitationPath, kSilencePath,
                                                          kUnsubscribePath};

// A page, the registry that it is about, and the request for it.
struct PublicRequest {
  Registry& registry;
  const HttpRequest& request;
  const AccessOptions& options;
  Time now;
  std::string_view secret;  // the rest of the path

  bool is_post() const { return request.method == "POST"; }
};

HttpResponse not_here() {
  return html_page(404, "Not found", "<p>This address is wrong, or it does not work any more.</p>");
}

HttpResponse failed(const Error& error) {
  return html_page(status_of(error.code), "That did not work",
                   fmt::format("<p>{}</p>", as_markup(error.message)));
}

HttpResponse feed_page(const PublicRequest& page) {
  const bool is_atom = page.secret.ends_with(".atom");
  if (page.is_post() || (!is_atom && !page.secret.ends_with(".json"))) return not_here();
  const std::string_view address = page.secret.substr(0, page.secret.rfind('.'));
  const auto document =
      feed_document(page.registry, address, is_atom ? FeedForm::atom : FeedForm::json,
                    origin_of(page.request, page.options), page.now);
  if (!document) return problem_response(document.error());
  if (!*document) return problem(404, "there is no such feed");
  HttpResponse response{
      .status = 200,
      .fields = {{"Content-Type", is_atom ? "application/atom+xml; charset=utf-8"
                                          : "application/feed+json; charset=utf-8"},
                 {"X-Content-Type-Options", "nosniff"},
                 {"Content-Security-Policy", "default-src 'none'; sandbox"},
                 {"Cache-Control", "private, max-age=300"}},
      .body = **document};
  const std::string tag = fmt::format("\"{:016x}\"", hash64(response.body));
  response.fields.push_back({"ETag", tag});
  const std::string* const known = page.request.field("if-none-match");
  if (known != nullptr && known->find(tag) != std::string::npos) {
    response.status = 304;
    response.body.clear();
  }
  return response;
}

std::string button(std::string_view label) {
  return fmt::format("<form method=\"post\"><button type=\"submit\">{}</button></form>", label);
}

std::string list_of(const std::vector<MessageHunk>& hunks) {
  std::string list;
  for (const MessageHunk& hunk : hunks)
    list += fmt::format("<li>{} <del>{}</del> <ins>{}</ins> {}</li>\n", as_markup(hunk.before),
                        as_markup(hunk.removed), as_markup(hunk.added), as_markup(hunk.after));
  return list.empty() ? list : fmt::format("<ul>\n{}</ul>\n", list);
}

HttpResponse silence_page(const LinkedMessage& link) {
  const bool has_patterns = std::ranges::any_of(
      link.hunks, [](const MessageHunk& hunk) { return !silencing_patterns(hunk).empty(); });
  const std::string about =
      fmt::format("<p>Watch: {}</p>\n{}", as_markup(link.watch), list_of(link.hunks));
  if (!has_patterns)
    return html_page(200, "Do not tell me of this again",
                     about +
                         "<p>These places have no words by which they could be known again. "
                         "Change the watch to leave them out.</p>");
  return html_page(200, "Do not tell me of this again",
                   about +
                       "<p>You will not be told of these texts again, whatever numbers stand "
                       "in them.</p>\n" +
                       button("Do not tell me of this again"));
}

HttpResponse link_page(const PublicRequest& page, LinkAct act) {
  const auto link = open_link(page.registry, page.secret);
  if (!link) return failed(link.error());
  if (!*link || (*link)->token.act != act) return not_here();
  const bool silences = act == LinkAct::silence;
  if (page.is_post()) {
    const auto done = follow_link(page.registry, **link, page.now);
    if (!done) return failed(done.error());
    return html_page(200, "Done",
                     silences ? "<p>You will not be told of this again. The rules of the watch "
                                "list it.</p>"
                              : "<p>Nothing is sent for this watch any more. It is still "
                                "checked.</p>");
  }
  if (silences) return silence_page(**link);
  return html_page(200, "Stop messages",
                   fmt::format("<p>Watch: {}</p>\n<p>Nothing will be sent for this watch any "
                               "more.</p>\n{}",
                               as_markup((*link)->watch), button("Stop messages")));
}

std::string invitation_form(bool has_account, std::string_view name, std::string_view problem) {
  std::string form;
  if (!problem.empty()) form += fmt::format("<p><strong>{}</strong></p>\n", as_markup(problem));
  form += "<form method=\"post\">\n";
  if (!has_account)
    form += fmt::format(
        "<p><label>Name <input name=\"name\" required autofocus autocomplete=\"username\" "
        "value=\"{}\"></label></p>\n",
        as_markup(name));
  return form + fmt::format(
                    "<p><label>Password, at least {} characters <input name=\"password\" "
                    "type=\"password\" required minlength=\"{}\" "
                    "autocomplete=\"new-password\"></label></p>\n"
                    "<button type=\"submit\">Continue</button></form>",
                    kPasswordBytesMin, kPasswordBytesMin);
}

HttpResponse invitation_page(const PublicRequest& page) {
  const auto found = page.registry.passes().invitation(page.secret, page.now);
  if (!found) return failed(found.error());
  if (!*found) return not_here();
  const bool has_account = (*found)->person.has_value();
  const std::string_view title = has_account ? "Choose a new password" : "Make your account";
  if (!page.is_post()) return html_page(200, title, invitation_form(has_account, "", ""));
  const auto fields = read_form(page.request.body);
  const auto value = [&](const char* name) {
    const auto field = fields.find(name);
    return field == fields.end() ? std::string() : field->second;
  };
  const auto again = [&](const Error& error) {
    return html_page(400, title, invitation_form(has_account, value("name"), error.message));
  };
  const auto hash = hash_password(value("password"));
  if (!hash) return again(hash.error());
  const ClientPlace place = place_of(page.request, page.options);
  const Actor actor{.address = place.address, .now = page.now};
  const auto person = page.registry.passes().accept(page.secret, value("name"), *hash, actor);
  if (!person) return again(person.error());
  const std::string* const agent = page.request.field("user-agent");
  const auto session = page.registry.passes().begin_session(
      *person, agent == nullptr ? std::string_view() : *agent,
      {.person = *person, .address = place.address, .now = page.now});
  if (!session) return failed(session.error());
  HttpResponse done =
      html_page(200, "Welcome",
                "<p>Your password is set and you are logged in.</p><p><a href=\"/\">Go on</a></p>");
  done.fields.push_back({"Set-Cookie", session_cookie(*session, place.is_secure)});
  return done;
}

}  // namespace

bool is_public_page(std::string_view path) {
  return std::ranges::any_of(kPublicPaths,
                             [&](std::string_view prefix) { return path.starts_with(prefix); });
}

bool is_slow_page(const HttpRequest& request) {
  return request.method == "POST" && request.path().starts_with(kInvitationPath);
}

std::string_view loggable_path(std::string_view path) {
  for (const std::string_view prefix : kPublicPaths)
    if (path.starts_with(prefix)) return prefix;
  return path;
}

HttpResponse public_page(Registry& registry, const HttpRequest& request,
                         const AccessOptions& options, Time now) {
  const std::string_view path = request.path();
  const auto page_behind = [&](std::string_view prefix) {
    return PublicRequest{registry, request, options, now, path.substr(prefix.size())};
  };
  if (request.method != "GET" && request.method != "HEAD" && request.method != "POST")
    return problem(405, "this path takes GET, HEAD, POST", {{"Allow", "GET, HEAD, POST"}});
  if (path.starts_with(kFeedPath)) return feed_page(page_behind(kFeedPath));
  if (path.starts_with(kInvitationPath)) return invitation_page(page_behind(kInvitationPath));
  if (path.starts_with(kSilencePath)) return link_page(page_behind(kSilencePath), LinkAct::silence);
  return link_page(page_behind(kUnsubscribePath), LinkAct::unsubscribe);
}

}  // namespace freshet
