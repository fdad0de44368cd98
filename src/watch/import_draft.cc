#include "watch/import_draft.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/utf8.h"
#include "url/normal_form.h"
#include "url/url.h"
#include "watch/watch_check.h"

namespace freshet {

ImportDraft::ImportDraft(std::string_view source) { out_.source = visible(source); }

void ImportDraft::note(ImportEffect effect, std::string_view field, std::string_view reason) {
  out_.notes.push_back({effect, visible(field), visible(reason)});
}

void ImportDraft::taken(std::string_view field, std::string_view reason) {
  note(ImportEffect::taken, field, reason);
}

void ImportDraft::changed(std::string_view field, std::string_view reason) {
  note(ImportEffect::changed, field, reason);
}

void ImportDraft::left_out(std::string_view field, std::string_view reason) {
  note(ImportEffect::refused, field, reason);
}

void ImportDraft::state(std::string_view field) { note(ImportEffect::state, field, ""); }

void ImportDraft::refuse(std::string_view field, std::string_view reason) {
  if (out_.refusal.empty())
    out_.refusal =
        visible(field.empty() ? std::string(reason) : fmt::format("{}: {}", field, reason));
  note(ImportEffect::refused, field, reason);
}

void ImportDraft::pause(std::string_view field, std::string_view reason) {
  watch.is_paused = true;
  note(ImportEffect::refused, field,
       fmt::format("{}; the watch is paused until you resume it", reason));
}

bool ImportDraft::has_note(std::string_view field) const {
  return std::ranges::any_of(out_.notes, [&](const ImportNote& note) {
    return std::string_view(note.field).starts_with(field) &&
           (note.field.size() == field.size() || note.field[field.size()] == '[' ||
            note.field[field.size()] == '.');
  });
}

void ImportDraft::read_url(std::string_view field, std::string_view text) {
  if (text.empty()) return refuse(field, "the URL is empty");
  if (has_template(text)) return refuse(field, "templates in URLs are not supported");
  if (text.starts_with("source:"))
    return refuse(field, "comparing the source text of a page is not supported");
  const auto url = Url::parse(text);
  if (!url) return refuse(field, url.error().message);
  if (!url->is_http())
    return refuse(field, fmt::format("the scheme \"{}\" is not supported", url->scheme()));
  if (!url->username().empty() || !url->password().empty())
    return refuse(field, "user and password in a URL are not supported");
  watch.url = std::string(normal_form(*url, {}).href());
  if (watch.url == text)
    taken(field);
  else
    changed(field, fmt::format("the normal form of the URL is {}", watch.url));
}

void ImportDraft::read_name(std::string_view field, std::string_view text) {
  watch.name = visible(text);
  cut_utf8(watch.name, WatchLimits::kNameBytes);
  if (watch.name == text)
    taken(field);
  else
    changed(field, "control characters are shown as escapes, and long names are cut");
}

void ImportDraft::read_header(std::string_view field, std::string_view name,
                              std::string_view value) {
  const std::string place = fmt::format("{}.{}", field, name);
  if (equals_ignoring_case(name, "host")) return pause(place, "the host is that of the URL");
  if (is_own_header(name)) return left_out(place, "this header is made by the program");
  add_header(name, value);
  if (is_secret_header(name)) taken(place, "kept as a secret");
}

void ImportDraft::add_header(std::string_view name, std::string_view value) {
  auto& headers = is_secret_header(name) ? watch.request.secret_headers : watch.request.headers;
  headers.push_back({std::string(name), std::string(value)});
}

ImportedWatch ImportDraft::finish() {
  if (out_.refusal.empty()) {
    if (const auto problem = check_watch(watch)) refuse(problem->path, problem->message);
  }
  out_.title = watch.name.empty() ? watch.url : watch.name;
  if (out_.title.empty()) out_.title = out_.source;
  if (out_.refusal.empty()) out_.watch = std::move(watch);
  return std::move(out_);
}

std::string scalar_text(const ValueTree& value) {
  if (!value.text.empty()) return value.text;
  if (value.is(ValueTree::Kind::integer)) return fmt::format("{}", value.integer);
  if (value.is(ValueTree::Kind::real)) return fmt::format("{}", value.real);
  return {};
}

bool has_template(std::string_view text) {
  return text.contains("{{") || text.contains("{%") || text.contains("{#");
}

}  // namespace freshet
