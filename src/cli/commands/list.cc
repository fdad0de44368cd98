// freshet list: which pages, or which versions of them, are in an archive.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/escape.h"
#include "base/json.h"
#include "base/log.h"
#include "cli/archive_access.h"
#include "cli/commands/commands.h"
#include "cli/selecting.h"
#include "cli/wording.h"
#include "store/export.h"
#include "store/selection.h"
#include "store/versions.h"

namespace freshet {
namespace {

std::string status_words(const SnapshotRow& row) {
  return row.status == 0 ? "-" : fmt::format("{}", row.status);
}

// Columns that most values fit into; a longer one moves its line along, and the URL comes last.
class Table {
 public:
  Table(bool of_versions, bool in_color, Output& out)
      : of_versions_(of_versions), in_color_(in_color), out_(out) {}

  void add(const Found& found, std::uint64_t versions) {
    if (!has_header_) write_header();
    has_header_ = true;
    const SnapshotRow& row = found.snapshot;
    out_.write(fmt::format("{:<19}  {:>6}  {:>10}  {:<{}}  {:<20}  {}\n", second_words(row.time),
                           status_words(row), row.payload_bytes, third(found, versions), width(),
                           row.mime.empty() ? "-" : visible(row.mime),
                           visible(found.page.key.url)));
  }

 private:
  std::string third(const Found& found, std::uint64_t versions) const {
    if (of_versions_) return std::string(kind_name(found.snapshot.kind));
    return fmt::format("{:>{}}", versions, width());
  }
  int width() const { return of_versions_ ? 12 : 8; }

  void write_header() {
    const std::string header =
        fmt::format("{:<19}  {:>6}  {:>10}  {:<{}}  {:<20}  {}", "TIME (UTC)", "STATUS", "BYTES",
                    of_versions_ ? "KIND" : "VERSIONS", width(), "TYPE", "URL");
    out_.write(in_color_ ? fmt::format("\x1B[1m{}\x1B[0m\n", header) : header + "\n");
  }

  bool of_versions_;
  bool in_color_;
  Output& out_;
  bool has_header_ = false;
};

void print_json(const Found& found, std::uint64_t versions, Output& out) {
  const SnapshotRow& row = found.snapshot;
  JsonWriter json;
  json.begin_object().key("url").value(found.page.key.url).key("time").value(iso_time(row.time));
  json.key("status");
  row.status == 0 ? json.null() : json.value(row.status);
  json.key("mime").value(row.mime).key("bytes").value(row.payload_bytes);
  json.key("digest").value("sha1:" + row.payload.base32()).key("kind").value(kind_name(row.kind));
  json.key("versions").value(versions).end_object();
  out.write(json.take() + "\n");
}

// How many versions a page has. The snapshots of one page come one behind the other.
class VersionCount {
 public:
  explicit VersionCount(Catalog& catalog) : catalog_(catalog) {}

  Result<std::uint64_t> of(const Found& found) {
    if (page_ == found.page.id) return versions_;
    auto versions = count_versions(catalog_, found.page.id);
    if (!versions) return versions;
    page_ = found.page.id;
    versions_ = *versions;
    return versions;
  }

 private:
  Catalog& catalog_;
  PageId page_ = 0;
  std::uint64_t versions_ = 0;
};

// "404", "4xx", "200-299": which statuses are meant.
struct StatusRange {
  int first = 0;
  int last = 0;

