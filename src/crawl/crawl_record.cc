#include "crawl/crawl_record.h"

#include <nlohmann/json.hpp>

namespace freshet {
namespace {

std::vector<std::string> texts(const nlohmann::json& read, const char* name) {
  std::vector<std::string> all;
  if (!read.contains(name) || !read[name].is_array()) return all;
  for (const nlohmann::json& one : read[name])
    if (one.is_string()) all.push_back(one.get<std::string>());
  return all;
}

std::string text(const nlohmann::json& read, const char* name) {
  return read.contains(name) && read[name].is_string() ? read[name].get<std::string>() : "";
}

}  // namespace

std::string CrawlRecord::json() const {
  nlohmann::json made = {{"scope", name_of(scope.kind)}, {"hosts", scope.hosts},
                         {"domains", scope.domains},     {"listed", scope.listed},
                         {"surts", scope.surts},         {"include", scope.include},
                         {"exclude", scope.exclude},     {"adopted", adopted}};
  if (ended) made["ended"] = iso_time(*ended);
  if (!outcome.is_empty()) made["outcome"] = outcome.stored();
  return made.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

CrawlRecord CrawlRecord::from_json(std::string_view written) {
  CrawlRecord record;
  const nlohmann::json read = nlohmann::json::parse(written, nullptr, false);
  if (!read.is_object()) return record;
  record.scope.kind = scope_kind_named(text(read, "scope")).value_or(ScopeKind::hosts);
  for (std::string& host : texts(read, "hosts")) record.scope.hosts.insert(std::move(host));
  for (std::string& domain : texts(read, "domains")) record.scope.domains.insert(std::move(domain));
  for (std::string& host : texts(read, "listed")) record.scope.listed.insert(std::move(host));
  record.scope.surts = texts(read, "surts");
  record.scope.include = texts(read, "include");
  record.scope.exclude = texts(read, "exclude");
  record.adopted = texts(read, "adopted");
  record.ended = parse_time(text(read, "ended"));
  record.outcome = read_run_outcome(text(read, "outcome"));
  return record;
}

Result<std::unique_ptr<Scope>> scope_of(const CrawlRecord& record) {
  auto scope = Scope::make(record.scope);
  if (!scope) return scope;
  for (const std::string& key : record.adopted)
    if (const auto host = Host::from_key(key)) (*scope)->adopt(*host);
  return scope;
}

}  // namespace freshet
