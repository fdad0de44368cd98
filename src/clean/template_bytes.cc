#include "clean/template_bytes.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/hash.h"

namespace freshet {
namespace {

// With the version of the format: the second has former layouts.
constexpr std::string_view kTemplateMagic = "FTP\x01";
constexpr std::string_view kFormerMagic = "FTP\x02";
constexpr std::size_t kTemplateHeadBytes = 8;  // magic and checksum

class TemplateWriter {
 public:
  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) out_.push_back(static_cast<char>(value | 0x80));
    out_.push_back(static_cast<char>(value));
  }

  void fixed(std::uint64_t value, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) out_.push_back(static_cast<char>(value >> (8 * i)));
  }

  void bytes(std::string_view bytes) { out_.append(bytes); }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

// Reads numbers. After the first damage everything is 0, and `failure` says where it was.
class TemplateBytes {
 public:
  explicit TemplateBytes(std::string_view bytes) : bytes_(bytes), at_(kTemplateHeadBytes) {}

  // A number up to `max`.
  std::uint64_t number(std::uint64_t max, std::string_view name) {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      if (at_ == bytes_.size() || shift > 56) return fail(name);
      const auto byte = static_cast<unsigned char>(bytes_[at_++]);
      value |= std::uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) break;
    }
    return value <= max ? value : fail(name);
  }

  std::uint32_t count(std::uint64_t max, std::string_view name) {
    return static_cast<std::uint32_t>(number(max, name));
  }

  std::uint64_t hash(std::string_view name) {
    if (bytes_.size() - at_ < 8) return fail(name);
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < 8; ++i)
      value |= std::uint64_t{static_cast<unsigned char>(bytes_[at_++])} << (8 * i);
    return value;
  }

  std::uint64_t fail(std::string_view expected) {
    if (failure_.empty()) failure_ = fmt::format("offset {}: {} expected", at_, expected);
    at_ = bytes_.size();
    return 0;
  }

  std::size_t left() const { return bytes_.size() - at_; }
  bool failed() const { return !failure_.empty(); }
  const std::string& failure() const { return failure_; }

 private:
  std::string_view bytes_;
  std::size_t at_;
  std::string failure_;
};

void write_bag(TemplateWriter& out, const TagBag& bag) {
  out.number(kTagBins - static_cast<std::size_t>(std::ranges::count(bag, 0)));
  std::size_t before = 0;
  for (std::size_t i = 0; i < kTagBins; ++i) {
    if (bag[i] == 0) continue;
    out.number(i - before);
    out.number(bag[i]);
    before = i;
  }
}

void read_bag(TemplateBytes& in, TagBag& bag) {
  const std::uint32_t used = in.count(kTagBins, "number of bins");
  std::size_t at = 0;
  for (std::uint32_t i = 0; i < used && !in.failed(); ++i) {
    at += in.count(kTagBins - 1 - at, "bin");
    bag[at] = static_cast<std::uint16_t>(
        in.number(std::numeric_limits<std::uint16_t>::max(), "count of a bin"));
  }
}

void write_place(TemplateWriter& out, const TextPlace& place) {
  out.number(place.texts_used);
  out.number(place.others);
  for (std::size_t i = 0; i < place.texts_used; ++i) {
    out.fixed(place.texts[i].text, 8);
    out.number(place.texts[i].pages);
  }
}

TextPlace read_place(TemplateBytes& in) {
  TextPlace place;
  place.texts_used = in.count(kPlaceTextsMax, "number of texts");
  place.others = in.count(kVotingPagesMax, "number of other texts");
  place.filled = place.others;
  for (std::size_t i = 0; i < place.texts_used; ++i) {
    place.texts[i].text = in.hash("hash of a text");
    place.texts[i].pages = in.count(kVotingPagesMax, "votes");
    place.filled += place.texts[i].pages;
  }
  return place;
}

// Each different tag id is written once.
using TagNumbers = std::unordered_map<std::uint64_t, std::size_t>;

TagNumbers write_tag_ids(TemplateWriter& out, const std::vector<LayoutColumn>& columns) {
  TagNumbers numbers;
  std::vector<std::uint64_t> ids;
  for (const LayoutColumn& column : columns)
    if (column.place == kNoPlace && numbers.emplace(column.id, ids.size()).second)
      ids.push_back(column.id);
  out.number(ids.size());
  for (const std::uint64_t id : ids) out.fixed(id, 8);
  return numbers;
}

std::vector<std::uint64_t> read_tag_ids(TemplateBytes& in) {
  std::vector<std::uint64_t> ids;
  const std::uint32_t count = in.count(std::min(in.left() / 8, kColumnsMax), "number of tags");
  for (std::uint32_t i = 0; i < count; ++i) ids.push_back(in.hash("hash of a tag"));
  return ids;
}

void write_layout(TemplateWriter& out, const PageLayout& layout) {
  out.number(layout.pages);
  write_bag(out, layout.bag);
  const TagNumbers numbers = write_tag_ids(out, layout.columns);
  out.number(layout.columns.size());
  for (const LayoutColumn& column : layout.columns) {
    out.number(column.shape);
    out.number(column.pages);
    if (column.place == kNoPlace)
      out.number(numbers.at(column.id));
    else
      write_place(out, layout.places[column.place]);
  }
  std::vector<std::pair<std::uint64_t, std::uint32_t>> texts(layout.long_texts.begin(),
                                                             layout.long_texts.end());
  std::ranges::sort(texts);
  out.number(texts.size());
  for (const auto& [text, pages] : texts) {
    out.fixed(text, 8);
    out.number(pages);
  }
}

