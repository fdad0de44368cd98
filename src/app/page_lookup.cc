#include "app/page_lookup.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/nearest.h"
#include "base/wording.h"
#include "url/host.h"
#include "url/url.h"

namespace freshet {
namespace {

// Pages of a host that are searched for a name similar to one that is missing.
constexpr std::size_t kSuggestedFromMax = 1000;

std::unexpected<Error> invalid_text(std::string message) {
  return std::unexpected(Error{Errc::invalid, std::move(message)});
}

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

std::unexpected<Error> not_a_time(std::string_view name, std::string_view text) {
  return invalid_text(
      fmt::format("{} must be a time such as 2026, 2026-11-16, 2026-11-16T12:30:00Z or "
                  "20261116123000, not \"{}\"",
                  name, visible(text)));
}

// Returns the first moment after the unit that begins at `time` and was written with `digits`
// digits: a year of 4, a month of 6, and so on.
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

// Counts the digits of the time itself, without those of its zone.
std::size_t written_digits(std::string_view text) {
  const std::size_t clock = text.find_first_of("Tt ");
  if (clock != std::string_view::npos) text = text.substr(0, text.find_first_of("Zz+-", clock));
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_ascii_digit));
}

// Suggests what to ask for instead of URLs that are missing.
Result<std::string> suggestion(Archive& archive, const std::vector<std::string>& urls) {
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
  return fmt::format(", which has {}{} of {}; freshet list shows {}",
                     pages.size() == kSuggestedFromMax ? "at least " : "",
                     counted(pages.size(), "page", "pages"), visible(host->key()),
                     pages.size() == 1 ? "it" : "them");
}

}  // namespace

Result<std::vector<std::string>> candidate_urls(std::string_view text) {
  text = trim_ascii_whitespace(text);
  if (has_scheme(text)) return std::vector{std::string(text)};
  const std::string secure = fmt::format("https://{}", text);
  if (!Url::parse(secure)) {
    return invalid_text(
        fmt::format("\"{}\" is not a URL; give one such as https://example.com/", visible(text)));
  }
  return std::vector{secure, fmt::format("http://{}", text)};
}

Result<std::string> parse_host(std::string_view name, std::string_view text) {
  const auto url =
      Url::parse(has_scheme(text) ? std::string(text) : fmt::format("http://{}", text));
  const auto host = url ? Host::of(*url) : std::nullopt;
  if (!host || url->path() != "/" || url->query()) {
    return invalid_text(
        fmt::format("{} must be a host such as example.com or example.com:8080, not \"{}\"", name,
                    visible(text)));
  }
  return std::string(host->key());
}

Result<Time> parse_start(std::string_view name, std::string_view text) {
  const auto time = parse_time(text);
  if (!time) return not_a_time(name, text);
  return *time;
}

Result<Time> parse_end(std::string_view name, std::string_view text) {
  const auto time = parse_time(text);
  if (!time) return not_a_time(name, text);
  return std::min(after_unit(*time, written_digits(text)) - Duration(1), kTimeMax);
}

Result<std::optional<Found>> find_if_kept(Archive& archive, std::string_view text, Time time) {
  const auto urls = candidate_urls(text);
  if (!urls) return std::unexpected(urls.error());
  for (const std::string& url : *urls) {
    auto found = archive.find(url, time);
    if (!found || *found) return found;
  }
  return std::nullopt;
}

Result<Found> find_page(Archive& archive, std::string_view text, Time time) {
  auto found = find_if_kept(archive, text, time);
  if (!found) return std::unexpected(found.error());
  if (*found) return **std::move(found);
  const auto instead = suggestion(archive, *candidate_urls(text));
  if (!instead) return std::unexpected(instead.error());
  return std::unexpected(
      Error{Errc::not_found, fmt::format("{} is not in the archive{}", visible(text), *instead)});
}

}  // namespace freshet
