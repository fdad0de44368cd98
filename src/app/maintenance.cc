#include "app/maintenance.h"

#include "base/json.h"

namespace freshet {
namespace {

void write_rewritten(const Rewritten& rewritten, JsonWriter& json) {
  json.key("files_rewritten").value(rewritten.files);
  json.key("bytes_freed").value(rewritten.bytes_freed).end_object();
}

}  // namespace

std::string to_json(const Imported& imported) {
  JsonWriter json;
  json.begin_object().key("files").value(imported.files).key("records").value(imported.records);
  json.key("snapshots").value(imported.snapshots);
  json.key("already_here").value(imported.already_here).key("damaged").value(imported.damaged);
  json.key("digests_corrected").value(imported.digests_corrected);
  return json.key("dates_corrected").value(imported.dates_corrected).end_object().take();
}

std::string to_json(const Reindexed& reindexed) {
  JsonWriter json;
  json.begin_object().key("files").value(reindexed.files);
  json.key("snapshots").value(reindexed.snapshots);
  json.key("bytes_cut").value(reindexed.bytes_cut).key("skipped").begin_array();
  for (const std::string& damage : reindexed.skipped) json.value(damage);
  return json.end_array().end_object().take();
}

std::string removal_json(const Rewritten& rewritten) {
  JsonWriter json;
  json.begin_object().key("snapshots").value(rewritten.snapshots);
  json.key("pages").value(rewritten.pages);
  write_rewritten(rewritten, json);
  return json.take();
}

std::string compaction_json(const Rewritten& rewritten) {
  JsonWriter json;
  json.begin_object().key("snapshots").value(rewritten.snapshots);
  write_rewritten(rewritten, json);
  return json.take();
}

std::string repacking_json(const Rewritten& rewritten) {
  JsonWriter json;
  json.begin_object().key("files").value(rewritten.files);
  json.key("bytes_before").value(rewritten.bytes_before);
  return json.key("bytes_after").value(rewritten.bytes_after).end_object().take();
}

std::string VerifyJson::fault(const std::string& sentence) {
  JsonWriter json;
  json.begin_array().value(sentence).end_array();
  std::string piece = json.take();
  // Without the brackets it is an element of the array that is open already.
  piece = piece.substr(1, piece.size() - 2);
  return (has_begun_ ? "," : (has_begun_ = true, "{\"found\":[")) + piece;
}

std::string VerifyJson::finish(const Verified& verified) {
  JsonWriter json;
  json.begin_object().key("files").value(verified.files).key("records").value(verified.records);
  json.key("snapshots").value(verified.snapshots).key("tag_indexes").value(verified.tags);
  json.key("index_lines").value(verified.index_lines);
  json.key("faults").value(verified.faults).end_object();
  return (has_begun_ ? "]," : "{\"found\":[],") + json.take().substr(1);
}

}  // namespace freshet
