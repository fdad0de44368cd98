// Use cases of tags: list, change, remove.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "registrar/listed.h"
#include "registrar/member.h"
#include "registrar/refusal.h"
#include "registry/registry.h"

namespace freshet {

struct TagView {
  TagRow row;
  std::string settings = {};  // as JSON, with all members
};
std::string to_json(const TagView& tag);

// A person has own tags: administrators see theirs, too.
Result<Listed<TagView>> list_tags(Registry& registry, const Member& who);
// Writes the settings of a tag, given as JSON.
Reply<TagView> put_tag(Registry& registry, const Member& who, const std::string& name,
                       std::string_view settings);
Status remove_tag(Registry& registry, const Member& who, const std::string& name);

}  // namespace freshet
