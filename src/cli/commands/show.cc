// freshet show: one snapshot of a page, from the archive.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/escape.h"
#include "base/json.h"
#include "base/log.h"
#include "charset/charset.h"
#include "cli/archive_access.h"
#include "cli/commands/commands.h"
#include "cli/selecting.h"
#include "cli/wording.h"
#include "store/export.h"
#include "store/snapshot_facts.h"
#include "store/versions.h"
#include "warc/body.h"

namespace freshet {
namespace {

// What a view works with: the snapshot that was asked for.
struct Showing {
  const Session& session;
  Archive& archive;
  Found found;

  bool as_json() const { return session.arguments.has("--json"); }
  Output& out() const { return session.out; }
};

// "https://example.com/ of 2026-11-16 00:34:46"
std::string name_of(const Found& found) {
  return fmt::format("{} of {}", visible(found.page.key.url), second_words(found.snapshot.time));
}

bool repeats_another(const Found& found) {
  return found.snapshot.kind == SnapshotKind::revisit ||
         found.snapshot.kind == SnapshotKind::not_modified;
}

// The snapshot that has the body; a word to the reader if it is another.
std::expected<Found, Failure> body_of(const Showing& showing) {
  auto body = showing.archive.with_body(showing.found);
  if (!body) return could_not(body.error());
  if (repeats_another(showing.found)) {
    const bool is_own = body->page.id == showing.found.page.id;
    log(LogLevel::info,
        is_own ? "nothing had changed, so this is the body of an earlier snapshot"
               : "this is the body of another page, which was the same",
        {{"url", body->page.key.url}, {"captured", iso_time(body->snapshot.time)}});
  }
  return *std::move(body);
}

// --- description -----------------------------------------------------------------------------

struct DescribedRow {
  std::string_view name;
  std::string text;
};

Result<std::string> file_name(Archive& archive, FileId id) {
  const auto files = archive.catalog().files();
  if (!files) return std::unexpected(files.error());
  for (const FileRow& file : *files)
    if (file.id == id) return file.name;
  return std::unexpected(Error{Errc::corrupt,
                               "the catalog does not know the file of this snapshot; "
                               "freshet verify tells more"});
}

// The title of an HTML page; nothing if there is none to read, of which a word is said.
std::string title_of(Archive& archive, const Found& body) {
  if (!is_html_mime(body.snapshot.mime)) return "";
  auto page = read_page_text(archive, body);
  if (page) return std::move(page->title);
  log(LogLevel::warning, "the page could not be read", {{"reason", page.error().message}});
  return "";
}

std::vector<DescribedRow> rows_of(const Found& found, const std::string& title,
                                  const std::string& file, const std::optional<Found>& body,
                                  std::uint64_t versions) {
  const SnapshotRow& row = found.snapshot;
  std::vector<DescribedRow> rows = {{"url", found.page.key.url}};
  if (!title.empty()) rows.push_back({"title", title});
  rows.push_back({"time", iso_time(row.time)});
  if (row.status != 0) rows.push_back({"status", fmt::format("{}", row.status)});
  if (!row.mime.empty()) rows.push_back({"type", row.mime});
  rows.push_back({"bytes", fmt::format("{}", row.payload_bytes)});
  rows.push_back({"digest", "sha1:" + row.payload.base32()});
  rows.push_back({"kind", std::string(kind_name(row.kind))});
  if (repeats_another(found)) {
    rows.push_back({"repeats", !body ? "a snapshot that is not in the archive"
                               : body->page.id == found.page.id
                                   ? iso_time(body->snapshot.time)
                                   : fmt::format("{} of {}", iso_time(body->snapshot.time),
                                                 body->page.key.url)});
  }
  rows.push_back({"file", file});
  rows.push_back({"versions", fmt::format("{}", versions)});
  if (found.page.snapshots > 1) {
    rows.push_back({"first", iso_time(found.page.first_seen)});
    rows.push_back({"last", iso_time(found.page.last_seen)});
  }
  return rows;
}

void print_json(const Found& found, const std::string& title, const std::string& file,
                const std::optional<Found>& body, std::uint64_t versions, Output& out) {
  const SnapshotRow& row = found.snapshot;
  JsonWriter json;
  json.begin_object().key("url").value(found.page.key.url).key("title").value(title);
  json.key("time").value(iso_time(row.time)).key("status");
  row.status == 0 ? json.null() : json.value(row.status);
  json.key("mime").value(row.mime).key("bytes").value(row.payload_bytes);
  json.key("digest").value("sha1:" + row.payload.base32()).key("kind").value(kind_name(row.kind));
  json.key("repeats");
  if (repeats_another(found) && body) {
    json.begin_object().key("url").value(body->page.key.url);
    json.key("time").value(iso_time(body->snapshot.time)).end_object();
  } else {
    json.null();
  }
  json.key("file").value(file).key("offset").value(row.offset).key("length").value(row.length);
  json.key("versions").value(versions);
  json.key("first").value(iso_time(found.page.first_seen));
  json.key("last").value(iso_time(found.page.last_seen)).end_object();
  out.write(json.take() + "\n");
}

CommandResult describe(const Showing& showing) {
  const auto file = file_name(showing.archive, showing.found.snapshot.file);
  if (!file) return could_not(file.error());
  std::optional<Found> body;
  if (auto found = showing.archive.with_body(showing.found))
    body = *std::move(found);
  else if (found.error().code != Errc::not_found)
    return could_not(found.error());
  const auto versions = count_versions(showing.archive.catalog(), showing.found.page.id);
  if (!versions) return could_not(versions.error());
  const std::string title = body ? title_of(showing.archive, *body) : "";
  if (showing.as_json()) {
    print_json(showing.found, title, *file, body, *versions, showing.out());
    return {};
  }
  for (const DescribedRow& row : rows_of(showing.found, title, *file, body, *versions))
    showing.out().write(fmt::format("{:<10} {}\n", row.name, visible(row.text)));
  return {};
}

// --- parts -----------------------------------------------------------------------------------

// Whether a terminal shows `bytes` as they are, and does nothing else.
bool is_plain(std::string_view bytes) {
  std::string text(bytes);
  std::erase(text, '\r');
  return visible_lines(text) == text;
}

CommandResult write_bytes(const Showing& showing, std::string_view bytes) {
  if (isatty(STDOUT_FILENO) == 1 && !showing.session.arguments.has("--force") && !is_plain(bytes)) {
    return could_not(
        fmt::format("the body of {} could upset the terminal; send it to a file (> FILE), or see "
                    "--text, or add --force",
                    name_of(showing.found)));
  }
  showing.out().write(bytes);
  return {};
}

CommandResult show_raw(const Showing& showing) {
  const auto body = body_of(showing);
  if (!body) return std::unexpected(body.error());
  const auto opened = showing.archive.read(*body);
  if (!opened) return could_not(opened.error());
  return write_bytes(showing, opened->payload());
}

// The body as its author wrote it, of the snapshot that has it.
std::expected<std::string, Failure> unpacked(const Showing& showing, const OpenedRecord& opened) {
  const auto bytes_max =
      static_cast<std::size_t>(showing.session.config.settings.limits.page_bytes);
  warc::DecodedBody decoded = warc::decode_body(opened.http, opened.payload(), bytes_max);
  if (decoded.error) {
    log(LogLevel::warning, "the body could not be unpacked whole",
        {{"reason", decoded.error->message}});
  }
  return std::move(decoded.bytes);
}

CommandResult show_body(const Showing& showing) {
  const auto body = body_of(showing);
  if (!body) return std::unexpected(body.error());
  const auto opened = showing.archive.read(*body);
  if (!opened) return could_not(opened.error());
  const auto bytes = unpacked(showing, *opened);
  if (!bytes) return std::unexpected(bytes.error());
  return write_bytes(showing, *bytes);
}

bool is_text_mime(std::string_view mime) {
  return mime.starts_with("text/") || mime.ends_with("+xml") || mime.ends_with("+json") ||
         mime == "application/json" || mime == "application/xml" ||
         mime == "application/javascript";
}

// Title and text; of what is no HTML but text the text alone.
std::expected<ReadPage, Failure> text_of(const Showing& showing, const Found& body) {
  if (is_html_mime(body.snapshot.mime)) {
    auto page = read_page_text(showing.archive, body);
    if (!page) return could_not(page.error());
    return *std::move(page);
  }
  if (!is_text_mime(body.snapshot.mime)) {
    return could_not(
        fmt::format("{} is no text but {}", name_of(showing.found),
                    body.snapshot.mime.empty() ? "of unknown type" : visible(body.snapshot.mime)));
  }
  const auto opened = showing.archive.read(body);
  if (!opened) return could_not(opened.error());
  const auto bytes = unpacked(showing, *opened);
  if (!bytes) return std::unexpected(bytes.error());
  const Utf8Text utf8 = to_utf8(*bytes, opened->http.find("Content-Type").value_or(""));
  return ReadPage{.title = "", .text = std::string(utf8.text(*bytes))};
}

CommandResult show_text(const Showing& showing) {
  const auto body = body_of(showing);
  if (!body) return std::unexpected(body.error());
  const auto page = text_of(showing, *body);
  if (!page) return std::unexpected(page.error());
  if (showing.as_json()) {
    JsonWriter json;
    json.begin_object().key("title").value(page->title).key("text").value(page->text).end_object();
    showing.out().write(json.take() + "\n");
    return {};
  }
  showing.out().write(visible_lines(page->text));
  if (!page->text.ends_with('\n')) showing.out().write("\n");
  return {};
}

void print_fields(const std::string& first, const std::vector<warc::Field>& fields,
                  const Showing& showing) {
  if (!showing.as_json()) {
    showing.out().write(visible(first) + "\n");
    for (const warc::Field& field : fields)
      showing.out().write(fmt::format("{}: {}\n", visible(field.name), visible(field.value)));
    return;
  }
  JsonWriter json;
  json.begin_object().key("first_line").value(first).key("fields").begin_array();
  for (const warc::Field& field : fields)
    json.begin_array().value(field.name).value(field.value).end_array();
  showing.out().write(json.end_array().end_object().take() + "\n");
}

// Those that the server sent at that time, also if the body is an earlier one.
CommandResult show_headers(const Showing& showing) {
  const auto opened = showing.archive.read(showing.found);
  if (!opened) return could_not(opened.error());
  if (showing.found.snapshot.kind == SnapshotKind::not_modified &&
      opened->http.start_line.empty()) {
    const auto head = read_confirming_head(showing.archive, showing.found);
    if (!head) return could_not(head.error());
    if (!head->start_line.empty()) {
      print_fields(head->start_line, head->fields, showing);
      return {};
    }
  }
  if (opened->http.start_line.empty()) {
    return could_not(fmt::format("the record of {} is no HTTP message and has no headers",
                                 name_of(showing.found)));
  }
  print_fields(opened->http.start_line, opened->http.fields, showing);
  return {};
}

CommandResult show_record(const Showing& showing) {
  const auto opened = showing.archive.read(showing.found);
  if (!opened) return could_not(opened.error());
  print_fields(opened->record.header.version, opened->record.header.fields, showing);
  return {};
}

struct ShownAs {
  std::string_view flag;
  CommandResult (*show)(const Showing& showing);
  bool has_json;
};

constexpr std::array<ShownAs, 5> kShownAs = {{{"--raw", show_raw, false},
                                              {"--body", show_body, false},
                                              {"--text", show_text, true},
                                              {"--headers", show_headers, true},
                                              {"--record", show_record, true}}};

CommandResult run_show(const Session& session) {
  const Arguments& arguments = session.arguments;
  ShownAs chosen = {"", describe, true};
  for (const ShownAs& view : kShownAs) {
    if (!arguments.has(view.flag)) continue;
    if (!chosen.flag.empty())
      return wrong_usage(fmt::format("{} and {} cannot be shown at once", chosen.flag, view.flag));
    chosen = view;
  }
  if (!chosen.has_json && arguments.has("--json"))
    return wrong_usage(fmt::format("{} gives bytes, which JSON cannot hold", chosen.flag));
  Time time = kTimeMax;
  if (const auto& at = arguments.value("--at")) {
    const auto meant = meant_time("--at", *at);
    if (!meant) return std::unexpected(meant.error());
    time = *meant;
  }
  auto archive = open_to_read(session);
  if (!archive) return std::unexpected(archive.error());
  auto found = find_meant(*archive, *arguments.value("URL"), time);
  if (!found) return std::unexpected(found.error());
  return chosen.show({session, *archive, *std::move(found)});
}

}  // namespace

Command show_command() {
  return {.name = "show",
          .summary = "Show a page from the archive",
          .details =
              "Tells what is known of the newest version of a page, or of the one nearest to\n"
              "a time; or gives a part of it. Where a page had not changed since an earlier\n"
              "version, its body is taken from there. A URL without scheme is looked for with\n"
              "https:// and then with http://.",
          .usage = "URL [--at TIME] [--raw|--body|--text|--headers|--record]",
          .operands = {{"URL", "The page"}},
          .options = {{"--at", "TIME", "The version nearest to TIME: 2026-11, 2026-11-16T12:30"},
                      {"--raw", "", "The body as it was received"},
                      {"--body", "", "The body unpacked (gzip, br, zstd, chunks)"},
                      {"--text", "",
                       "The text as a reader sees it; control characters are shown escaped, and "
                       "exact with --json"},
                      {"--headers", "", "Status line and headers of the answer"},
                      {"--record", "", "The header of the WARC record"},
                      {"--force", "", "Write --raw and --body to a terminal, whatever they hold"},
                      {"--json", "", "Print JSON"}},
          .sections = {},
          .examples = {{"freshet show example.com --archive web --text", "read an archived page"},
                       {"freshet show example.com --archive web --at 2026-11-16",
                        "what was there on that day"},
                       {"freshet show example.com/a.png --archive web --body > a.png",
                        "take a file out"}},
          .run = run_show};
}

}  // namespace freshet
