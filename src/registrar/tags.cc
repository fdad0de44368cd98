#include "registrar/tags.h"

#include "base/json.h"
#include "registrar/json_parts.h"
#include "registrar/watches.h"
#include "watch/tag_spec.h"
#include "watch/watch_json.h"

namespace freshet {
namespace {

// Returns the tag with every member of its settings.
TagView tag_view(TagRow row) {
  const auto read = read_tag(row.name, row.settings);
  return {.row = std::move(row), .settings = to_json(read ? *read : TagSpec{})};
}

}  // namespace

std::string to_json(const TagView& tag) {
  JsonWriter json;
  json.begin_object().key("name").value(tag.row.name).key("watches").value(tag.row.watches);
  return with_member(json, "settings", tag.settings);
}

Result<Listed<TagView>> list_tags(Registry& registry, const Member& who) {
  auto rows = registry.tags().list(who.person);
  if (!rows) return std::unexpected(rows.error());
  Listed<TagView> list;
  for (TagRow& row : *rows) list.items.push_back(tag_view(std::move(row)));
  return list;
}

Reply<TagView> put_tag(Registry& registry, const Member& who, const std::string& name,
                       std::string_view settings) {
  const auto tag = read_tag(name, settings);
  if (!tag) return refuse(tag.error());
  auto missing = find_missing_channel(
      registry, who.person, {.channels = tag->channels, .error_channels = tag->error_channels});
  if (!missing) return refuse(missing.error());
  if (*missing) return refuse(**std::move(missing));
  const Status written = registry.tags().put(
      {.owner = who.person, .name = name, .settings = to_json(*tag), .channels = tag->channels});
  if (!written) return refuse(written.error());
  auto row = registry.tags().find(who.person, name);
  if (!row) return refuse(row.error());
  return tag_view(row->value_or(TagRow{.name = name}));
}

Status remove_tag(Registry& registry, const Member& who, const std::string& name) {
  return registry.tags().remove(who.person, name);
}

}  // namespace freshet
