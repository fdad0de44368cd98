// The templates that the archive has of a host: which texts of a page its site repeats.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "clean/template.h"
#include "store/archive.h"
#include "store/read_page.h"
#include "url/host.h"

namespace freshet {

// Keeps the templates of the last host, since pages of a host come together. Not thread-safe; the
// archive must outlive it.
class HostTemplateReader {
 public:
  explicit HostTemplateReader(Archive& archive) : archive_(&archive) {}

  // Returns where the template texts of a page of `host` begin, ascending (TemplateMarks). Empty if
  // the archive has no templates of the host, or none that this program can read.
  Result<std::vector<std::uint32_t>> template_texts(const std::optional<Host>& host,
                                                    const TaggedPage& page);
  // The same with the design that explains the page.
  Result<TemplateMarks> marks(const std::optional<Host>& host, const TaggedPage& page);

 private:
  Status load(const Host& host);

  Archive* archive_;
  std::optional<Host> host_;
  SiteTemplates templates_;  // of host_
};

}  // namespace freshet