  bool holds(int status) const { return status >= first && status <= last; }
};

std::optional<StatusRange> parse_status_range(std::string_view text) {
  const auto number = [](std::string_view digits) -> std::optional<int> {
    int value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool is_status =
        error == std::errc() && end == digits.data() + digits.size() && digits.size() == 3;
    return is_status ? std::optional(value) : std::nullopt;
  };
  if (text.size() == 3 && text.ends_with("xx") && text[0] >= '1' && text[0] <= '9') {
    const int first = (text[0] - '0') * 100;
    return StatusRange{first, first + 99};
  }
  const std::size_t dash = text.find('-');
  const auto first = number(text.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : number(text.substr(dash + 1));
  if (!first || !last || *first > *last) return std::nullopt;
  return StatusRange{*first, *last};
}

// Keeps the rows that match --status and --mime.
class Filter {
 public:
  static std::expected<Filter, Failure> of(const Arguments& arguments) {
    Filter filter;
    for (const std::string& text : arguments.values("--status")) {
      const auto range = parse_status_range(text);
      if (!range)
        return wrong_usage(fmt::format(
            "--status must be a status such as 404, 4xx or 200-299, not \"{}\"", visible(text)));
      filter.statuses_.push_back(*range);
    }
    filter.mimes_ = arguments.values("--mime");
    return filter;
  }

  bool holds(const SnapshotRow& row) const {
    const auto is_of = [&](const std::string& mime) {
      return mime.ends_with('/') ? row.mime.starts_with(mime) : row.mime == mime;
    };
    return (statuses_.empty() ||
            std::ranges::any_of(statuses_,
                                [&](const auto& range) { return range.holds(row.status); })) &&
           (mimes_.empty() || std::ranges::any_of(mimes_, is_of));
  }

 private:
  std::vector<StatusRange> statuses_;
  std::vector<std::string> mimes_;
};

// The page as it stands now: a 304 says that it is what it was.
Result<Found> as_page(Archive& archive, const Found& found) {
  auto row = row_of_page(archive, found);
  if (!row) return std::unexpected(row.error());
  Found shown = found;
  shown.snapshot = *std::move(row);
  if (shown.snapshot.kind != SnapshotKind::not_modified) return shown;
  const auto original = archive.with_body(found);
  if (original) shown.snapshot.status = original->snapshot.status;
  return shown;
}

CommandResult run_list(const Session& session) {
  auto selection = meant_range(session.arguments);
  if (!selection) return std::unexpected(selection.error());
  const auto filter = Filter::of(session.arguments);
  if (!filter) return std::unexpected(filter.error());
  auto archive = open_to_read(session);
  if (!archive) return std::unexpected(archive.error());
  if (auto taken = take_named_pages(session.arguments, *archive, *selection); !taken) return taken;
  const bool of_versions = session.arguments.has("--versions");
  const bool as_json = session.arguments.has("--json");
  selection->only_last = !of_versions;
  Table table(of_versions, session.out_in_color, session.out);
  bool is_empty = true;
  VersionCount count(archive->catalog());
  const auto listed = each_selected(*archive, *selection, [&](const Found& found) -> Status {
    Found shown = found;
    if (of_versions) {
      auto row = row_of_page(*archive, found);
      if (!row) return std::unexpected(row.error());
      shown.snapshot = *std::move(row);
    } else {
      auto page = as_page(*archive, found);
      if (!page) return std::unexpected(page.error());
      shown = *std::move(page);
    }
    if (!filter->holds(shown.snapshot)) return {};
    is_empty = false;
    const auto versions = count.of(found);
    if (!versions) return std::unexpected(versions.error());
    if (as_json)
      print_json(shown, *versions, session.out);
    else
      table.add(shown, *versions);
    return session.out.arrived();
  });
  if (!listed) return could_not(listed.error());
  if (is_empty) log(LogLevel::info, "nothing in the archive is like that");
  return {};
}

}  // namespace

Command list_command() {
  std::vector<Option> options = range_options();
  for (const Option& option : page_options()) options.push_back(option);
  options.push_back({"--status", "STATUS",
                     "Only answers with this status: 404, 4xx, 200-299; may be repeated", true});
  options.push_back({"--mime", "TYPE",
                     "Only this type, such as text/html, or image/ for all images; may be repeated",
                     true});
  options.push_back({"--versions", "", "A line for each snapshot, not one for each page"});
  options.push_back({"--json", "", "Print one JSON object a line"});
  return {.name = "list",
          .summary = "List the pages in an archive",
          .details =
              "A line for each page with its newest snapshot: time, status, bytes of the body,\n"
              "number of its versions, type, URL. A version is a content: confirmations and\n"
              "failures do not count. Pages of one host stand together.",
          .operands = {},
          .options = std::move(options),
          .sections = {},
          .examples = {{"freshet list --archive web", "what is in it"},
                       {"freshet list --archive web --host example.com --versions",
                        "every snapshot of the pages of one host"},
                       {"freshet list --archive web --status 4xx", "pages that are missing"},
                       {"freshet list --archive web --domain example.com --from 2026-11 --json",
                        "for programs"}},
          .run = run_list};
}

}  // namespace freshet