void read_column(TemplateBytes& in, const std::vector<std::uint64_t>& tags, PageLayout& layout) {
  LayoutColumn column{0, kNoPlace, 0, 0};
  column.shape = static_cast<TokenShape>(in.number(kTokenShapes - 1, "shape"));
  column.pages = in.count(kVotingPagesMax, "pages of a column");
  if (column.shape == kTextShape) {
    column.place = static_cast<std::uint32_t>(layout.places.size());
    layout.places.push_back(read_place(in));
    column.id = layout.places.back().commonest();
  } else {
    const std::uint32_t tag = in.count(kColumnsMax, "number of a tag");
    column.id = tag < tags.size() ? tags[tag] : in.fail("number of a tag");
  }
  layout.columns.push_back(column);
}

PageLayout read_layout(TemplateBytes& in) {
  PageLayout layout;
  layout.pages = in.count(kVotingPagesMax, "pages of a layout");
  read_bag(in, layout.bag);
  const std::vector<std::uint64_t> tags = read_tag_ids(in);
  const std::uint32_t columns = in.count(kColumnsMax, "number of columns");
  for (std::uint32_t i = 0; i < columns && !in.failed(); ++i) read_column(in, tags, layout);
  const std::uint32_t texts = in.count(kLongTextsMax, "number of long texts");
  for (std::uint32_t i = 0; i < texts && !in.failed(); ++i) {
    const std::uint64_t text = in.hash("hash of a long text");
    layout.long_texts[text] = in.count(kVotingPagesMax, "pages of a long text");
  }
  layout.symbols.build(layout.columns);
  return layout;
}

// Returns as many layouts as `bytes_left` has room for, those with the most pages first.
std::vector<std::string> write_layouts(const std::vector<PageLayout>& layouts,
                                       std::size_t& bytes_left) {
  std::vector<const PageLayout*> by_pages;
  for (const PageLayout& layout : layouts) by_pages.push_back(&layout);
  std::ranges::stable_sort(by_pages, std::greater(), [](const PageLayout* l) { return l->pages; });
  std::vector<std::string> written;
  for (const PageLayout* layout : by_pages) {
    TemplateWriter out;
    write_layout(out, *layout);
    std::string packed = out.take();
    if (written.size() == kLayoutsMax || packed.size() > bytes_left) continue;
    bytes_left -= packed.size();
    written.push_back(std::move(packed));
  }
  return written;
}

std::vector<PageLayout> read_layouts(TemplateBytes& in, std::string_view name) {
  std::vector<PageLayout> layouts;
  const std::uint32_t count = in.count(kLayoutsMax, name);
  for (std::uint32_t i = 0; i < count && !in.failed(); ++i) layouts.push_back(read_layout(in));
  return layouts;
}

std::uint32_t checksum_of(std::string_view packed) {
  return static_cast<std::uint32_t>(hash64(packed.substr(kTemplateHeadBytes)));
}

std::unexpected<Error> damaged(std::string_view failure) {
  return std::unexpected(Error{Errc::corrupt, fmt::format("templates: {}", failure)});
}

}  // namespace

std::string pack_templates(const SiteTemplates& templates) {
  constexpr std::size_t kHeadMax = 64;  // of everything but the layouts
  std::size_t bytes_left = kTemplateBytesMax - kHeadMax;
  const std::vector<std::string> layouts = write_layouts(templates.layouts, bytes_left);
  const std::vector<std::string> former = write_layouts(templates.former, bytes_left);
  TemplateWriter out;
  out.bytes(former.empty() ? kTemplateMagic : kFormerMagic);
  out.fixed(0, 4);
  out.number(kTokenShapes);
  out.number(templates.version);
  out.number(templates.misfits);
  out.number(layouts.size());
  for (const std::string& layout : layouts) out.bytes(layout);
  if (!former.empty()) out.number(former.size());
  for (const std::string& layout : former) out.bytes(layout);
  std::string packed = out.take();
  TemplateWriter checksum;
  checksum.fixed(checksum_of(packed), 4);
  return packed.replace(4, 4, checksum.take());
}

Result<SiteTemplates> unpack_templates(std::string_view packed) {
  if (packed.size() > kTemplateBytesMax) return damaged("at most 1 MiB expected");
  const bool has_former = packed.starts_with(kFormerMagic);
  if (packed.size() < kTemplateHeadBytes || !(has_former || packed.starts_with(kTemplateMagic)))
    return damaged("offset 0: \"FTP\" and version 1 or 2 expected");
  TemplateWriter checksum;
  checksum.fixed(checksum_of(packed), 4);
  if (packed.substr(4, 4) != checksum.take()) return damaged("offset 4: checksum does not match");
  TemplateBytes in(packed);
  if (in.number(~0u, "number of shapes") != kTokenShapes)
    return damaged("made by a program that numbers tags in another way; learn them again");
  SiteTemplates templates;
  templates.version = in.count(~0u, "version");
  templates.misfits = in.count(kRedesignPages, "misfits");
  templates.layouts = read_layouts(in, "number of layouts");
  if (has_former) templates.former = read_layouts(in, "number of former layouts");
  if (!in.failed() && in.left() > 0) in.fail("the end");
  if (in.failed()) return damaged(in.failure());
  return templates;
}

}  // namespace freshet
