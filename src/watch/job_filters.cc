#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/ascii.h"
#include "base/split.h"
#include "watch/python_regex.h"
#include "watch/watch_check.h"
#include "watch/xpath_dialect.h"
#include "watch/yaml_job.h"

namespace freshet {
namespace {

// One step of the pipeline. The argument is a value, or a table of arguments.
struct JobFilter {
  std::string place;  // "filter[2]"
  std::string name;
  ValueTree argument;

  // Returns the argument of this name; the main one may stand alone.
  const ValueTree* get(std::string_view wanted, bool is_main = false) const {
    if (argument.is(ValueTree::Kind::table)) return argument.member(wanted);
    return is_main && !argument.is(ValueTree::Kind::null) ? &argument : nullptr;
  }
};

constexpr auto kLineFilters = std::to_array<std::string_view>(
    {"grep", "grepi", "keep_lines_containing", "delete_lines_containing", "strip", "striplines",
     "sort", "remove-duplicate-lines", "remove_repeated", "reverse"});

// "html2text,strip", or "css:#main"
std::vector<JobFilter> filters_of_text(std::string_view field, std::string_view text) {
  std::vector<JobFilter> filters;
  for (const std::string_view part : split_at(',', text)) {
    const auto colon = part.find(':');
    JobFilter filter;
    filter.place = fmt::format("{}[{}]", field, filters.size());
    filter.name = trim_ascii_whitespace(part.substr(0, colon));
    if (colon != std::string_view::npos)
      filter.argument = ValueTree::of(trim_ascii_whitespace(part.substr(colon + 1)));
    filters.push_back(std::move(filter));
  }
  return filters;
}

std::optional<std::vector<JobFilter>> filters_of(std::string_view field, const ValueTree& value) {
  if (value.is(ValueTree::Kind::text)) return filters_of_text(field, value.text);
  if (!value.is(ValueTree::Kind::list)) return std::nullopt;
  std::vector<JobFilter> filters;
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    const ValueTree& item = value.items[i];
    const std::string place = fmt::format("{}[{}]", field, i);
    if (item.is(ValueTree::Kind::text))
      filters.push_back({place, item.text, {}});
    else if (item.is(ValueTree::Kind::table) && item.items.size() == 1)
      filters.push_back({place, item.names[0], item.items[0]});
    else
      return std::nullopt;
  }
  return filters;
}

// A quoted string of CSS.
std::string css_text(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

// Turns a pipeline into the fields of a watch, step by step.
class JobPipeline {
 public:
  JobPipeline(YamlJob& job, std::vector<JobFilter> filters)
      : draft_(job.draft), filters_(std::move(filters)) {}

  void read() {
    const auto to_text = std::ranges::find_if(
        filters_, [](const JobFilter& filter) { return filter.name == "html2text"; });
    for (auto filter = filters_.begin(); filter != filters_.end(); ++filter) {
      const bool is_line_filter =
          std::ranges::find(kLineFilters, filter->name) != kLineFilters.end();
      if (is_line_filter && to_text != filters_.end() && filter < to_text)
        refuse(*filter, "filtering lines of the source text is not supported");
      else
        read_filter(*filter);
      if (!draft_.has_note(filter->place)) draft_.taken(filter->place);
    }
  }

 private:
  void refuse(const JobFilter& filter, std::string_view why) {
    draft_.refuse(filter.place, fmt::format("{}: {}", filter.name, why));
  }
  void change(const JobFilter& filter, std::string_view how) {
    draft_.changed(filter.place, fmt::format("{}: {}", filter.name, how));
  }

  void read_filter(const JobFilter& filter) {
    if (filter.name == "css" || filter.name == "xpath")
      select(filter);
    else if (filter.name.starts_with("element-by-"))
      select_element(filter);
    else if (filter.name == "grep" || filter.name == "grepi")
      match_lines(filter, filter.get("re", true), true, filter.name == "grep");
    else if (filter.name == "keep_lines_containing" || filter.name == "delete_lines_containing")
      match_text_or_regex(filter);
    else if (filter.name == "re.findall")
      find_all(filter);
    else if (!read_flag(filter) && !read_form(filter))
      refuse(filter, "this filter is not supported");
  }

  // Filters that are a flag of the watch.
  bool read_flag(const JobFilter& filter) {
    WatchSpec& watch = draft_.watch;
    const bool is_plain = is_blank(filter.argument) || filter.argument.claim;
    if (filter.name == "strip" || filter.name == "striplines") {
      watch.trims_lines = true;
    } else if (filter.name == "sort" || filter.name == "remove-duplicate-lines") {
      (filter.name == "sort" ? watch.sorts_lines : watch.drops_repeated_lines) = true;
      if (!is_plain) refuse(filter, "its arguments are not supported");
    } else if (filter.name == "remove_repeated") {
      watch.drops_repeated_lines = true;
      change(filter, "repeated lines count once, wherever they stand and in equal case only");
    } else if (filter.name == "reverse") {
      change(filter, "it makes no difference to a comparison");
    } else {
      return false;
    }
    return true;
  }

  // Filters that change the form of a page, which is read by its type here.
  bool read_form(const JobFilter& filter) {
    if (filter.name == "html2text") {
      if (!is_blank(filter.argument)) change(filter, "the text is made without its arguments");
    } else if (filter.name == "format-json" || filter.name == "jsontoyaml") {
      change(filter, "JSON is compared as JSON");
    } else if (filter.name == "pretty-xml" || filter.name == "beautify") {
      change(filter, "the text is compared, not the source");
    } else if (filter.name == "absolute_links") {
      change(filter, "targets of links are not compared");
    } else if (filter.name == "pdf2text" || filter.name == "pypdf") {
      change(filter, "PDF is compared as text");
    } else {
      return false;
    }
    return true;
  }

  // Returns false if an argument other than `known` is given.
  bool has_only(const JobFilter& filter, const std::vector<std::string_view>& known) {
    for (std::size_t i = 0; i < filter.argument.names.size(); ++i) {
      const std::string& name = filter.argument.names[i];
      const bool is_known = std::ranges::find(known, name) != known.end();
      if (is_known || is_blank(filter.argument.items[i])) continue;
      refuse(filter, fmt::format("its argument \"{}\" is not supported", name));
      return false;
    }
    return true;
  }

  void select(const JobFilter& filter) {
    const bool is_css = filter.name == "css";
    const auto kind = is_css ? WatchPart::Kind::css : WatchPart::Kind::xpath;
    const std::string_view main = is_css ? "selector" : "path";
    if (!draft_.watch.parts.empty())
      return refuse(filter, "selecting inside of selected parts is not supported");
    if (has_line_patterns())
      return refuse(filter, "selecting from filtered lines is not supported");
    if (!has_only(filter, {main, "exclude", "method"})) return;
    if (const ValueTree* const method = filter.get("method"); method && method->text != "html")
      return refuse(filter, "reading a page as XML is not supported");
    const ValueTree* const expression = filter.get(main, true);
    if (!expression) return refuse(filter, fmt::format("its argument \"{}\" is missing", main));
    if (!add_part(filter, {kind, scalar_text(*expression)}, draft_.watch.parts)) return;
    const ValueTree* const excluded = filter.get("exclude");
    if (excluded && !is_blank(*excluded))
      add_part(filter, {kind, scalar_text(*excluded)}, draft_.watch.removed_parts);
  }

  // A watch looks for its parts first, whatever the order of the filters was.
  bool has_line_patterns() const {
    return !draft_.watch.kept.empty() || !draft_.watch.ignored.empty();
  }

  bool add_part(const JobFilter& filter, WatchPart part, std::vector<WatchPart>& into) {
    auto problem = part.kind == WatchPart::Kind::xpath ? beyond_xpath_1(part.expression)
                                                       : std::optional<std::string>();
    if (!problem) problem = check_part(part);
    if (problem) {
      refuse(filter, *problem);
      return false;
    }
    into.push_back(std::move(part));
    return true;
  }

  // Elements found inside of elements that were found before: they, or elements in them.
  void select_element(const JobFilter& filter) {
    const std::string wanted = scalar_text(filter.argument);
    std::string selector;
    if (filter.name == "element-by-tag")
      selector = wanted;
    else if (filter.name == "element-by-id" || filter.name == "element-by-class" ||
             filter.name == "element-by-style")
      selector = fmt::format("[{}={}]", filter.name.substr(11), css_text(wanted));
    else
      return refuse(filter, "this filter is not supported");
    std::vector<WatchPart>& parts = draft_.watch.parts;
    if (!parts.empty() && !is_chain_)
      return refuse(filter, "selecting inside of selected parts is not supported");
    if (has_line_patterns())
      return refuse(filter, "selecting from filtered lines is not supported");
    if (!parts.empty()) {
      selector += fmt::format(":is({0}, {0} *)", parts.back().expression);
      parts.clear();
    }
    is_chain_ = true;
    add_part(filter, {WatchPart::Kind::css, std::move(selector)}, parts);
  }

  void match_lines(const JobFilter& filter, const ValueTree* text, bool is_regex, bool keeps) {
    if (!text) return refuse(filter, "its argument is missing");
    const std::string expression = scalar_text(*text);
    auto pattern = pattern_from_python(is_regex ? expression : quoted_regex(expression));
    if (!pattern) return refuse(filter, pattern.error());
    if (keeps && !draft_.watch.kept.empty())
      return refuse(filter, "keeping lines twice is not supported");
    (keeps ? draft_.watch.kept : draft_.watch.ignored).push_back(std::move(*pattern));
  }

  void match_text_or_regex(const JobFilter& filter) {
    if (!has_only(filter, {"text", "re"})) return;
    const ValueTree* const regex = filter.get("re");
    match_lines(filter, regex ? regex : filter.get("text", true), regex != nullptr,
                filter.name == "keep_lines_containing");
  }

  // The whole match is kept there, the first group here.
  void find_all(const JobFilter& filter) {
    WatchSpec& watch = draft_.watch;
    if (!watch.parts.empty() || has_line_patterns())
      return refuse(filter, "finding text in selected parts or lines is not supported");
    if (!has_only(filter, {"pattern", "repl"})) return;
    const ValueTree* const pattern = filter.get("pattern", true);
    if (!pattern) return refuse(filter, "its argument \"pattern\" is missing");
    const ValueTree* const shown = filter.get("repl");
    std::string expression = scalar_text(*pattern);
    if (auto read = pattern_from_python(expression); !read) return refuse(filter, read.error());
    if (!shown || shown->text == "\\g<0>")
      expression = fmt::format("({})", expression);
    else if (shown->text != "\\1" && shown->text != "\\g<1>")
      return refuse(filter, "its argument \"repl\" is not supported");
    watch.parts.push_back({WatchPart::Kind::regex, std::move(expression)});
  }

  ImportDraft& draft_;
  std::vector<JobFilter> filters_;
  bool is_chain_ = false;  // the part comes from element-by filters
};

}  // namespace

void read_job_filters(YamlJob& job, std::string_view field, const ValueTree& value) {
  if (is_blank(value)) return;
  auto filters = filters_of(field, value);
  if (!filters) return job.draft.refuse(field, "expected a list of filters");
  JobPipeline(job, std::move(*filters)).read();
}

}  // namespace freshet
