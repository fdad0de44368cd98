#include "watch/import_yaml.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/escape.h"
#include "watch/watch_check.h"
#include "watch/yaml_job.h"
#include "watch/yaml_tree.h"

namespace freshet {
namespace {

using Job = YamlJob;
using JobKey = std::string_view;
using JobValue = const ValueTree&;

void read_job_name(Job& job, JobKey field, JobValue value) {
  job.draft.read_name(field, scalar_text(value));
}

void add_to_note(Job& job, JobKey field, const std::string& line) {
  std::string& note = job.draft.watch.note;
  note += fmt::format("{}{}", note.empty() ? "" : "\n", line);
  job.draft.taken(field, "in the note");
}

void read_note(Job& job, JobKey field, JobValue value) {
  if (!is_blank(value)) add_to_note(job, field, scalar_text(value));
}

void read_visible_url(Job& job, JobKey field, JobValue value) {
  if (!is_blank(value)) add_to_note(job, field, "Link for people: " + scalar_text(value));
}

void read_enabled(Job& job, JobKey, JobValue value) {
  const bool is_off = value.is(ValueTree::Kind::boolean) && !value.claim;
  job.draft.watch.is_paused = job.draft.watch.is_paused || is_off;
}

void read_job_tags(Job& job, JobKey field, JobValue value) {
  if (is_blank(value)) return;
  if (value.is(ValueTree::Kind::table))
    return job.draft.left_out(field, "expected a list of names");
  const auto add = [&](const ValueTree& item) {
    const std::string name = scalar_text(item);
    if (check_label(name)) return job.draft.left_out(field, "a tag has no usable name");
    job.draft.watch.tags.push_back(name);
  };
  if (!value.is(ValueTree::Kind::list)) return add(value);
  for (const ValueTree& item : value.items) add(item);
}

void read_kind(Job& job, JobKey field, JobValue value) {
  if (scalar_text(value) != "url")
    job.draft.refuse(field,
                     fmt::format("the kind of job \"{}\" is not supported", scalar_text(value)));
}

void refuse_browser(Job& job, JobKey field, JobValue value) {
  if (!is_blank(value)) job.draft.refuse(field, "fetching with a browser is not supported");
}

void refuse_command(Job& job, JobKey field, JobValue) {
  job.draft.refuse(field, "commands are not run");
}

void refuse_diff_filter(Job& job, JobKey field, JobValue value) {
  if (!is_blank(value)) job.draft.refuse(field, "filters on the difference are not supported");
}

void refuse_redirects(Job& job, JobKey field, JobValue value) {
  if (!is_blank(value))
    job.draft.refuse(field, "comparing a redirect instead of its target is not supported");
}

void refuse_session(Job& job, JobKey field, JobValue value) {
  if (!is_blank(value))
    job.draft.refuse(field, "requests before that of the page are not supported");
}

void pause_without_tls(Job& job, JobKey field, JobValue value) {
  if (!is_blank(value)) job.draft.pause(field, "certificates are always verified");
}

void pause_impersonated(Job& job, JobKey field, JobValue value) {
  if (!is_blank(value)) job.draft.pause(field, "it would be fetched under our own name");
}

void read_differ(Job& job, JobKey field, JobValue value) {
  const ValueTree* const name = value.member("name");
  const std::string differ = scalar_text(name ? *name : value);
  if (differ == "image") return job.draft.refuse(field, "comparing images is not supported");
  if (differ == "unified" || differ == "table" || differ == "wdiff" || differ == "deepdiff" ||
      differ.empty())
    return job.draft.changed(field, "differences are shown in our own form");
  job.draft.left_out(field, fmt::format("the form of differences \"{}\" is not supported", differ));
}

void read_side(Job& job, JobKey field, JobValue value) {
  if (is_blank(value)) return;
  const bool is_added = field == "additions_only";
  job.draft.watch.side = is_added ? ChangeSide::only_added : ChangeSide::only_removed;
  if (!value.is(ValueTree::Kind::boolean))
    job.draft.changed(field, "there is no share from which the other side is shown as well");
}

void read_errors(Job& job, JobKey, JobValue value) {
  if (!is_blank(value)) job.draft.watch.tells_errors = false;
}

void read_repeated_errors(Job& job, JobKey field, JobValue value) {
  if (!is_blank(value)) job.draft.taken(field, "an error is always told once");
}

void change_errors(Job& job, JobKey field, JobValue value) {
  if (!is_blank(value))
    job.draft.left_out(field, "an error is told once when it begins and once when it ends");
}

void change_tries(Job& job, JobKey field, JobValue) {
  job.draft.changed(field, "an error is confirmed before it is told");
}

void change_versions(Job& job, JobKey field, JobValue) {
  job.draft.changed(field, "noise is learned; a page that goes back to a former state is told");
}

void leave_first_version(Job& job, JobKey field, JobValue value) {
  if (!is_blank(value)) job.draft.left_out(field, "the first version of a page is not a change");
}

void leave_diff_tool(Job& job, JobKey field, JobValue) {
  job.draft.left_out(field, "other programs are not run");
}

void change_limit(Job& job, JobKey field, JobValue) {
  job.draft.changed(field, "limits and pace are settings of the program");
}

void change_client(Job& job, JobKey field, JobValue) {
  job.draft.changed(field, "there is one HTTP client");
}

void change_cache(Job& job, JobKey field, JobValue value) {
  if (!is_blank(value)) job.draft.changed(field, "a 304 is trusted only where it has proved right");
}

void change_encoding(Job& job, JobKey field, JobValue) {
  job.draft.changed(field, "the encoding of a page is detected");
}

void change_look(Job& job, JobKey field, JobValue) {
  job.draft.changed(field, "messages have our own form");
}

void leave_empty_pages(Job& job, JobKey field, JobValue value) {
  if (!is_blank(value)) job.draft.left_out(field, "an empty page is a change");
}

void leave_browser_setting(Job& job, JobKey field, JobValue) {
  job.draft.left_out(field, "it belongs to fetching with a browser");
}

void leave_command_setting(Job& job, JobKey field, JobValue) {
  job.draft.left_out(field, "it belongs to commands");
}

void read_elsewhere(Job&, JobKey, JobValue) {}

struct JobField {
  std::string_view name;
  JobReader read;
};

constexpr auto kJobFields =
    std::to_array<JobField>({{"url", read_job_url},
                             {"params", read_elsewhere},
                             {"navigate", refuse_browser},
                             {"use_browser", refuse_browser},
                             {"command", refuse_command},
                             {"name", read_job_name},
                             {"note", read_note},
                             {"user_visible_url", read_visible_url},
                             {"enabled", read_enabled},
                             {"tags", read_job_tags},
                             {"kind", read_kind},
                             {"filter", read_job_filters},
                             {"filters", read_job_filters},
                             {"method", read_job_method},
                             {"data", read_job_data},
                             {"data_as_json", read_elsewhere},
                             {"headers", read_job_headers},
                             {"cookies", read_job_cookies},
                             {"http_credentials", read_job_credentials},
                             {"http_proxy", read_job_proxy},
                             {"https_proxy", read_job_proxy},
                             {"proxy", read_job_proxy},
                             {"ssl_no_verify", pause_without_tls},
                             {"ignore_https_errors", pause_without_tls},
                             {"impersonate", pause_impersonated},
                             {"fingerprints", pause_impersonated},
                             {"initialization_url", refuse_session},
                             {"initialization_js", refuse_session},
                             {"no_redirects", refuse_redirects},
                             {"diff_filter", refuse_diff_filter},
                             {"diff_filters", refuse_diff_filter},
                             {"diff_tool", leave_diff_tool},
                             {"differ", read_differ},
                             {"additions_only", read_side},
                             {"deletions_only", read_side},
                             {"contextlines", change_look},
                             {"is_markdown", change_look},
                             {"monospace", change_look},
                             {"markdown_padded_tables", change_look},
                             {"suppress_errors", read_errors},
                             {"suppress_repeated_errors", read_repeated_errors},
                             {"suppress_error_ended", change_errors},
                             {"ignore_connection_errors", change_errors},
                             {"ignore_timeout_errors", change_errors},
                             {"ignore_too_many_redirects", change_errors},
                             {"ignore_incomplete_reads", change_errors},
                             {"ignore_http_error_codes", change_errors},
                             {"max_tries", change_tries},
                             {"compared_versions", change_versions},
                             {"treat_new_as_changed", leave_first_version},
                             {"empty_as_transient", leave_empty_pages},
                             {"timeout", change_limit},
                             {"retries", change_limit},
                             {"same_site_delay", change_limit},
                             {"http_client", change_client},
                             {"ignore_cached", change_cache},
                             {"no_conditional_request", change_cache},
                             {"encoding", change_encoding},
                             {"wait_until", leave_browser_setting},
                             {"wait_for", leave_browser_setting},
                             {"wait_for_selector", leave_browser_setting},
                             {"wait_for_function", leave_browser_setting},
                             {"wait_for_url", leave_browser_setting},
                             {"wait_for_timeout", leave_browser_setting},
                             {"wait_for_navigation", leave_browser_setting},
                             {"block_elements", leave_browser_setting},
                             {"init_script", leave_browser_setting},
                             {"evaluate", leave_browser_setting},
                             {"switches", leave_browser_setting},
                             {"useragent", leave_browser_setting},
                             {"user_agent", leave_browser_setting},
                             {"browser", leave_browser_setting},
                             {"chromium_revision", leave_browser_setting},
                             {"user_data_dir", leave_browser_setting},
                             {"stderr", leave_command_setting}});

void read_job_field(Job& job, const std::string& field, JobValue value) {
  const auto known = std::ranges::find(kJobFields, field, &JobField::name);
  if (known != kJobFields.end())
    known->read(job, field, value);
  else
    job.draft.left_out(field, "this key is not known to the import");
  if (!job.draft.has_note(field)) job.draft.taken(field);
}

ImportedWatch read_job(std::string_view source, const ValueTree& tree) {
  ImportDraft draft(source);
  Job job{tree, draft};
  if (!tree.is(ValueTree::Kind::table)) {
    draft.refuse("", "expected names with values");
    return draft.finish();
  }
  for (std::size_t i = 0; i < tree.names.size(); ++i)
    read_job_field(job, tree.names[i], tree.items[i]);
  if (!tree.member("url") && !tree.member("navigate") && !tree.member("command"))
    draft.refuse("url", "the URL is missing");
  const ValueTree& filters = job.member(tree.member("filters") ? "filters" : "filter");
  if (is_blank(filters) && tree.member("url"))
    draft.changed("url", "the text of the page is compared, not its source");
  return draft.finish();
}

}  // namespace

const ValueTree& YamlJob::member(std::string_view name) const {
  static const ValueTree kAbsent;
  const ValueTree* const found = tree.member(name);
  return found ? *found : kAbsent;
}

Result<ImportedWatches> import_yaml_jobs(std::string_view text, std::string_view name) {
  const auto documents = read_yaml_documents(text);
  if (!documents) {
    const auto& [line, message] = documents.error();
    return std::unexpected(
        Error{Errc::invalid, fmt::format("{}:{}: {}", visible(name), line, visible(message))});
  }
  ImportedWatches imported;
  int number = 0;
  for (const ValueTree& document : *documents) {
    if (document.is(ValueTree::Kind::null)) continue;  // an empty document
    imported.watches.push_back(
        read_job(fmt::format("job {}, line {}", ++number, document.line), document));
  }
  return imported;
}

}  // namespace freshet
