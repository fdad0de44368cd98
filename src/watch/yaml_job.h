// The parts of an import from urlwatch or webchanges. Internal to the import.
#pragma once

#include <string_view>

#include "watch/import_draft.h"
#include "watch/value_tree.h"

namespace freshet {

// One job while it is read.
struct YamlJob {
  const ValueTree& tree;
  ImportDraft& draft;

  // Returns the member, or null.
  const ValueTree& member(std::string_view name) const;
};

using JobReader = void (*)(YamlJob&, std::string_view field, const ValueTree& value);

// Readers of the request. They leave a note for everything that is not simply taken.
void read_job_url(YamlJob& job, std::string_view field, const ValueTree& value);
void read_job_method(YamlJob& job, std::string_view field, const ValueTree& value);
void read_job_data(YamlJob& job, std::string_view field, const ValueTree& value);
void read_job_headers(YamlJob& job, std::string_view field, const ValueTree& value);
void read_job_cookies(YamlJob& job, std::string_view field, const ValueTree& value);
void read_job_credentials(YamlJob& job, std::string_view field, const ValueTree& value);
void read_job_proxy(YamlJob& job, std::string_view field, const ValueTree& value);

// Reads the pipeline.
void read_job_filters(YamlJob& job, std::string_view field, const ValueTree& value);

}  // namespace freshet
