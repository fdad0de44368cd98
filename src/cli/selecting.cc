#include "cli/selecting.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/log.h"
#include "cli/archive_access.h"
#include "cli/input.h"
#include "cli/nearest.h"
#include "cli/wording.h"
#include "url/host.h"
#include "url/url.h"

namespace freshet {
namespace {

constexpr std::size_t kUrlListBytesMax = std::size_t{256} << 20;
// Of a host whose page was not found so many are looked at for one of a similar name.
constexpr std::size_t kSuggestedFromMax = 1000;

// "https:", "dns:"; but not "example.com:8080" or "localhost:8080/a", where a port follows a name.
bool has_scheme(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0 || !is_ascii_alpha(text[0])) return false;
  const std::string_view scheme = text.substr(0, colon);
  if (!std::all_of(scheme.begin(), scheme.end(),
                   [](char c) { return is_ascii_alnum(c) || c == '+' || c == '-'; }))
    return false;
  std::string_view rest = text.substr(colon + 1);
  rest = rest.substr(0, rest.find_first_of("/?#"));
  return rest.empty() || !std::all_of(rest.begin(), rest.end(), is_ascii_digit);
}

constexpr std::string_view kTimeForms =
    "a time such as 2026, 2026-11-16, 2026-11-16T12:30:00Z or 20261116123000";

std::unexpected<Failure> no_time(std::string_view flag, std::string_view text) {
  return wrong_usage(fmt::format("{} must be {}, not \"{}\"", flag, kTimeForms, visible(text)));
}

// The moment after the year, month, day, ... that begins at `time` and was written with `digits`
// digits: 4 for a year, 6 with the month, and so on.
Time after_unit(Time time, std::size_t digits) {
  using namespace std::chrono;
  const auto day = floor<days>(time);
  const year_month_day date(day);
  if (digits <= 4) return sys_days((date.year() + years(1)) / date.month() / date.day());
  if (digits <= 6) return sys_days((date.year() / date.month() + months(1)) / date.day());
  if (digits <= 8) return time + days(1);
  if (digits <= 10) return time + hours(1);
  if (digits <= 12) return time + minutes(1);
  if (digits <= 14) return time + seconds(1);
  return time + Duration(1);
}

// How many digits of the moment itself are written, without those of its zone.
std::size_t written_digits(std::string_view text) {
  const std::size_t clock = text.find_first_of("Tt ");
  if (clock != std::string_view::npos) text = text.substr(0, text.find_first_of("Zz+-", clock));
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_ascii_digit));
}

// What there is on the host of a page that is not there.
Result<std::string> instead_of(Archive& archive, const std::vector<std::string>& urls) {
  std::optional<Host> host;
  if (const auto url = Url::parse(urls.front())) host = Host::of(*url);
  if (!host) return "";
  std::vector<std::string> pages;
  auto visited = archive.catalog().each_page(host, [&](const PageRow& page) {
    pages.push_back(page.key.url);
    return pages.size() < kSuggestedFromMax;
  });
  if (!visited) return std::unexpected(visited.error());
  if (pages.empty()) return fmt::format(", nor is any page of {}", visible(host->key()));
  for (const std::string& url : urls) {
    if (const auto near = nearest(url, pages))
      return fmt::format("; did you mean {}?", visible(*near));
  }
  return fmt::format("; {}{} of {} {}: freshet list --host {}",
                     pages.size() == kSuggestedFromMax ? "at least " : "",
                     counted(pages.size(), "page", "pages"), visible(host->key()),
                     pages.size() == 1 ? "is" : "are", visible(host->key()));
}

std::vector<std::string> urls_of_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trim_ascii_whitespace(text.substr(0, end));
    if (!line.empty() && !line.starts_with('#')) lines.emplace_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::expected<std::vector<std::string>, Failure> given_urls(const Arguments& arguments) {
  std::vector<std::string> urls = arguments.values("--url");
  for (const std::string& file : arguments.values("--urls")) {
    auto text = file == "-" ? read_stdin(kUrlListBytesMax) : read_file(file, kUrlListBytesMax);
    if (!text) return could_not(text.error());
    for (std::string& line : urls_of_lines(*text)) urls.push_back(std::move(line));
  }
  return urls;
}

// The first of meant_urls(text) that is there.
std::expected<std::optional<Found>, Failure> find_any(Archive& archive, std::string_view text,
                                                      Time time) {
  const auto urls = meant_urls(text);
  if (!urls) return std::unexpected(urls.error());
  for (const std::string& url : *urls) {
    auto found = archive.find(url, time);
    if (!found) return could_not(found.error());
    if (*found) return *std::move(found);
  }
  return std::nullopt;
}

}  // namespace

std::expected<std::vector<std::string>, Failure> meant_urls(std::string_view text) {
  text = trim_ascii_whitespace(text);
  if (has_scheme(text)) return std::vector{std::string(text)};
  const std::string secure = fmt::format("https://{}", text);
  if (!Url::parse(secure)) {
    return wrong_usage(
        fmt::format("\"{}\" is no URL; give one such as https://example.com/", visible(text)));
  }
  return std::vector{secure, fmt::format("http://{}", text)};
}

