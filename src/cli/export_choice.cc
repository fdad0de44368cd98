#include "cli/export_choice.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <string_view>
#include <vector>

#include "app/page_lookup.h"
#include "base/disk.h"
#include "base/escape.h"
#include "base/nearest.h"
#include "cli/archive_access.h"

namespace freshet {

std::expected<const ExportFormat*, Failure> chosen_format(const Arguments& arguments) {
  std::vector<std::string> names;
  for (const ExportFormat& format : export_formats()) names.emplace_back(format.name);
  const auto& given = arguments.value("--format");
  if (!given) return wrong_usage(fmt::format("--format is required: {}", fmt::join(names, ", ")));
  for (const ExportFormat& format : export_formats()) {
    if (*given != format.name) continue;
    for (const std::string_view flag : {"--title", "--text", "--main-page"})
      if (arguments.has(flag) && format.shape != ExportShape::wacz)
        return wrong_usage(fmt::format("{} is for wacz, not for {}", flag, format.name));
    const bool has_texts = *given == "jsonl" || *given == "wet" || *given == "md";
    if (arguments.has("--main") && !has_texts)
      return wrong_usage(fmt::format("--main is for jsonl, wet and md, not for {}", format.name));
    return &format;
  }
  return wrong_usage(fmt::format("--format must be one of {}, not \"{}\"{}", fmt::join(names, ", "),
                                 visible(*given), did_you_mean(*given, names)));
}

std::expected<std::optional<std::string>, Failure> chosen_file(const Arguments& arguments,
                                                               const ExportFormat& format) {
  const auto& given = arguments.value("--output");
  if (given && *given != "-") {
    if (system_disk().exists(*given) && !arguments.has("--force"))
      return could_not(
          fmt::format("\"{}\" exists already; use --force to overwrite it", visible(*given)));
    return *given;
  }
  if (format.shape == ExportShape::wacz)
    return wrong_usage(fmt::format(
        "{0} cannot be written to standard output; use --output FILE.{0}", format.name));
  if (format.shape == ExportShape::binary && isatty(STDOUT_FILENO) == 1)
    return wrong_usage(fmt::format("refusing to write {} to a terminal; use --output FILE.{}",
                                   format.name, format.extension));
  return std::nullopt;
}

CommandResult add_as_of(const Arguments& arguments, ExportRequest& request) {
  const auto& given = arguments.value("--as-of");
  if (!given) {
    for (const std::string_view flag : {"--only-proven", "--strict"})
      if (arguments.has(flag)) return wrong_usage(fmt::format("{} requires --as-of", flag));
    return {};
  }
  if (request.format->name != "wacz" && request.format->name != "warc")
    return wrong_usage(
        fmt::format("--as-of is for wacz and warc, not for {}", request.format->name));
  for (const std::string_view flag :
       {"--distinct", "--domain", "--url", "--urls", "--from", "--to", "--last"})
    if (arguments.has(flag))
      return wrong_usage(
          fmt::format("--as-of and {} cannot be combined; choose pages by --host", flag));
  const auto time = parse_start("--as-of", *given);
  if (!time) return failure_of(time.error());
  request.as_of = *time;
  request.only_proven = arguments.has("--only-proven");
  if (arguments.has("--strict")) request.rule = ContentRule::strict;
  return {};
}

}  // namespace freshet
