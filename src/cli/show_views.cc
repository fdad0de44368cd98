#include "cli/show_views.h"

#include <fmt/format.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/main_text.h"
#include "app/show.h"
#include "base/escape.h"
#include "base/log.h"
#include "cli/archive_access.h"

namespace freshet {
namespace {

struct Row {
  std::string_view name;
  std::string text;
};

std::string repeated_words(const SnapshotDescription& snapshot) {
  if (!snapshot.body) return "a snapshot that is not in the archive";
  const std::string time = iso_time(snapshot.body->snapshot.time);
  if (snapshot.body->page.id == snapshot.found.page.id) return time;
  return fmt::format("{} of {}", time, snapshot.body->page.key.url);
}

std::vector<Row> rows_of(const SnapshotDescription& snapshot) {
  const Found& found = snapshot.found;
  const SnapshotRow& row = found.snapshot;
  std::vector<Row> rows = {{"url", found.page.key.url}};
  if (!snapshot.title.empty()) rows.push_back({"title", snapshot.title});
  rows.push_back({"time", iso_time(row.time)});
  if (row.status != 0) rows.push_back({"status", fmt::format("{}", row.status)});
  if (!row.mime.empty()) rows.push_back({"type", row.mime});
  rows.push_back({"bytes", fmt::format("{}", row.payload_bytes)});
  rows.push_back({"digest", "sha1:" + row.payload.base32()});
  rows.push_back({"kind", std::string(kind_name(row.kind))});
  if (repeats_another(found)) rows.push_back({"repeats", repeated_words(snapshot)});
  rows.push_back({"file", snapshot.file});
  rows.push_back({"versions", fmt::format("{}", snapshot.versions)});
  if (found.page.snapshots > 1) {
    rows.push_back({"first", iso_time(found.page.first_seen)});
    rows.push_back({"last", iso_time(found.page.last_seen)});
  }
  return rows;
}

// Tells on stderr where the body comes from if the snapshot has none of its own.
void note_source(const Showing& showing, const Found& source) {
  if (!repeats_another(showing.found)) return;
  log(LogLevel::info,
      source.page.id == showing.found.page.id
          ? "the page had not changed; this is the body of an earlier snapshot"
          : "this is the body of another page with the same content",
      {{"url", source.page.key.url}, {"captured", iso_time(source.snapshot.time)}});
}

void warn(std::string_view what, const std::optional<std::string>& reason) {
  if (reason) log(LogLevel::warning, what, {{"reason", *reason}});
}

// Returns true if a terminal shows `bytes` as they are and does nothing else.
bool is_plain(std::string_view bytes) {
  std::string text(bytes);
  std::erase(text, '\r');
  return visible_lines(text) == text;
}

CommandResult show_bytes(const Showing& showing, BodyForm form) {
  const auto body = read_body(showing.archive, showing.found, form);
  if (!body) return could_not(body.error());
  note_source(showing, body->source);
  warn("the body could not be unpacked whole", body->warning);
  const bool is_forced = showing.session.arguments.has("--force");
  if (isatty(STDOUT_FILENO) == 1 && !is_forced && !is_plain(body->bytes)) {
    return could_not(
        fmt::format("refusing to write the body of {} to a terminal, which it could upset; "
                    "redirect it to a file (> FILE), use --text, or add --force",
                    snapshot_name(showing.found)));
  }
  showing.session.out.write(body->bytes);
  return {};
}

CommandResult show_lines(const Showing& showing, const Result<HeaderLines>& header) {
  if (!header) return could_not(header.error());
  Output& out = showing.session.out;
  if (showing.session.arguments.has("--json")) {
    out.write(to_json(*header) + "\n");
    return {};
  }
  out.write(visible(header->first_line) + "\n");
  for (const warc::Field& field : header->fields)
    out.write(fmt::format("{}: {}\n", visible(field.name), visible(field.value)));
  return {};
}

CommandResult show_main_text(const Showing& showing, MainTextForm form) {
  const auto text = read_main_text(showing.archive, showing.found, form);
  if (!text) return could_not(text.error());
  note_source(showing, text->source);
  Output& out = showing.session.out;
  if (showing.session.arguments.has("--json")) {
    out.write(to_json(*text) + "\n");
    return {};
  }
  out.write(visible_lines(text->main.text));
  if (!text->main.text.ends_with('\n')) out.write("\n");
  return {};
}

}  // namespace

CommandResult show_description(const Showing& showing) {
  const auto snapshot = describe_snapshot(showing.archive, showing.found);
  if (!snapshot) return could_not(snapshot.error());
  warn("the page could not be read", snapshot->warning);
  Output& out = showing.session.out;
  std::vector<Row> rows = rows_of(*snapshot);
  std::optional<VersionProof> proof;
  if (showing.at) {
    auto found = prove_version(showing.archive, showing.found, *showing.at);
    if (!found) return could_not(found.error());
    proof = *std::move(found);
    rows.push_back({"proven", proof->words()});
  }
  if (showing.session.arguments.has("--json")) {
    out.write(to_json(*snapshot, proof) + "\n");
    return {};
  }
  for (const Row& row : rows) out.write(fmt::format("{:<10} {}\n", row.name, visible(row.text)));
  return {};
}

CommandResult show_raw(const Showing& showing) {
  return show_bytes(showing, BodyForm::as_received);
}

CommandResult show_body(const Showing& showing) { return show_bytes(showing, BodyForm::unpacked); }

CommandResult show_text(const Showing& showing) {
  if (showing.session.arguments.has("--main")) return show_main_text(showing, MainTextForm::plain);
  const auto text = read_text(showing.archive, showing.found);
  if (!text) return could_not(text.error());
  note_source(showing, text->source);
  warn("the body could not be unpacked whole", text->warning);
  Output& out = showing.session.out;
  if (showing.session.arguments.has("--json")) {
    out.write(to_json(*text) + "\n");
    return {};
  }
  out.write(visible_lines(text->page.text));
  if (!text->page.text.ends_with('\n')) out.write("\n");
  return {};
}

CommandResult show_markdown(const Showing& showing) {
  return show_main_text(showing, MainTextForm::markdown);
}

CommandResult show_headers(const Showing& showing) {
  return show_lines(showing, read_http_headers(showing.archive, showing.found));
}

CommandResult show_record(const Showing& showing) {
  return show_lines(showing, read_record_header(showing.archive, showing.found));
}

}  // namespace freshet
