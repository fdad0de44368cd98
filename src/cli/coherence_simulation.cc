#include "cli/coherence_simulation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>

#include "app/archive_session.h"
#include "app/new_file.h"
#include "app/page_lookup.h"
#include "base/disk.h"
#include "base/escape.h"
#include "base/json.h"
#include "base/split.h"
#include "cli/archive_access.h"
#include "cli/number_option.h"
#include "cli/setting_kinds.h"
#include "lab/coherence_svg.h"
#include "lab/coherence_trial.h"
#include "lab/site_rates.h"
#include "predict/change_history.h"

namespace freshet {
namespace {

constexpr std::size_t kSimulatedPagesMax = 2'000'000;
constexpr std::uint64_t kSiteSeed = 1;
// Learned rates are those for intervals of this share of the capture: the pages for which the order
// matters most have short ones. Chosen among 0.1, 0.25, 0.5 and 1 on the table of bench/RESULTS.md.
constexpr double kLengthPlannedFor = 0.25;

// One capture of the simulated site and how each plan fares.
struct SimulatedCapture {
  Duration length;
  std::vector<CoherenceRow> rows;
};

// Returns the rates of the archive's pages, of one host if it is named.
std::expected<std::vector<double>, Failure> archived_rates(const Session& session) {
  auto opened = open_session(session);
  if (!opened) return std::unexpected(opened.error());
  std::optional<Host> host;
  if (const auto& named = session.arguments.value("--host")) {
    const auto key = parse_host("--host", *named);
    if (!key) return failure_of(key.error());
    host = *Host::from_key(*key);
  }
  std::vector<double> rates;
  const Status read = opened->catalog().each_belief(host, [&](const PageBelief& belief) {
    if (belief.rate > 0) rates.push_back(belief.rate);
    return true;
  });
  if (!read) return could_not(read.error());
  if (rates.empty()) return could_not("the archive knows no change rates");
  return rates;
}

// The rates of n pages. As in the practice web: 0.01 to 10 changes a day; log-uniform is wider.
std::expected<std::vector<double>, Failure> site_rates(const Session& session, std::size_t n) {
  const std::string kind = session.arguments.value("--rates").value_or("practice");
  if (kind == "practice") return log_uniform_rates(n, 0.01, 10, kSiteSeed);
  if (kind == "log-uniform") return log_uniform_rates(n, 0.001, 144, kSiteSeed);
  if (kind == "fitted") {
    const auto& directory = session.arguments.value("--history");
    if (!directory) return wrong_usage("--rates fitted requires --history DIR");
    const auto history = read_change_history(system_disk(), *directory);
    if (!history) return could_not(history.error().message);
    return draw_rates(fitted_rates(*history), n, kSiteSeed);
  }
  if (kind == "archive") {
    const auto known = archived_rates(session);
    if (!known) return known;
    return session.arguments.has("--pages") ? draw_rates(*known, n, kSiteSeed) : *known;
  }
  return wrong_usage(fmt::format(
      "--rates must be practice, log-uniform, fitted or archive, not \"{}\"", visible(kind)));
}

std::expected<std::vector<Duration>, Failure> capture_lengths(const Arguments& arguments) {
  const std::string list = arguments.value("--capture").value_or("4.5h,5d");
  std::vector<Duration> lengths;
  for (const std::string_view part : split_at(',', list)) {
    const auto length = parse_duration(part);
    if (!length || *length <= Duration::zero())
      return wrong_usage(
          fmt::format("--capture: \"{}\" is not a time such as 4.5h or 5d", visible(part)));
    lengths.push_back(*length);
  }
  return lengths;
}

std::expected<std::vector<double>, Failure> eta_list(const Arguments& arguments) {
  const std::string list = arguments.value("--eta").value_or("0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9");
  std::vector<double> etas;
  for (const std::string_view part : split_at(',', list)) {
    double eta = 0;
    const auto [end, failed] = std::from_chars(part.data(), part.data() + part.size(), eta);
    if (failed != std::errc{} || end != part.data() + part.size() || !(eta >= 0) || eta > 1)
      return wrong_usage(fmt::format("--eta: \"{}\" is not a number from 0 to 1", visible(part)));
    etas.push_back(eta);
  }
  return etas;
}

std::string eta_words(const CoherenceRow& row) {
  return row.eta ? fmt::format("{:g}", *row.eta) : "";
}

void print_table(const SimulatedCapture& capture, std::size_t pages, Output& out) {
  out.write(fmt::format("Capture of {} pages in {}\n", pages, duration_words(capture.length)));
  out.write(fmt::format("{:<16} {:>4} {:>10} {:>8} {:>11} {:>8} {:>9} {:>9} {:>8}\n", "policy",
                        "eta", "coherent", "drawn", "measurable", "drawn", "blur", "drawn",
                        "fewer"));
  for (const CoherenceRow& row : capture.rows)
    out.write(fmt::format(
        "{:<16} {:>4} {:>10.4f} {:>8.4f} {:>11.4f} {:>8.4f} {:>9.4f} {:>9.4f} {:>6.1f} %\n",
        row.policy, eta_words(row), row.inducible, row.inducible_drawn, row.measurable,
        row.measurable_drawn, row.blur, row.blur_drawn, 100 * fewer_incoherent(row, capture.rows)));
}

double hours_of(Duration length) { return std::chrono::duration<double>(length).count() / 3600; }

void print_rows_csv(const std::vector<SimulatedCapture>& captures, Output& out) {
  out.write(
      "hours,policy,eta,coherent,coherent_drawn,measurable,measurable_drawn,blur,blur_drawn,"
      "fewer_incoherent\n");
  for (const SimulatedCapture& capture : captures)
    for (const CoherenceRow& row : capture.rows)
      out.write(fmt::format("{:g},{},{},{:.6f},{:.6f},{:.6f},{:.6f},{:.6f},{:.6f},{:.6f}\n",
                            hours_of(capture.length), row.policy, eta_words(row), row.inducible,
                            row.inducible_drawn, row.measurable, row.measurable_drawn, row.blur,
                            row.blur_drawn, fewer_incoherent(row, capture.rows)));
}

std::string rows_json(const std::vector<SimulatedCapture>& captures) {
  JsonWriter json;
  json.begin_array();
  for (const SimulatedCapture& capture : captures)
    for (const CoherenceRow& row : capture.rows) {
      json.begin_object().key("hours").value(hours_of(capture.length));
      json.key("policy").value(row.policy).key("eta");
      row.eta ? json.value(*row.eta) : json.null();
      json.key("coherent").value(row.inducible).key("coherent_drawn").value(row.inducible_drawn);
      json.key("measurable").value(row.measurable);
      json.key("measurable_drawn").value(row.measurable_drawn);
      json.key("blur").value(row.blur).key("blur_drawn").value(row.blur_drawn);
      json.key("fewer_incoherent").value(fewer_incoherent(row, capture.rows)).end_object();
    }
  return json.end_array().take();
}

}  // namespace

std::vector<Option> coherence_simulation_options() {
  return {
      {"--rates",
       "KIND",
       "coherence: practice, log-uniform, fitted or archive [practice]",
       false,
       {},
       {"practice", "log-uniform", "fitted", "archive"}},
      {"--pages", "N", "coherence: pages of the site [10000]"},
      {"--host", "HOST", "coherence: host whose rates --rates archive takes [all]"},
      {"--capture", "LIST", "coherence: lengths of captures [4.5h,5d]"},
      {"--eta", "LIST", "coherence: thresholds of the slides' plans [0.1 to 0.9]"},
      {"--draws", "N", "coherence: draws of all changes; 0: none [3]"},
      {"--visits", "N", "coherence: plan by rates learned from N earlier visits [0: true rates]"},
      {"--every", "TIME", "coherence: time between earlier visits [7d]"}};
}

CommandResult run_coherence_simulation(const Session& session) {
  const Arguments& arguments = session.arguments;
  const auto pages = number_of<std::uint64_t>(session, "--pages", 10'000, 1, kSimulatedPagesMax);
  if (!pages) return std::unexpected(pages.error());
  const auto draws = number_of<int>(session, "--draws", 3, 0, 1000);
  if (!draws) return std::unexpected(draws.error());
  const auto visits = number_of<int>(session, "--visits", 0, 0, 1000);
  if (!visits) return std::unexpected(visits.error());
  const auto every = parse_duration(arguments.value("--every").value_or("7d"));
  if (!every || *every <= Duration::zero()) return wrong_usage("--every must be a time such as 7d");
  const auto lengths = capture_lengths(arguments);
  if (!lengths) return std::unexpected(lengths.error());
  const auto etas = eta_list(arguments);
  if (!etas) return std::unexpected(etas.error());
  auto rates = site_rates(session, static_cast<std::size_t>(*pages));
  if (!rates) return std::unexpected(rates.error());

  SimulatedSite site{.rates = *std::move(rates), .planned_rates = {}, .parents = {}};
  site.parents = discovery_tree(site.rates.size(), kSiteSeed);
  std::vector<SimulatedCapture> captures;
  for (const Duration length : *lengths) {
    if (*visits > 0)
      site.planned_rates = learned_rates(site.rates,
                                         {.visits = static_cast<std::size_t>(*visits),
                                          .days_between = hours_of(*every) / 24,
                                          .days_ahead = kLengthPlannedFor * hours_of(length) / 24},
                                         kSiteSeed);
    captures.push_back(
        {length, compare_plans(site, {.capture = length, .etas = *etas, .draws = *draws})});
  }
  if (arguments.has("--json")) {
    session.out.write(rows_json(captures) + "\n");
  } else if (arguments.has("--csv")) {
    print_rows_csv(captures, session.out);
  } else {
    for (const SimulatedCapture& capture : captures)
      print_table(capture, site.rates.size(), session.out);
  }
  if (const auto& svg = arguments.value("--svg")) {
    const std::string title =
        fmt::format("Expected coherence of a capture in {}, {} pages",
                    duration_words(captures.back().length), site.rates.size());
    const Status written =
        write_new_file(system_disk(), *svg, draw_coherence(title, captures.back().rows));
    if (!written) return could_not(written.error());
  }
  return {};
}

}  // namespace freshet
