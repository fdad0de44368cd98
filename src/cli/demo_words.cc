#include "cli/demo_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include "base/ascii.h"
#include "base/escape.h"
#include "cli/wording.h"
#include "practice/site.h"
#include "store/snapshot_facts.h"

namespace freshet {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kComplaintsShown = 5;

// A name, and beside it what is to be said, in lines; below it what is wrong.
void print_row(std::string_view name, const std::string& words,
               const std::vector<std::string>& complaints, Output& out) {
  std::string_view rest = words;
  for (std::string_view left = name; !rest.empty(); left = "") {
    const std::size_t end = rest.find('\n');
    out.write(fmt::format("  {:<9} {}\n", left, rest.substr(0, end)));
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  for (std::size_t i = 0; i < std::min(complaints.size(), kComplaintsShown); ++i)
    out.write(fmt::format("            {}\n", visible(complaints[i])));
  if (complaints.size() > kComplaintsShown)
    out.write(fmt::format("            and {} more\n", complaints.size() - kComplaintsShown));
}

void print_command(const std::string& command, std::string_view meaning, Output& out) {
  out.write(fmt::format("\n  {}\n      {}\n", command, meaning));
}

// The first page of a well-behaved host of which `is_meant` is true.
template <class F>
Result<std::optional<std::string>> find_page(const World& world, F is_meant) {
  for (std::uint64_t rank = 0; rank < world.hosts().count(); ++rank) {
    const Site site(world.plan(), world.hosts().by_rank(rank));
    if (site.host().fault != HostFault::none || site.host().trap != Trap::none) continue;
    for (std::uint64_t number = 0; number < site.count(); ++number) {
      const PracticePage page = site.page(number);
      const std::string url = site.host().base + page.path;
      const Result<bool> is = is_meant(page, url);
      if (!is) return std::unexpected(is.error());
      if (*is) return url;
    }
  }
  return std::nullopt;
}

Result<bool> is_kept(Archive& archive, const std::string& url) {
  const auto page = archive.catalog().find_page(page_key_of(url));
  if (!page) return std::unexpected(page.error());
  return page->has_value();
}

}  // namespace

std::string shell_word(const std::string& word) {
  const auto is_plain = [](char c) {
    return is_ascii_alnum(c) || std::string_view("-_./:,+=@%").find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::ranges::all_of(word, is_plain)) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string own_command() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  if (error) return "freshet";
  const char* const path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    const std::size_t end = rest.find(':');
    const fs::path candidate = fs::path(rest.substr(0, end)) / "freshet";
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    if (!fs::exists(candidate, error)) continue;
    if (fs::equivalent(candidate, self, error)) return "freshet";
    break;  // another freshet comes first
  }
  const fs::path near = self.lexically_relative(fs::current_path(error));
  const bool is_below = !error && !near.empty() && *near.begin() != "..";
  if (!is_below) return shell_word(self.string());
  return shell_word(near.has_parent_path() ? near.string() : "./" + near.string());
}

void print_welcome(const WorldPlan& plan, const std::string& directory, Output& out) {
  out.write(
      fmt::format("A made-up web of {} with {} is being served on this machine.\n"
                  "It has rules for robots, redirects, traps without end, servers that misbehave.\n"
                  "freshet crawls it into {} now; that takes less than a minute.\n\n",
                  counted(plan.hosts, "site", "sites"), counted(plan.pages, "page", "pages"),
                  visible(directory)));
  out.flush();
}

void print_score(const Score& score, Duration delay, Output& out) {
  out.write("\nScore (the demo knows every page that it served):\n");
  print_row("complete",
            fmt::format("{} of {} that the rules allow were found: {} are kept,\n"
                        "{} asked not to be kept or were never given by their server",
                        score.found + score.explained, counted(score.expected, "page", "pages"),
                        score.found, score.explained),
            score.missing, out);
  print_row("obedient",
            score.forbidden.empty()
                ? fmt::format("none of {} was for what robots.txt forbids",
                              counted(score.requests, "request", "requests"))
                : fmt::format("not always: {}", counted(score.forbidden.size(), "case", "cases")),
            score.forbidden, out);
  if (score.trap_hosts > 0) {
    print_row("careful",
              fmt::format("{} without end cost {}; up to {} would have been fair",
                          counted(score.trap_hosts, "trap", "traps"),
                          counted(score.trap_pages, "page", "pages"), score.trap_pages_granted),
              {}, out);
  }
  const auto delay_ms = std::chrono::duration_cast<std::chrono::milliseconds>(delay).count();
  print_row(
      "polite",
      score.impolite.empty()
          ? fmt::format("after a first burst {} ms from request to request of a site (on the\n"
                        "real web 15 s), and one site of a server at a time",
                        delay_ms)
          : "not always, by the log of the servers; is this machine very busy?",
      score.impolite, out);
}

