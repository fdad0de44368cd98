#include "app/host_templates.h"

#include <utility>

#include "clean/template_bytes.h"

namespace freshet {

Status HostTemplateReader::load(const Host& host) {
  if (host_ == host) return {};
  auto stored = archive_->catalog().find_templates(host);
  if (!stored) return std::unexpected(stored.error());
  templates_ = {};
  if (*stored)
    if (auto templates = unpack_templates((*stored)->packed)) templates_ = *std::move(templates);
  host_ = host;
  return {};
}

Result<std::vector<std::uint32_t>> HostTemplateReader::template_texts(
    const std::optional<Host>& host, const TaggedPage& page) {
  auto found = marks(host, page);
  if (!found) return std::unexpected(found.error());
  return std::move(found->template_texts);
}

Result<TemplateMarks> HostTemplateReader::marks(const std::optional<Host>& host,
                                                const TaggedPage& page) {
  if (!host) return TemplateMarks{};
  if (auto loaded = load(*host); !loaded) return std::unexpected(loaded.error());
  if (templates_.layouts.empty()) return TemplateMarks{};
  return TemplateReader(templates_).mark(page.text(), page.tags.index, page.tags.scripting);
}

}  // namespace freshet
