#include "app/content_numbers.h"

#include <algorithm>
#include <utility>

#include "store/read_page.h"
#include "store/snapshot_facts.h"

namespace freshet {
namespace {

// Contents from before the last one that noise is learned from.
constexpr std::size_t kNumberedEarlierMax = 5;

}  // namespace

Result<std::optional<PagePrint>> read_print(Archive& archive, HostTemplateReader& templates,
                                            const Found& found) {
  const auto body = archive.with_body(found);
  if (!body && body.error().code == Errc::not_found) return std::nullopt;
  if (!body) return std::unexpected(body.error());
  if (!is_html_mime(body->snapshot.mime)) return std::nullopt;
  const auto page = read_tagged_page(archive, *body);
  if (!page && (page.error().code == Errc::not_found || page.error().code == Errc::corrupt))
    return std::nullopt;
  if (!page) return std::unexpected(page.error());
  const auto repeated = templates.template_texts(found.page.key.host, *page);
  if (!repeated) return std::unexpected(repeated.error());
  return print_page(page->bytes, page->text(), page->tags.index, page->tags.scripting, *repeated);
}

void ContentNumbers::begin_page() {
  numbers_.clear();
  next_ = 0;
  unread_.reset();
  earlier_.clear();
  first_.reset();
}

Result<std::uint64_t> ContentNumbers::of(const Found& found) {
  const auto known = numbers_.find(found.snapshot.payload);
  if (known != numbers_.end()) return known->second;
  if (rule_ == ContentRule::strict)
    return numbers_.emplace(found.snapshot.payload, next_++).first->second;
  if (numbers_.empty() && next_ == 0) {  // most pages have one content, which need not be read
    unread_ = found;
    return numbers_.emplace(found.snapshot.payload, next_++).first->second;
  }
  const auto number = judged(found);
  if (!number) return number;
  return numbers_.emplace(found.snapshot.payload, *number).first->second;
}

Result<std::optional<PagePrint>> ContentNumbers::print_of(const Found& found) {
  return read_print(archive_, templates_, found);
}

Result<std::uint64_t> ContentNumbers::judged(const Found& found) {
  if (unread_) {
    auto print = print_of(*unread_);
    if (!print) return std::unexpected(print.error());
    unread_.reset();
    earlier_.push_back({.number = 0, .print = *std::move(print)});
    first_ = earlier_.back();
  }
  auto print = print_of(found);
  if (!print) return std::unexpected(print.error());
  Known now{.number = next_, .print = *std::move(print)};
  const bool can_judge =
      now.print &&
      std::ranges::all_of(earlier_, [](const Known& each) { return each.print.has_value(); }) &&
      !earlier_.empty();
  if (can_judge) {
    std::vector<PagePrint> before;
    for (std::size_t i = 0; i + 1 < earlier_.size(); ++i) before.push_back(*earlier_[i].print);
    const Change change = judge_change(*earlier_.back().print, *now.print, before);
    const Known& compared = earlier_[earlier_.size() - 1 - change.versions_back];
    // Many small differences may add up, so the first content of this number is compared, too.
    const bool has_drifted = first_ && first_->number == compared.number && first_->print &&
                             judge_change(*first_->print, *now.print, {}).meaningful;
    if (!change.meaningful && !has_drifted) now.number = compared.number;
  }
  if (now.number == next_) ++next_;
  if (!first_ || first_->number != now.number) first_ = now;
  earlier_.push_back(std::move(now));
  if (earlier_.size() > kNumberedEarlierMax + 1) earlier_.erase(earlier_.begin());
  return earlier_.back().number;
}

}  // namespace freshet