Status print_tour(const World& world, Archive& archive, const std::string& directory, Output& out) {
  const auto kept = find_page(world, [&](const PracticePage& page, const std::string& url) {
    if (page.kind != SitePageKind::plain) return Result<bool>(false);
    return is_kept(archive, url);
  });
  if (!kept) return std::unexpected(kept.error());
  const auto refused = find_page(world, [&](const PracticePage& page, const std::string&) {
    return Result<bool>(page.kind == SitePageKind::forbidden);
  });
  if (!refused) return std::unexpected(refused.error());

  const std::string freshet = own_command();
  const std::string archive_option = "--archive " + shell_word(directory);
  const auto command = [&](std::string_view words) {
    return fmt::format("{} {} {}", freshet, words, archive_option);
  };
  out.write("\nLook at it (copy a line):\n");
  print_command(command("status"), "what was crawled, and which hosts stopped early and why", out);
  print_command(command("list"), "every page in the archive", out);
  if (*refused) {
    print_command(command("explain " + shell_word(**refused)),
                  "why this page was not fetched: which line of robots.txt forbids it", out);
  }
  if (*kept) print_command(command("show " + shell_word(**kept)) + " --text", "read a page", out);
  const std::string file = shell_word(directory + ".wacz");
  print_command(command("export") + " --format wacz --output " + file,
                "everything in one file: open it at https://replayweb.page and click around", out);
  out.write(
      fmt::format("\nThen a real site; the contact tells its owner who asks:\n\n"
                  "  {} crawl --archive web --contact you@example.com example.com\n"
                  "\nThe demo leaves nothing but the directory {}.\n",
                  freshet, visible(directory)));
  return {};
}

void print_month(const DemoMonth& month, const std::string& directory, Output& out) {
  const RefreshCounts& counts = month.counts;
  out.write(fmt::format(
      "\nThen a month went by for the made-up web, and the archive followed it:\n"
      "  {} of {}: {} had changed, {} had not ({} by a 304, without a body)\n"
      "  {:.1f} % of the copies were fresh on average; equal visiting: {:.1f} %,\n"
      "  known change rates: {:.1f} %\n",
      counted(counts.checks(), "check", "checks"), counted(month.pages, "page", "pages"),
      counts.changed, counts.same, counts.not_modified, 100 * month.fresh,
      100 * month.uniform_fresh, 100 * month.oracle_fresh));
  out.write(fmt::format("\nLook at it in a browser:  {}\n", visible(shell_word(month.report))));
  const std::string own = own_command();
  const std::string archive = shell_word(directory);
  out.write(fmt::format("What happened, for programs:  {} changes --archive {} --limit 3\n",
                        visible(own), visible(archive)));
  out.write(fmt::format("What would be checked next:  {} plan --archive {}\n", visible(own),
                        visible(archive)));
}

void print_capture(const DemoCapture& capture, Output& out) {
  out.write("\nAt last a site was captured while it changed, in five hours of its time:\n");
  for (const std::string& line : capture_words(capture.result)) out.write("  " + line + "\n");
  out.write(fmt::format("\nThe coherence strip, a bar for each page from visit to revisit:  {}\n",
                        visible(shell_word(capture.report))));
  out.write(
      fmt::format("Page by page, with evidence:  {} coherence --archive {} --capture {} "
                  "--pages\n",
                  visible(own_command()), visible(shell_word(capture.archive)),
                  visible(shell_word(capture.result.row.name))));
}

}  // namespace freshet
