#include "crawl/visit/template_intake.h"

#include <utility>

#include "clean/template_bytes.h"

namespace freshet {

void TemplateIntake::restore(std::string_view packed) {
  if (!is_on_ || packed.empty()) return;
  auto known = unpack_templates(packed);
  if (!known) return;
  for (const PageLayout& layout : known->layouts) pages_ += layout.pages;
  // The layouts stand twice in memory: as they were, and as they are learned further.
  stored_ = std::make_shared<const SiteTemplates>(*std::move(known));
  learner_ = std::make_unique<TemplateLearner>(*stored_);
}

bool TemplateIntake::wants_next() { return is_on_ && is_worth_learning(pages_++, learned_); }

bool TemplateIntake::can_learn(const PageTokens& page) {
  if (!is_on_ || page.too_long || page.tokens.size() > kLearnedTokensMax) return false;
  if (!learner_) learner_ = std::make_unique<TemplateLearner>();
  has_learned_ = true;
  return true;
}

void TemplateIntake::add(const PageTokens& page) {
  if (!can_learn(page)) return;
  ++learned_.all;
  if (learner_->add(page)) ++learned_.alike;
  check_memory();
}

bool TemplateIntake::add_known(const PageTokens& page) {
  if (!can_learn(page)) return false;
  const bool is_redesign = learner_->add_known(page);
  if (is_redesign) stored_ = std::make_shared<const SiteTemplates>(learner_->learn());
  check_memory();
  return is_redesign && is_on_;
}

void TemplateIntake::check_memory() {
  const std::size_t bytes = learner_->bytes();
  if (bytes <= kTemplateMemoryMax && memory_.try_set(bytes)) return;
  is_on_ = false;
  learner_.reset();
  memory_.clear();
}

std::optional<HostTemplates> TemplateIntake::take(const Host& host, Time now) {
  if (!learner_ || !has_learned_) return std::nullopt;
  const SiteTemplates templates = learner_->learn();
  has_learned_ = false;
  if (templates.layouts.empty() && templates.version == 1) return std::nullopt;
  return HostTemplates{.host = host,
                       .version = templates.version,
                       .learned = now,
                       .packed = pack_templates(templates)};
}

}  // namespace freshet
