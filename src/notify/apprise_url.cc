#include "notify/apprise_url.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/percent.h"
#include "notify/apprise_parts.h"
#include "notify/server_address.h"
#include "url/url.h"

namespace freshet {
namespace {

using Made = Result<ChannelConfig>;

Error not_taken(std::string message) { return {Errc::invalid, std::move(message)}; }

ChannelConfig channel_of(ChannelKind kind,
                         std::vector<std::pair<std::string_view, std::string>> fields) {
  ChannelConfig config{.kind = kind, .name = std::string(channel_kind_name(kind))};
  for (auto& [name, value] : fields)
    if (!value.empty()) set_channel_field(config, name, std::move(value));
  return config;
}

// Returns true for "jsons" beside "json", and the like.
bool is_secure(const AppriseParts& parts) { return parts.scheme.ends_with('s'); }

std::string apprise_base(const AppriseParts& parts) {
  return fmt::format("{}://{}", is_secure(parts) ? "https" : "http", parts.authority);
}

std::string joined_path(const AppriseParts& parts, std::size_t from = 0) {
  std::string out;
  for (std::size_t i = from; i < parts.path.size(); ++i) {
    out += '/';
    for (const char c : parts.path[i]) {
      if (is_unreserved(c)) {
        out += c;
      } else {
        append_percent_byte(out, static_cast<unsigned char>(c));
      }
    }
  }
  return out;
}

// The mail servers of providers whose addresses name another domain.
std::string mail_server_of(std::string_view domain) {
  static constexpr std::pair<std::string_view, std::string_view> kServers[] = {
      {"gmail.com", "smtp.gmail.com"},
      {"googlemail.com", "smtp.gmail.com"},
      {"outlook.com", "smtp-mail.outlook.com"},
      {"hotmail.com", "smtp-mail.outlook.com"},
      {"live.com", "smtp-mail.outlook.com"},
      {"yahoo.com", "smtp.mail.yahoo.com"},
      {"fastmail.com", "smtp.fastmail.com"},
      {"fastmail.fm", "smtp.fastmail.com"},
      {"gmx.net", "mail.gmx.net"},
      {"gmx.de", "mail.gmx.net"},
      {"web.de", "smtp.web.de"},
      {"zoho.com", "smtp.zoho.com"},
      {"icloud.com", "smtp.mail.me.com"}};
  for (const auto& [name, server] : kServers)
    if (equals_ignoring_case(name, domain)) return std::string(server);
  return std::string(domain);
}

Made read_mail(const AppriseParts& parts) {
  const auto address = parse_server_address(parts.authority);
  if (!address) return std::unexpected(not_taken("the address names no mail server"));
  std::string server = parts.parameter("smtp");
  if (server.empty()) server = mail_server_of(address->host);
  if (address->port != 0) server += fmt::format(":{}", address->port);
  std::string from = parts.parameter("from");
  const std::string account = parts.user.find('@') == std::string::npos
                                  ? fmt::format("{}@{}", parts.user, address->host)
                                  : parts.user;
  if (from.find('@') == std::string::npos) from = account;
  std::string to = parts.parameter("to");
  for (const std::string& segment : parts.path)
    if (segment.find('@') != std::string::npos) to += (to.empty() ? "" : ",") + segment;
  if (to.empty()) to = from;
  const std::string mode = ascii_lower(parts.parameter("mode"));
  std::string security = parts.scheme == "mailtos" ? "starttls" : "none";
  if (mode == "ssl") security = "tls";
  if (mode == "starttls") security = "starttls";
  const bool has_login = !parts.password.empty();
  const bool is_provider = mail_server_of(address->host) != address->host;
  if (security == "none" && has_login && is_provider) security = "starttls";
  return channel_of(ChannelKind::email,
                    {{"to", to},
                     {"from", from},
                     {"from_name", parts.parameter("name")},
                     {"server", server},
                     {"security", security},
                     {"user", has_login ? (is_provider ? account : parts.user) : ""},
                     {"password", parts.password}});
}

Made read_slack(const AppriseParts& parts) {
  if (parts.path.size() < 2 || parts.authority.starts_with("xox"))
    return std::unexpected(not_taken(
        "a Slack address has three parts, slack://T.../B.../...; tokens of robots are not taken"));
  return channel_of(ChannelKind::slack,
                    {{"url", fmt::format("https://hooks.slack.com/services/{}/{}/{}",
                                         parts.authority, parts.path[0], parts.path[1])}});
}

Made read_discord(const AppriseParts& parts) {
  if (parts.path.empty())
    return std::unexpected(not_taken("a Discord address is discord://id/token"));
  return channel_of(ChannelKind::discord,
                    {{"url", fmt::format("https://discord.com/api/webhooks/{}/{}", parts.authority,
                                         parts.path[0])},
                     {"username", parts.user}});
}

Made read_mattermost(const AppriseParts& parts) {
  if (parts.path.empty())
    return std::unexpected(not_taken("a Mattermost address is mmosts://host/key"));
  AppriseParts folder = parts;
  folder.path.pop_back();
  return channel_of(ChannelKind::mattermost,
                    {{"url", fmt::format("{}{}/hooks/{}", apprise_base(parts), joined_path(folder),
                                         parts.path.back())},
                     {"username", parts.user},
                     {"channel", parts.parameter("channel")}});
}

std::string ntfy_priority(std::string_view word) {
  static constexpr std::string_view kWords[] = {"min", "low", "default", "high", "max"};
  for (std::size_t i = 0; i < std::size(kWords); ++i)
    if (word == kWords[i]) return fmt::to_string(i + 1);
  return std::string(word);
}

Made read_ntfy(const AppriseParts& parts) {
  if (parts.path.size() > 1)
    return std::unexpected(not_taken("the address has several topics; add a channel for each"));
  const bool is_cloud = parts.path.empty();  // "ntfy://topic"
  const bool is_token = parts.user.starts_with("tk_") || parts.password.empty();
  const bool token_as_password = parts.password.starts_with("tk_");
  return channel_of(ChannelKind::ntfy,
                    {{"server", is_cloud ? "" : apprise_base(parts)},
                     {"topic", is_cloud ? parts.authority : parts.path[0]},
                     {"token", token_as_password ? parts.password
                               : is_token        ? parts.user
                                                 : ""},
                     {"user", is_token || token_as_password ? "" : parts.user},
                     {"password", is_token || token_as_password ? "" : parts.password},
                     {"priority", ntfy_priority(ascii_lower(parts.parameter("priority")))}});
}

Made read_gotify(const AppriseParts& parts) {
  if (parts.path.empty())
    return std::unexpected(not_taken("a Gotify address is gotifys://host/token"));
  AppriseParts folder = parts;
  folder.path.pop_back();
  const std::string priority = parts.parameter("priority");
  const bool is_number = std::ranges::all_of(priority, is_ascii_digit);
  return channel_of(ChannelKind::gotify, {{"server", apprise_base(parts) + joined_path(folder)},
                                          {"token", parts.path.back()},
                                          {"priority", is_number ? priority : ""}});
}

Made read_telegram(const AppriseParts& parts) {
  if (parts.path.empty())
    return std::unexpected(not_taken("a Telegram address is tgram://token/chat"));
  if (parts.path.size() > 1)
    return std::unexpected(not_taken("the address has several chats; add a channel for each"));
  std::string thread = parts.parameter("thread");
  if (thread.empty()) thread = parts.parameter("topic");
  return channel_of(ChannelKind::telegram,
                    {{"token", percent_decode(parts.authority)},
                     {"chat", parts.path[0]},
                     {"thread", thread},
                     {"silent", ascii_lower(parts.parameter("silent")) == "yes" ? "yes" : ""}});
}

Made read_matrix(const AppriseParts& parts) {
  const std::string token = parts.password.empty() ? parts.user : parts.parameter("token");
  if (token.empty())
    return std::unexpected(
        not_taken("a Matrix address needs an access token, matrixs://token@host/!room"));
  if (parts.path.size() != 1)
    return std::unexpected(not_taken("a Matrix address has one room, matrixs://token@host/!room"));
  return channel_of(ChannelKind::matrix,
                    {{"server", apprise_base(parts)}, {"room", parts.path[0]}, {"token", token}});
}

Made read_pushover(const AppriseParts& parts) {
  return channel_of(ChannelKind::pushover, {{"user", parts.user},
                                            {"token", parts.authority},
                                            {"device", parts.path.empty() ? "" : parts.path[0]},
                                            {"priority", parts.parameter("priority")}});
}

Made read_workflows(const AppriseParts& parts) {
  if (parts.path.size() != 2)
    return std::unexpected(not_taken("a Teams address is workflows://host/workflow/signature"));
  return channel_of(
      ChannelKind::teams,
      {{"url", fmt::format("https://{}/workflows/{}/triggers/manual/paths/invoke?api-version="
                           "2016-06-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig={}",
                           parts.authority, parts.path[0], joined_path(parts, 1).substr(1))}});
}

Made read_json_post(const AppriseParts& parts) {
  std::string headers;
  for (const auto& [name, value] : parts.query)
    if (name.starts_with('+')) headers += fmt::format("{}: {}\n", name.substr(1), value);
  std::string method = parts.parameter("method");
  for (char& c : method) c = to_ascii_upper(c);
  return channel_of(ChannelKind::json, {{"url", apprise_base(parts) + joined_path(parts)},
                                        {"method", method},
                                        {"headers", headers},
                                        {"user", parts.user},
                                        {"password", parts.password}});
}

// The address of a webhook as its service shows it; any other gets Standard Webhooks.
Made read_web_address(std::string_view line) {
  const auto url = Url::parse(line);
  if (!url) return std::unexpected(not_taken("the line is no web address"));
  const std::string_view host = url->hostname(), path = url->path();
  ChannelKind kind = ChannelKind::webhook;
  if (host == "hooks.slack.com") kind = ChannelKind::slack;
  if ((host == "discord.com" || host == "discordapp.com") && path.starts_with("/api/webhooks/"))
    kind = ChannelKind::discord;
  if (host.ends_with(".logic.azure.com") || host.ends_with(".webhook.office.com") ||
      host.ends_with(".api.powerplatform.com"))
    kind = ChannelKind::teams;
  if (kind == ChannelKind::webhook && path.find("/hooks/") != std::string_view::npos)
    kind = ChannelKind::mattermost;
  return channel_of(kind, {{"url", std::string(url->href())}});
}

struct AppriseReader {
  std::string_view scheme;
  Made (*read)(const AppriseParts&);
};

constexpr AppriseReader kAppriseReaders[] = {
    {"mailto", read_mail},         {"mailtos", read_mail},     {"slack", read_slack},
    {"discord", read_discord},     {"mmost", read_mattermost}, {"mmosts", read_mattermost},
    {"ntfy", read_ntfy},           {"ntfys", read_ntfy},       {"gotify", read_gotify},
    {"gotifys", read_gotify},      {"tgram", read_telegram},   {"matrix", read_matrix},
    {"matrixs", read_matrix},      {"pover", read_pushover},   {"workflow", read_workflows},
    {"workflows", read_workflows}, {"json", read_json_post},   {"jsons", read_json_post}};

Made read_parts(std::string_view line) {
  if (line.size() > kAppriseUrlBytesMax)
    return std::unexpected(
        Error{Errc::limit, fmt::format("the line is longer than {} bytes", kAppriseUrlBytesMax)});
  const auto parts = parse_apprise_parts(line);
  if (!parts)
    return std::unexpected(
        not_taken("the line is no address; it looks like tgram://token/chat or https://..."));
  if (parts->scheme == "http" || parts->scheme == "https") return read_web_address(line);
  const auto* const reader =
      std::ranges::find(kAppriseReaders, parts->scheme, &AppriseReader::scheme);
  if (reader == std::end(kAppriseReaders)) {
    std::string scheme = parts->scheme;
    if (scheme.size() > 20) scheme.resize(20);
    return std::unexpected(not_taken(fmt::format(
        "{}:// is not known here; add a channel of kind hook with the command \"/usr/bin/apprise "
        "-t freshet {}://...\"",
        visible(scheme), visible(scheme))));
  }
  return reader->read(*parts);
}

}  // namespace

Result<ChannelConfig> read_apprise_url(std::string_view line) {
  Made made = read_parts(trim_ascii_whitespace(line));
  if (!made) return made;
  if (auto valid = validate(*made); !valid) return std::unexpected(std::move(valid.error()));
  return made;
}

}  // namespace freshet
