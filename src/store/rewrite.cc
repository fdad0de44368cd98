#include "store/rewrite.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "base/json.h"
#include "store/maintenance/rewrite_log.h"
#include "store/selection.h"
#include "store/snapshot_facts.h"

namespace freshet {
namespace {

// Appends a line to the log of take-downs, durably.
Status note_removal(Disk& disk, const std::string& directory, JsonWriter& json) {
  auto file = disk.open(directory + "/removals.jsonl", Access::write);
  if (!file) return std::unexpected(file.error());
  auto size = (*file)->size();
  if (!size) return std::unexpected(size.error());
  if (auto wrote = (*file)->write(*size, json.take() + "\n"); !wrote) return wrote;
  if (auto synced = (*file)->sync(); !synced) return synced;
  return disk.sync_directory(directory);
}

void put_names(JsonWriter& json, std::string_view key, const std::vector<std::string>& names) {
  json.key(key).begin_array();
  for (const std::string& name : names) json.value(name);
  json.end_array();
}

Status note_request(ArchiveWriter::Parts& parts, const TakeDown& what) {
  JsonWriter json;
  json.begin_object().key("time").value(iso_time(parts.clock.now()));
  json.key("event").value("removing");
  put_names(json, "urls", what.urls);
  put_names(json, "hosts", what.hosts);
  json.key("reason").value(what.reason).end_object();
  return note_removal(parts.disk, parts.directory, json);
}

Status note_done(ArchiveWriter::Parts& parts, const Rewritten& done) {
  JsonWriter json;
  json.begin_object().key("time").value(iso_time(parts.clock.now()));
  json.key("event").value("removed").key("pages").value(done.pages);
  json.key("snapshots").value(done.snapshots).key("files").value(done.files).end_object();
  return note_removal(parts.disk, parts.directory, json);
}

// Seals all files, so that they can be rewritten.
Status settle(ArchiveWriter& writer) {
  if (auto finished = writer.archive().pages().finish(); !finished) return finished;
  return writer.commit();
}

// Returns true for records of these pages that are not snapshots, which came with imports.
std::function<bool(const warc::Header&)> others_of(const std::set<std::string>& urls,
                                                   const TakeDown& what) {
  return [&urls, &what](const warc::Header& header) {
    const std::string target = header.target_uri();
    if (target.empty()) return false;
    const PageKey page = page_key_of(target);
    if (urls.contains(page.url)) return true;
    return page.host &&
           std::find(what.hosts.begin(), what.hosts.end(), page.host->key()) != what.hosts.end();
  };
}

class Compaction {
 public:
  Compaction(Archive& archive, const Retention& retention)
      : archive_(archive), retention_(retention) {}

  Result<DropPlan> plan(Time now) {
    Status status;
    auto walked = archive_.catalog().each_page(std::nullopt, [&](const PageRow& page) {
      status = one_page(page, now);
      return status.has_value();
    });
    if (!walked) return std::unexpected(walked.error());
    if (!status) return std::unexpected(status.error());
    for (const auto& [file, offset] : needed_) plan_.snapshots[file].erase(offset);
    std::erase_if(plan_.snapshots, [](const auto& file) { return file.second.empty(); });
    return std::move(plan_);
  }

 private:
  Status one_page(const PageRow& page, Time now) {
    auto rows = archive_.catalog().snapshots(page.id);
    if (!rows) return std::unexpected(rows.error());
    const auto checks =
        archive_.catalog().checks(page.key, std::numeric_limits<std::size_t>::max());
    if (!checks) return std::unexpected(checks.error());
    const std::vector<bool> kept = rows_to_keep(*rows, stand_ins_of(*checks), retention_, now);
    for (std::size_t i = 0; i < rows->size(); ++i) {
      const SnapshotRow& row = (*rows)[i];
      if (!kept[i]) {
        plan_.snapshots[row.file].insert(row.offset);
      } else if (!has_body(row.kind)) {
        auto original = archive_.with_body({.page = page, .snapshot = row});
        if (!original && original.error().code != Errc::not_found)
          return std::unexpected(original.error());
        if (original) needed_.emplace(original->snapshot.file, original->snapshot.offset);
      }
    }
    return {};
  }

