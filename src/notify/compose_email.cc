// A mail (RFC 5322) with a text and an HTML part. Mails of a watch are one thread: all refer to the
// same id, and the subject stays. Signing (DKIM) is the mail server's work.
#include <fmt/format.h>

#include "base/ascii.h"
#include "base/check.h"
#include "base/split.h"
#include "notify/compose.h"
#include "notify/escape_text.h"
#include "notify/mail_address.h"
#include "notify/mail_encoding.h"
#include "notify/mail_parts.h"
#include "notify/server_address.h"

namespace freshet {
namespace {

constexpr std::size_t kUnsubscribeBytesMax = 900;  // a line of a mail has at most 998
constexpr std::uint16_t kSubmissionPort = 587, kTlsPort = 465, kPlainPort = 25;

MailEnvelope mail_envelope(const ChannelConfig& config) {
  MailEnvelope envelope;
  const std::string security = channel_value(config, "security");
  if (security == "tls") envelope.security = MailSecurity::tls;
  if (security == "none") envelope.security = MailSecurity::none;
  const auto server = parse_server_address(channel_value(config, "server"));
  require(server.has_value(), "the channel is valid");
  envelope.host = server->host;
  envelope.port = server->port;
  if (envelope.port == 0)
    envelope.port = envelope.security == MailSecurity::tls        ? kTlsPort
                    : envelope.security == MailSecurity::starttls ? kSubmissionPort
                                                                  : kPlainPort;
  envelope.user = channel_value(config, "user");
  envelope.password = channel_value(config, "password");
  envelope.from = channel_value(config, "from");
  const std::string to = channel_value(config, "to");
  for (const std::string_view address : split_at(',', to))
    envelope.to.emplace_back(trim_ascii_whitespace(address));
  return envelope;
}

// Fields by which mail readers thread, list and end the mails.
std::string list_fields(const Notification& notification, const Notice& notice,
                        std::string_view domain) {
  std::string out = mail_structured_field(
      "Message-ID", fmt::format("<{}@{}>", mail_id_part(notification.id), domain));
  const std::string watch = mail_id_part(notification.messages.front().watch.id);
  const bool is_of_watch = notification.together == Together::single && !watch.empty();
  if (is_of_watch) {
    const std::string thread = fmt::format("<watch.{}@{}>", watch, domain);
    out += mail_structured_field("In-Reply-To", thread);
    out += mail_structured_field("References", thread);
  }
  out +=
      mail_structured_field("List-Id", fmt::format("{} <{}.freshet.{}>", mail_phrase(notice.thread),
                                                   is_of_watch ? watch : "messages", domain));
  const std::string& unsubscribe = notice.unsubscribe;
  if (unsubscribe.empty() || unsubscribe.size() > kUnsubscribeBytesMax) return out;
  out += mail_structured_field("List-Unsubscribe", fmt::format("<{}>", unsubscribe));
  if (unsubscribe.starts_with("https:"))
    out += mail_structured_field("List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
  return out;
}

std::string mail_part(std::string_view boundary, std::string_view type, std::string_view text) {
  return fmt::format(
      "--{}\r\nContent-Type: {}; charset=utf-8\r\n"
      "Content-Transfer-Encoding: quoted-printable\r\n\r\n{}\r\n",
      boundary, type, quoted_printable(text));
}

}  // namespace

Composed compose_email(const ChannelConfig& config, const Notification& notification) {
  const Notice notice = notice_of(config, notification);
  Composed composed{.kind = ChannelKind::email, .method = "", .id = notification.id};
  composed.mail = mail_envelope(config);
  std::string to;
  for (const std::string& address : composed.mail->to) to += (to.empty() ? "" : ", ") + address;
  // "=_" cannot stand in quoted-printable, so no part can contain the boundary.
  const std::string boundary = fmt::format("=_{}", mail_id_part(notification.id).substr(0, 60));
  std::string& mail = composed.body;
  mail = mail_structured_field("Date", mail_date(notification.at));
  mail += mail_structured_field(
      "From",
      fmt::format("{} <{}>", mail_phrase(channel_value(config, "from_name")), composed.mail->from));
  mail += mail_structured_field("To", to);
  mail += mail_field("Subject", notice.thread);
  mail += list_fields(notification, notice, mail_domain(composed.mail->from));
  mail += mail_structured_field("Auto-Submitted", "auto-generated");
  mail += mail_structured_field("MIME-Version", "1.0");
  mail += mail_structured_field("Content-Type",
                                fmt::format("multipart/alternative; boundary=\"{}\"", boundary));
  mail += "\r\n";
  mail += mail_part(boundary, "text/plain", mail_text_part(notice));
  mail += mail_part(boundary, "text/html", mail_html_part(notice));
  mail += fmt::format("--{}--\r\n", boundary);
  return composed;
}

}  // namespace freshet
