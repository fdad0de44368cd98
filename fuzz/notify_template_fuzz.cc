// Reads: src/notify/template.cc
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "notify/template.h"

using freshet::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static constexpr freshet::TemplateName kNames[] = {
      {"a", "a value"}, {"b", "an empty value"}, {"l", "a list", true}, {"x", "of it", false, "l"}};
  static const freshet::TemplateValues values = [] {
    freshet::TemplateValues made{.texts = {{"a", "value"}, {"b", ""}}};
    made.lists["l"] = {{.texts = {{"x", "1"}}}, {.texts = {{"x", ""}}}, {.texts = {{"x", "3"}}}};
    return made;
  }();
  const auto parsed =
      freshet::Template::parse({reinterpret_cast<const char*>(bytes), size}, kNames);
  if (!parsed) {
    require(!parsed.error().message.empty(), "a wrong template says where");
    return 0;
  }
  require(parsed->render(values).size() <= freshet::kTemplateOutputBytesMax + 3,
          "what a template writes is bounded");
  return 0;
}
