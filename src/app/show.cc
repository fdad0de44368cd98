#include "app/show.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "app/coherence.h"
#include "base/escape.h"
#include "base/json.h"
#include "base/wording.h"
#include "charset/charset.h"
#include "store/snapshot_facts.h"
#include "store/versions.h"
#include "warc/body.h"

namespace freshet {
namespace {

Result<std::string> file_name(Archive& archive, FileId id) {
  const auto files = archive.catalog().files();
  if (!files) return std::unexpected(files.error());
  for (const FileRow& file : *files)
    if (file.id == id) return file.name;
  return std::unexpected(Error{Errc::corrupt,
                               "the catalog does not know the file of this snapshot; "
                               "run freshet verify"});
}

// Decodes the content and transfer codings of a body.
std::string unpack(const OpenedRecord& opened, std::size_t bytes_max,
                   std::optional<std::string>& warning) {
  warc::DecodedBody decoded = warc::decode_body(opened.http, opened.payload(), bytes_max);
  if (decoded.error) warning = decoded.error->message;
  return std::move(decoded.bytes);
}

bool is_text_mime(std::string_view mime) {
  return mime.starts_with("text/") || mime.ends_with("+xml") || mime.ends_with("+json") ||
         mime == "application/json" || mime == "application/xml" ||
         mime == "application/javascript";
}

}  // namespace

std::string snapshot_name(const Found& found) {
  return fmt::format("{} of {}", visible(found.page.key.url), second_words(found.snapshot.time));
}

bool repeats_another(const Found& found) {
  return found.snapshot.kind == SnapshotKind::revisit ||
         found.snapshot.kind == SnapshotKind::not_modified;
}

Result<SnapshotDescription> describe_snapshot(ArchiveSession& session, const Found& found) {
  Archive& archive = session.archive();
  SnapshotDescription described{.found = found};
  auto file = file_name(archive, found.snapshot.file);
  if (!file) return std::unexpected(file.error());
  described.file = *std::move(file);
  if (auto body = archive.with_body(found))
    described.body = *std::move(body);
  else if (body.error().code != Errc::not_found)
    return std::unexpected(body.error());
  const auto versions = count_versions(archive.catalog(), found.page.id);
  if (!versions) return std::unexpected(versions.error());
  described.versions = *versions;
  if (!described.body || !is_html_mime(described.body->snapshot.mime)) return described;
  auto page = read_page_text(archive, *described.body);
  if (page)
    described.title = std::move(page->title);
  else
    described.warning = page.error().message;
  return described;
}

Result<VersionProof> prove_version(ArchiveSession& session, const Found& found, Time at) {
  const auto then = page_at_time(session, found.page, at);
  if (!then) return std::unexpected(then.error());
  VersionProof proof{.at = at, .page = then->page};
  const SightPlace place{.file = found.snapshot.file, .offset = found.snapshot.offset};
  for (std::size_t i = 0; i < then->places.size(); ++i)
    if (then->places[i] == place)
      proof.is_of_then = then->sightings[i].content == then->page.verdict.content;
  return proof;
}

std::string VersionProof::words() const {
  const std::string evidence = evidence_words(page);
  if (is_proven()) return fmt::format("yes, for {}: {}", second_words(at), evidence);
  const Verdict verdict = page.verdict.verdict;
  if (!is_of_then)
    return fmt::format("no, another version is {} for {}: {}",
                       verdict == Verdict::proven ? "proven" : "more likely", second_words(at),
                       evidence);
  return fmt::format("no, {} for {}{}: {}", name_of(verdict), second_words(at),
                     page.verdict.probability > 0
                         ? fmt::format(" (probability {:.2f})", page.verdict.probability)
                         : "",
                     evidence);
}

std::string to_json(const SnapshotDescription& snapshot, const std::optional<VersionProof>& proof) {
  const Found& found = snapshot.found;
  const SnapshotRow& row = found.snapshot;
  JsonWriter json;
  json.begin_object().key("url").value(found.page.key.url).key("title").value(snapshot.title);
  json.key("time").value(iso_time(row.time)).key("status");
  row.status == 0 ? json.null() : json.value(row.status);
  json.key("mime").value(row.mime).key("bytes").value(row.payload_bytes);
  json.key("digest").value("sha1:" + row.payload.base32()).key("kind").value(kind_name(row.kind));
  json.key("repeats");
  if (repeats_another(found) && snapshot.body) {
    json.begin_object().key("url").value(snapshot.body->page.key.url);
    json.key("time").value(iso_time(snapshot.body->snapshot.time)).end_object();
  } else {
    json.null();
  }
  json.key("file").value(snapshot.file).key("offset").value(row.offset);
  json.key("length").value(row.length).key("versions").value(snapshot.versions);
  json.key("first").value(iso_time(found.page.first_seen));
  json.key("last").value(iso_time(found.page.last_seen));
  if (proof) {
    json.key("at").begin_object().key("time").value(iso_time(proof->at));
    json.key("proven").value(proof->is_proven()).key("same_content").value(proof->is_of_then);
    json.key("verdict").value(name_of(proof->page.verdict.verdict));
    json.key("probability").value(proof->page.verdict.probability);
    json.key("evidence").value(evidence_words(proof->page)).end_object();
  }
  return json.end_object().take();
}

Result<SnapshotBody> read_body(ArchiveSession& session, const Found& found, BodyForm form) {
  auto source = session.archive().with_body(found);
  if (!source) return std::unexpected(source.error());
  const auto opened = session.archive().read(*source);
  if (!opened) return std::unexpected(opened.error());
  SnapshotBody body{.source = *std::move(source), .bytes = {}};
  body.bytes = form == BodyForm::as_received
                   ? std::string(opened->payload())
                   : unpack(*opened, session.plan().limits.page_bytes, body.warning);
  return body;
}

Result<SnapshotText> read_text(ArchiveSession& session, const Found& found) {
  Archive& archive = session.archive();
  auto source = archive.with_body(found);
  if (!source) return std::unexpected(source.error());
  SnapshotText text{.source = *std::move(source), .page = {}};
  const std::string& mime = text.source.snapshot.mime;
  if (is_html_mime(mime)) {
    auto page = read_page_text(archive, text.source);
    if (!page) return std::unexpected(page.error());
    text.page = *std::move(page);
    return text;
  }
  if (!is_text_mime(mime)) {
    return std::unexpected(
        Error{Errc::invalid, fmt::format("{} is not text but {}", snapshot_name(found),
                                         mime.empty() ? "of unknown type" : visible(mime))});
  }
  const auto opened = archive.read(text.source);
  if (!opened) return std::unexpected(opened.error());
  const std::string bytes = unpack(*opened, session.plan().limits.page_bytes, text.warning);
  const Utf8Text utf8 = to_utf8(bytes, opened->http.find("Content-Type").value_or(""));
  text.page.text = utf8.text(bytes);
  return text;
}

std::string to_json(const SnapshotText& text) {
  JsonWriter json;
  json.begin_object().key("title").value(text.page.title);
  return json.key("text").value(text.page.text).end_object().take();
}

Result<HeaderLines> read_http_headers(ArchiveSession& session, const Found& found) {
  auto opened = session.archive().read(found);
  if (!opened) return std::unexpected(opened.error());
  if (found.snapshot.kind == SnapshotKind::not_modified && opened->http.start_line.empty()) {
    auto head = read_confirming_head(session.archive(), found);
    if (!head) return std::unexpected(head.error());
    opened->http = *std::move(head);
  }
  if (opened->http.start_line.empty()) {
    return std::unexpected(Error{
        Errc::not_found, fmt::format("the record of {} is not an HTTP message and has no headers",
                                     snapshot_name(found))});
  }
  return HeaderLines{std::move(opened->http.start_line), std::move(opened->http.fields)};
}

Result<HeaderLines> read_record_header(ArchiveSession& session, const Found& found) {
  auto opened = session.archive().read(found);
  if (!opened) return std::unexpected(opened.error());
  warc::Header& header = opened->record.header;
  return HeaderLines{std::move(header.version), std::move(header.fields)};
}

std::string to_json(const HeaderLines& header) {
  JsonWriter json;
  json.begin_object().key("first_line").value(header.first_line).key("fields").begin_array();
  for (const warc::Field& field : header.fields)
    json.begin_array().value(field.name).value(field.value).end_array();
  return json.end_array().end_object().take();
}

}  // namespace freshet
