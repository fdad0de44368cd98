#include "predict/first_sight.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/ascii.h"
#include "learn/model_text.h"

namespace freshet {
namespace {

constexpr int kFirstSightVersion = 1;
constexpr double kSumTolerance = 1e-3;
constexpr std::size_t kPagesMax = std::size_t{1} << 40;

constexpr std::array kLookFields = {
    LookField{"links", &FirstLook::links},
    LookField{"internal_links", &FirstLook::internal_links},
    LookField{"external_links", &FirstLook::external_links},
    LookField{"emails", &FirstLook::emails},
    LookField{"images", &FirstLook::images},
    LookField{"headings", &FirstLook::headings},
    LookField{"scripts", &FirstLook::scripts},
    LookField{"forms", &FirstLook::forms},
    LookField{"elements", &FirstLook::elements},
    LookField{"text_bytes", &FirstLook::text_bytes},
    LookField{"raw_bytes", &FirstLook::raw_bytes},
    LookField{"url_dir_level", &FirstLook::url_dir_level},
    LookField{"has_last_modified", &FirstLook::has_last_modified},
    LookField{"last_modified_age_days", &FirstLook::last_modified_age_days},
    LookField{"has_etag", &FirstLook::has_etag},
    LookField{"sitemap_age_days", &FirstLook::sitemap_age_days},
    LookField{"sitemap_changes_per_day", &FirstLook::sitemap_changes_per_day},
    LookField{"depth", &FirstLook::depth},
    LookField{"in_links", &FirstLook::in_links},
    LookField{"site_pages", &FirstLook::site_pages},
    LookField{"site_rate_seen", &FirstLook::site_rate_seen},
    LookField{"site_rate_most", &FirstLook::site_rate_most},
};

std::unexpected<Error> unfit(std::string what) {
  return std::unexpected(Error{Errc::corrupt, "first sight: " + std::move(what)});
}

// Returns the error in one group, if any.
Status check_group(const FirstSightGroup& group) {
  if (!(group.rate > 0) || !std::isfinite(group.rate))
    return unfit("the rate of a group is a number above 0");
  if (!(group.share >= 0 && group.share <= 1))
    return unfit("the share of a group is a number from 0 to 1");
  double sum = 0;
  for (const float weight : group.prior) {
    if (!(weight >= 0) || !std::isfinite(weight)) return unfit("a weight of a rate is negative");
    sum += static_cast<double>(weight);
  }
  if (std::abs(sum - 1) > kSumTolerance)
    return unfit("the weights of the rates of a group add up to 1");
  return {};
}

// Finds the field of a look for each feature that the classifier uses.
Result<std::vector<double FirstLook::*>> find_asked(const Schema& schema) {
  std::vector<std::string_view> names;
  for (const LookField& field : kLookFields) names.push_back(field.name);
  const auto places = find_features(schema, names);
  if (!places) return std::unexpected(places.error());
  std::vector<double FirstLook::*> asked;
  for (std::size_t i = 0; i < places->size(); ++i) {
    if (!schema.features[i].is_numeric())
      return unfit(fmt::format("the feature \"{}\" is a number", schema.features[i].name));
    asked.push_back(kLookFields[(*places)[i]].value);
  }
  return asked;
}

Result<FirstSightGroup> read_group(TextScan& scan) {
  if (auto read = read_exactly(scan, "group"); !read) return std::unexpected(read.error());
  FirstSightGroup group;
  const auto rate = read_number(scan, "the rate of the group");
  if (!rate) return std::unexpected(rate.error());
  group.rate = *rate;
  const auto pages = read_count(scan, "the number of its pages", kPagesMax);
  if (!pages) return std::unexpected(pages.error());
  group.pages = *pages;
  const auto share = read_number(scan, "its share of all pages");
  if (!share) return std::unexpected(share.error());
  group.share = *share;
  std::vector<double> weights;
  if (auto read = read_numbers(scan, "the weight of a rate", kRateSteps, weights); !read)
    return std::unexpected(read.error());
  for (std::size_t i = 0; i < kRateSteps; ++i) group.prior[i] = static_cast<float>(weights[i]);
  if (auto end = read_line_end(scan); !end) return std::unexpected(end.error());
  return group;
}

Status read_version(TextScan& scan) {
  if (auto read = read_exactly(scan, "freshet-first-sight"); !read)
    return std::unexpected(Error{Errc::invalid,
                                 "this is no first-sight model of freshet: it does not begin with "
                                 "\"freshet-first-sight\""});
  const auto version = read_word(scan, "a version");
  if (!version) return std::unexpected(version.error());
  if (*version != fmt::format("{}", kFirstSightVersion))
    return scan.error(
        fmt::format("the first-sight model is of version {}, and this freshet reads "
                    "version {}; train it anew",
                    shown(*version), kFirstSightVersion));
  return read_line_end(scan);
}

}  // namespace

void FirstLook::tell_site(double pages, double page_days, double changes) {
  if (!(pages > 0) || !(page_days > 0)) return;
  site_pages = pages;
  site_rate_seen = changes / page_days;
  site_rate_most = (changes + 1) / page_days;
}

std::span<const LookField> look_fields() { return kLookFields; }

double changefreq_rate(std::string_view changefreq) {
  // "always" means a change at every access; freshet checks at most once a minute.
  constexpr std::array<std::pair<std::string_view, double>, 7> kRates = {{{"always", 24 * 60},
                                                                          {"hourly", 24},
                                                                          {"daily", 1},
                                                                          {"weekly", 1.0 / 7},
                                                                          {"monthly", 12 / 365.25},
                                                                          {"yearly", 1 / 365.25},
                                                                          {"never", 0}}};
  for (const auto& [name, rate] : kRates)
    if (equals_ignoring_case(changefreq, name)) return rate;
  return kMissing;
}

Result<FirstSight> FirstSight::make(std::vector<FirstSightGroup> groups, double trust,
                                    Model model) {
  if (groups.empty() || groups.size() > kRateGroupsMax)
    return unfit(fmt::format("there are 1 to {} groups", kRateGroupsMax));
  double shares = 0;
  for (const FirstSightGroup& group : groups) {
    if (auto good = check_group(group); !good) return std::unexpected(good.error());
    shares += group.share;
  }
  if (std::abs(shares - 1) > kSumTolerance) return unfit("the shares of the groups add up to 1");
  if (!(trust >= 0 && trust <= 1)) return unfit("trust is a number from 0 to 1");
  const Schema& schema = model.classifier->schema();
  if (schema.class_count() != groups.size())
    return unfit(fmt::format("there are {} groups, and the classifier has {} classes",
                             groups.size(), schema.class_count()));
  auto asked = find_asked(schema);
  if (!asked) return std::unexpected(asked.error());
  FirstSight made;
  made.groups_ = std::move(groups);
  made.trust_ = trust;
  made.model_ = std::move(model);
  made.asked_ = std::move(*asked);
  return made;
}

Result<FirstSight> FirstSight::read(std::string_view text) {
  if (text.size() > kModelBytesMax)
    return std::unexpected(
        Error{Errc::limit, fmt::format("a model has at most {} bytes", kModelBytesMax)});
  TextScan scan(text);
  if (auto read = read_version(scan); !read) return std::unexpected(read.error());
  if (auto read = read_exactly(scan, "trust"); !read) return std::unexpected(read.error());
  const auto trust = read_number(scan, "how far the classifier is trusted");
  if (!trust) return std::unexpected(trust.error());
  auto read = read_line_end(scan);
  if (read) read = read_exactly(scan, "groups");
  if (!read) return std::unexpected(read.error());
  const auto count = read_count(scan, "the number of groups", kRateGroupsMax);
  if (!count) return std::unexpected(count.error());
  if (read = read_line_end(scan); !read) return std::unexpected(read.error());
  std::vector<FirstSightGroup> groups;
  for (std::size_t i = 0; i < *count; ++i) {
    const auto group = read_group(scan);
    if (!group) return std::unexpected(group.error());
    groups.push_back(*group);
  }
  // Line numbers of the classifier count from its own first line.
  auto model = read_model(text.substr(scan.offset()));
  if (!model)
    return std::unexpected(
        Error{model.error().code, fmt::format("in the classifier, which begins on line {}: {}",
                                              *count + 4, model.error().message)});
  return make(std::move(groups), *trust, std::move(*model));
}

std::string FirstSight::write() const {
  std::string out = fmt::format("freshet-first-sight {}\ntrust", kFirstSightVersion);
  append_number(out, trust_);
  out += fmt::format("\ngroups {}\n", groups_.size());
  for (const FirstSightGroup& group : groups_) {
    out += "group";
    append_number(out, group.rate);
    append_count(out, group.pages);
    append_number(out, group.share);
    for (const float weight : group.prior) out += fmt::format(" {}", weight);
    out += '\n';
  }
  return out + write_model(*model_.classifier, model_.notes);
}

FirstSightPrediction FirstSight::predict(const FirstLook& look) const {
  std::array<double, kLookFields.size()> row;
  for (std::size_t i = 0; i < asked_.size(); ++i) row[i] = look.*asked_[i];
  std::array<double, kRateGroupsMax> said{};
  const std::span<const double> known(row.data(), asked_.size());
  model_.classifier->probabilities(known, std::span(said).first(groups_.size()));
  FirstSightPrediction prediction = believed(said);
  prediction.group = static_cast<std::size_t>(std::ranges::max_element(said) - said.begin());
  return prediction;
}

RateWeights FirstSight::prior_of(std::size_t group) const {
  std::array<double, kRateGroupsMax> said{};
  said[std::min(group, groups_.size() - 1)] = 1;
  return believed(said).prior;
}

// Mixes the classifier's answer with the shares of the groups, by trust.
FirstSightPrediction FirstSight::believed(const std::array<double, kRateGroupsMax>& said) const {
  FirstSightPrediction prediction;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const double p = trust_ * said[g] + (1 - trust_) * groups_[g].share;
    prediction.probabilities[g] = p;
    for (std::size_t i = 0; i < kRateSteps; ++i)
      prediction.prior[i] += static_cast<float>(p) * groups_[g].prior[i];
  }
  return prediction;
}

}  // namespace freshet
