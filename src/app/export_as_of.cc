#include "app/export_as_of.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "app/coherence.h"
#include "base/check.h"
#include "base/json.h"
#include "report/site_graph.h"
#include "store/version_record.h"

namespace freshet {
namespace {

std::vector<warc::Field> note_of(const SiteCoherence& site, const PageCoherence& page) {
  const PageVerdict& verdict = page.verdict;
  std::vector<warc::Field> note = {
      {"freshetAsOf", iso_time(site.at)},
      {"freshetVerdict", std::string(name_of(verdict.verdict))},
      {"freshetCompared", site.is_strict ? "bytes" : "judged"},
      {"freshetProbability", fmt::format("{:.4f}", verdict.probability)}};
  if (verdict.proof)
    note.push_back({"freshetProof", fmt::format("{}/{}", iso_time(verdict.proof->from),
                                                iso_time(verdict.proof->until))});
  if (verdict.before) note.push_back({"freshetVisit", iso_time(verdict.before->sent)});
  if (verdict.after) note.push_back({"freshetRevisit", iso_time(verdict.after->sent)});
  note.push_back({"freshetEvidence", evidence_words(page)});
  return note;
}

// Visits the hosts that the request names, or all.
Status each_asked_host(ArchiveSession& session, const Selection& selection,
                       const std::function<Status(const Host&)>& visit) {
  const bool is_by_host = selection.domains.empty() && selection.urls.empty() &&
                          selection.from == kTimeMin && selection.to == kTimeMax &&
                          !selection.only_last;
  if (!is_by_host)
    return std::unexpected(
        Error{Errc::invalid, "an export as of a time takes whole hosts: select by host only"});
  if (selection.hosts.empty()) return each_host(session.archive(), visit);
  for (const std::string& key : selection.hosts) {
    const auto host = Host::from_key(key);
    if (!host) return std::unexpected(host.error());
    if (auto visited = visit(*host); !visited) return visited;
  }
  return {};
}

using AddVersion = std::function<Status(const NotedVersion&)>;
using AddSite = std::function<Status(const SiteCoherence&)>;

// Passes on the versions of each site and then its report.
Status each_version(ArchiveSession& session, const ExportRequest& request, const AddVersion& add,
                    const AddSite& add_site) {
  const CoherenceRequest asked{.at = request.as_of, .rule = request.rule};
  return each_asked_host(session, request.selection, [&](const Host& host) -> Status {
    auto assessed = assess_site(session, host, asked);
    if (!assessed && assessed.error().code == Errc::not_found && request.selection.hosts.empty())
      return {};
    if (!assessed) return std::unexpected(assessed.error());
    const SiteCoherence& site = assessed->site;
    for (std::size_t i = 0; i < site.pages.size(); ++i) {
      const PageCoherence& page = site.pages[i];
      if (assessed->versions[i].file == 0 || page.is_absent()) continue;
      if (request.only_proven && page.verdict.verdict != Verdict::proven) continue;
      auto found = snapshot_at(session.archive(), assessed->rows[i], assessed->versions[i]);
      if (!found) return std::unexpected(found.error());
      if (auto added = add({.found = *std::move(found), .note = note_of(site, page)}); !added)
        return added;
    }
    return add_site(site);
  });
}

// Ports are set off by "_": other programs take ":" in names of entries for an attack.
std::string graph_path(std::string_view host) {
  std::string name(host);
  std::ranges::replace_if(name, [](char c) { return c == ':' || c == '[' || c == ']'; }, '_');
  return fmt::format("coherence/{}.graphml", name);
}

}  // namespace

Result<Exported> export_as_of(ArchiveSession& session, const ExportRequest& request,
                              const ExportSink& sink) {
  require(request.as_of.has_value(), "the time is given");
  if (auto wrote = sink(exported_warcinfo("export.warc.gz", session.now())); !wrote)
    return std::unexpected(wrote.error());
  VersionExport versions(session.archive(), session.now());
  const Status done = each_version(
      session, request, [&](const NotedVersion& version) { return versions.add(version, sink); },
      [](const SiteCoherence&) { return Status(); });
  if (!done) return std::unexpected(done.error());
  return versions.exported();
}

Result<Exported> export_as_of_wacz(ArchiveSession& session, const ExportRequest& request,
                                   const std::string& path, WaczOptions options) {
  require(request.as_of.has_value(), "the time is given");
  const Time now = session.now();
  options.warcinfo = [now](const std::string& filename) {
    return exported_warcinfo(filename, now);
  };
  auto wacz = WaczWriter::create(session.disk(), path, std::move(options));
  if (!wacz) return std::unexpected(wacz.error());
  VersionExport versions(session.archive(), now);
  JsonWriter report;
  report.begin_array();
  const Status done = each_version(
      session, request, [&](const NotedVersion& version) { return versions.add(version, *wacz); },
      [&](const SiteCoherence& site) -> Status {
        write_json(report, site, PagesShown::yes);
        wacz->add_file(graph_path(site.host), site_graphml(site));
        return {};
      });
  if (!done) return std::unexpected(done.error());
  wacz->add_file(std::string(kCoherenceReportPath), report.end_array().take() + "\n");
  if (auto finished = wacz->finish(); !finished) return std::unexpected(finished.error());
  return versions.exported();
}

}  // namespace freshet