  Archive& archive_;
  const Retention& retention_;
  DropPlan plan_;
  std::set<std::pair<FileId, std::uint64_t>> needed_;  // originals of kept revisits
};

// Appends a revisit as a full response, with the body of `original`.
Status append_whole(ArchiveWriter& writer, const Found& revisit, const Found& original) {
  Archive& archive = writer.archive();
  auto own = archive.read(revisit);
  if (!own) return std::unexpected(own.error());
  auto body = archive.read(original);
  if (!body) return std::unexpected(body.error());
  auto members = archive.pages().read_members(revisit.page.key.url, revisit.snapshot);
  if (!members) return std::unexpected(members.error());
  warc::Header header = own->record.header;
  for (const std::string_view name : {"WARC-Type", "WARC-Profile", "WARC-Truncated"})
    header.remove(name);
  for (const std::string_view name : {"", "-Target-URI", "-Date"})
    header.remove(fmt::format("WARC-Refers-To{}", name));
  header.add("WARC-Type", "response");
  if (const auto truncated = body->record.header.find("WARC-Truncated"))
    header.add("WARC-Truncated", *truncated);
  const std::string block = own->record.block + std::string(body->payload());
  members->resize(static_cast<std::size_t>(revisit.snapshot.lead));
  const std::size_t main_offset = members->size();
  *members += warc::SnapshotEncoder().encode_record(header, block);
  return writer.append_records(*members, main_offset, header, block);
}

// Events that tell followers which pages are removed.
PageNews removals_of(const std::set<std::string>& urls, Time now) {
  PageNews news;
  for (const std::string& url : urls)
    news.events.push_back({.kind = EventKind::removed, .url = url, .time = now});
  return news;
}

// Other pages may have revisits of a body that is removed. These are first rewritten as full
// responses, and the revisits are added to `plan`. Returns their number.
Result<std::uint64_t> make_others_whole(ArchiveWriter& writer, const std::set<std::string>& urls,
                                        DropPlan& plan) {
  Archive& archive = writer.archive();
  std::set<Host> hosts;  // bodies are only shared within a host
  for (const std::string& url : urls)
    if (const PageKey page = page_key_of(url); page.host) hosts.insert(*page.host);
  std::vector<std::pair<Found, Found>> torn;  // a revisit and its original
  const auto goes = [&plan](const SnapshotRow& row) {
    const auto file = plan.snapshots.find(row.file);
    return file != plan.snapshots.end() && file->second.contains(row.offset);
  };
  for (const Host& host : hosts) {
    Status status;
    auto walked = archive.catalog().each_page(host, [&](const PageRow& page) {
      if (urls.contains(page.key.url)) return true;
      auto rows = archive.catalog().snapshots(page.id);
      if (!rows) status = std::unexpected(rows.error());
      for (std::size_t i = 0; status && i < rows->size(); ++i) {
        const Found found{.page = page, .snapshot = (*rows)[i]};
        if (found.snapshot.kind != SnapshotKind::revisit) continue;
        auto original = archive.with_body(found);
        if (original && goes(original->snapshot)) torn.emplace_back(found, std::move(*original));
        if (!original && original.error().code != Errc::not_found)
          status = std::unexpected(original.error());
      }
      return status.has_value();
    });
    if (!walked) return std::unexpected(walked.error());
    if (!status) return std::unexpected(status.error());
  }
  for (const auto& [revisit, original] : torn) {
    if (auto appended = append_whole(writer, revisit, original); !appended)
      return std::unexpected(appended.error());
    plan.snapshots[revisit.snapshot.file].insert(revisit.snapshot.offset);
  }
  if (auto settled = settle(writer); !settled) return std::unexpected(settled.error());
  return torn.size();
}

Result<Rewritten> take_down_checked(ArchiveWriter& writer, const TakeDown& what) {
  if (auto settled = settle(writer); !settled) return std::unexpected(settled.error());
  ArchiveWriter::Parts parts = writer.parts();
  if (auto noted = note_request(parts, what); !noted) return std::unexpected(noted.error());

  DropPlan plan;
  std::set<std::string> urls;
  std::vector<Found> all;
  auto selected = each_selected(writer.archive(), {.hosts = what.hosts, .urls = what.urls},
                                [&](const Found& found) {
                                  plan.snapshots[found.snapshot.file].insert(found.snapshot.offset);
                                  urls.insert(found.page.key.url);
                                  if (writer.archive().layout() == Layout::slots)
                                    all.push_back(found);
                                  return Status();
                                });
  if (!selected) return std::unexpected(selected.error());
  // The events are committed before or with the removal; after a crash the removal is requested
  // again.
  writer.add(removals_of(urls, parts.clock.now()));
  Rewritten done;
  if (writer.archive().layout() == Layout::slots) {
    parts.pages.erase_forgotten();
    for (const Found& found : all) writer.remove(found);
    if (auto committed = writer.commit(); !committed) return std::unexpected(committed.error());
    done.snapshots = all.size();
    for (const Found& found : all) done.bytes_freed += found.snapshot.length;
  } else {
    plan.takes_other = others_of(urls, what);
    auto made_whole = make_others_whole(writer, urls, plan);
    if (!made_whole) return std::unexpected(made_whole.error());
    auto rewritten = rewrite_log(writer, plan);
    if (!rewritten) return rewritten;
    done = *rewritten;
    done.snapshots -= std::min(done.snapshots, *made_whole);
  }
  done.pages = urls.size();
  if (auto noted = note_done(parts, done); !noted) return std::unexpected(noted.error());
  return done;
}

Result<Rewritten> compact_checked(ArchiveWriter& writer, const Retention& retention) {
  if (!retention.last_versions && !retention.younger_than) return Rewritten{};
  if (writer.archive().layout() == Layout::slots) return Rewritten{};  // keeps no history
  if (auto settled = settle(writer); !settled) return std::unexpected(settled.error());
  auto plan = Compaction(writer.archive(), retention).plan(writer.parts().clock.now());
  if (!plan) return std::unexpected(plan.error());
  return rewrite_log(writer, *plan);
}

Result<Rewritten> repack_checked(ArchiveWriter& writer, warc::MemberPacking packing) {
  if (auto settled = settle(writer); !settled) return std::unexpected(settled.error());
  DropPlan plan;
  plan.packing = packing;
  return rewrite_log(writer, plan);
}

// After an interrupted rewriting the index is ahead of the catalog; only reopening the archive
// restores it.
Result<Rewritten> failing(ArchiveWriter& writer, Result<Rewritten> done) {
  if (!done) static_cast<void>(writer.fail_if(std::unexpected(done.error())));
  return done;
}

}  // namespace

Result<Rewritten> take_down(ArchiveWriter& writer, const TakeDown& what) {
  return failing(writer, take_down_checked(writer, what));
}

Result<Rewritten> compact_archive(ArchiveWriter& writer, const Retention& retention) {
  return failing(writer, compact_checked(writer, retention));
}

Result<Rewritten> repack_archive(ArchiveWriter& writer, warc::MemberPacking packing) {
  if (writer.archive().layout() != Layout::log) {
    return std::unexpected(
        Error{Errc::invalid, "an archive with the layout slots has no WARC files to repack"});
  }
  return failing(writer, repack_checked(writer, packing));
}

}  // namespace freshet