std::expected<std::string, Failure> meant_host(std::string_view flag, std::string_view text) {
  const auto url =
      Url::parse(has_scheme(text) ? std::string(text) : fmt::format("http://{}", text));
  const auto host = url ? Host::of(*url) : std::nullopt;
  if (!host || url->path() != "/" || url->query()) {
    return wrong_usage(
        fmt::format("{} must be a host such as example.com or example.com:8080, not "
                    "\"{}\"",
                    flag, visible(text)));
  }
  return std::string(host->key());
}

std::expected<Time, Failure> meant_time(std::string_view flag, std::string_view text) {
  const auto time = parse_time(text);
  if (!time) return no_time(flag, text);
  return *time;
}

std::expected<Time, Failure> meant_end(std::string_view flag, std::string_view text) {
  const auto time = parse_time(text);
  if (!time) return no_time(flag, text);
  return std::min(after_unit(*time, written_digits(text)) - Duration(1), kTimeMax);
}

std::expected<Found, Failure> find_meant(Archive& archive, std::string_view text, Time time) {
  auto found = find_any(archive, text, time);
  if (!found) return std::unexpected(found.error());
  if (*found) return **std::move(found);
  const auto instead = instead_of(archive, *meant_urls(text));
  if (!instead) return could_not(instead.error());
  return could_not(fmt::format("{} is not in the archive{}", visible(text), *instead));
}

std::vector<Option> range_options() {
  return {
      {"--host", "HOST", "Only pages of this host, such as example.com:8080; may be repeated",
       true},
      {"--domain", "NAME", "Only pages of this domain and those below it; may be repeated", true},
      {"--from", "TIME", "Only what was captured at TIME or later: 2026-11, 2026-11-16T12:30"},
      {"--to", "TIME", "Only what was captured until the end of TIME, so 2026 is all of 2026"}};
}

std::vector<Option> page_options() {
  return {{"--url", "URL", "Only this page; may be repeated", true},
          {"--urls", "FILE", "Only the pages listed in FILE, one URL a line; - is standard input",
           true}};
}

std::vector<Option> selection_options() {
  std::vector<Option> options = range_options();
  for (const Option& option : page_options()) options.push_back(option);
  options.push_back({"--last", "", "Of each page only the newest of these versions"});
  return options;
}

std::expected<Selection, Failure> meant_range(const Arguments& arguments) {
  Selection selection;
  for (const std::string& text : arguments.values("--host")) {
    auto host = meant_host("--host", text);
    if (!host) return std::unexpected(host.error());
    if (std::find(selection.hosts.begin(), selection.hosts.end(), *host) == selection.hosts.end())
      selection.hosts.push_back(*std::move(host));
  }
  for (const std::string& text : arguments.values("--domain")) {
    auto host = meant_host("--domain", text);
    if (!host) return std::unexpected(host.error());
    if (Host::from_key(*host)->name() != *host)
      return wrong_usage("--domain is of all ports; --host is of one, as in example.com:8080");
    selection.domains.push_back(*std::move(host));
  }
  if (const auto& from = arguments.value("--from")) {
    const auto time = meant_time("--from", *from);
    if (!time) return std::unexpected(time.error());
    selection.from = *time;
  }
  if (const auto& to = arguments.value("--to")) {
    const auto time = meant_end("--to", *to);
    if (!time) return std::unexpected(time.error());
    selection.to = *time;
  }
  if (!selection.hosts.empty() && !selection.domains.empty())
    return wrong_usage("--host and --domain cannot be used at once");
  if (selection.from > selection.to)
    return wrong_usage("--from is later than --to, so nothing can be between them");
  return selection;
}

CommandResult take_named_pages(const Arguments& arguments, Archive& archive, Selection& selection) {
  const bool asked = arguments.has("--url") || arguments.has("--urls");
  if (asked && !(selection.hosts.empty() && selection.domains.empty()))
    return wrong_usage("pages are named one by one, or by --host or --domain, not by both");
  const auto urls = given_urls(arguments);
  if (!urls) return std::unexpected(urls.error());
  for (const std::string& text : *urls) {
    const auto found = find_any(archive, text, kTimeMax);
    if (!found) return std::unexpected(found.error());
    if (*found)
      selection.urls.push_back((*found)->page.key.url);
    else
      log(LogLevel::warning, "a page is not in the archive", {{"url", text}});
  }
  if (asked && selection.urls.empty())
    return could_not("none of the pages that were asked for is in the archive");
  return {};
}

std::expected<Selection, Failure> meant_selection(const Arguments& arguments, Archive& archive) {
  auto selection = meant_range(arguments);
  if (!selection) return selection;
  selection->only_last = arguments.has("--last");
  if (auto taken = take_named_pages(arguments, archive, *selection); !taken)
    return std::unexpected(taken.error());
  return selection;
}

}  // namespace freshet
