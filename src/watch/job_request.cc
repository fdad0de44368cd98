#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/ascii.h"
#include "watch/json_tree.h"
#include "watch/yaml_job.h"

namespace freshet {
namespace {

// Appends as HTML forms do.
void append_form_text(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (is_ascii_alnum(c) || std::string_view("-._~*").contains(c))
      out += c;
    else if (c == ' ')
      out += '+';
    else
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
}

// Returns "a=1&b=2" for a table, or the text as it is.
std::string form_text(const ValueTree& value) {
  if (!value.is(ValueTree::Kind::table)) return scalar_text(value);
  std::string form;
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    if (!form.empty()) form += '&';
    append_form_text(form, value.names[i]);
    form += '=';
    append_form_text(form, scalar_text(value.items[i]));
  }
  return form;
}

bool has_header(const YamlJob& job, std::string_view wanted) {
  const ValueTree& headers = job.member("headers");
  return std::ranges::any_of(
      headers.names, [&](const std::string& name) { return equals_ignoring_case(name, wanted); });
}

}  // namespace

void read_job_url(YamlJob& job, std::string_view field, const ValueTree& value) {
  std::string url = value.text;
  const std::string params = form_text(job.member("params"));
  if (!params.empty()) {
    const std::string fragment = url.substr(std::min(url.find('#'), url.size()));
    url.resize(url.size() - fragment.size());
    url += (url.contains('?') ? '&' : '?') + params + fragment;
  }
  job.draft.read_url(field, url);
}

void read_job_method(YamlJob& job, std::string_view, const ValueTree& value) {
  std::string& method = job.draft.watch.request.method;
  method = scalar_text(value);
  for (char& c : method) c = to_ascii_upper(c);
}

void read_job_data(YamlJob& job, std::string_view field, const ValueTree& value) {
  if (is_blank(value)) return;
  WatchRequest& request = job.draft.watch.request;
  if (!job.tree.member("method")) request.method = "POST";
  const bool is_json = job.member("data_as_json").claim;
  request.body = is_json ? write_json(value) : form_text(value);
  if (has_header(job, "Content-Type")) return;
  request.headers.push_back(
      {"Content-Type", is_json ? "application/json" : "application/x-www-form-urlencoded"});
  job.draft.taken(field, "with the header Content-Type that goes with it");
}

void read_job_headers(YamlJob& job, std::string_view field, const ValueTree& value) {
  if (is_blank(value)) return;
  if (!value.is(ValueTree::Kind::table))
    return job.draft.refuse(field, "expected names with values");
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    job.draft.read_header(field, value.names[i],
                          trim_ascii_whitespace(scalar_text(value.items[i])));
  }
}

void read_job_cookies(YamlJob& job, std::string_view field, const ValueTree& value) {
  if (is_blank(value)) return;
  if (!value.is(ValueTree::Kind::table))
    return job.draft.refuse(field, "expected names with values");
  std::string cookies;
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    cookies += fmt::format("{}{}={}", cookies.empty() ? "" : "; ", value.names[i],
                           scalar_text(value.items[i]));
  }
  job.draft.add_header("Cookie", cookies);
  job.draft.taken(field, "kept as a secret");
}

void read_job_credentials(YamlJob& job, std::string_view field, const ValueTree& value) {
  const std::string text = scalar_text(value);
  const auto colon = text.find(':');
  if (colon == std::string::npos) return job.draft.refuse(field, "expected \"user:password\"");
  job.draft.watch.request.user = text.substr(0, colon);
  job.draft.watch.request.password = text.substr(colon + 1);
  job.draft.taken(field, "kept as a secret");
}

void read_job_proxy(YamlJob& job, std::string_view field, const ValueTree& value) {
  if (!is_blank(value))
    job.draft.pause(field, "proxies are not supported, so it would be fetched directly");
}

}  // namespace freshet
