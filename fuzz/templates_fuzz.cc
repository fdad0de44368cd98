// Reads: src/clean/template_bytes.cc src/clean/template.cc src/clean/layout.cc
// Reads: src/clean/page_aligner.cc src/clean/tokens.cc
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/hash.h"
#include "clean/template_bytes.h"
#include "html/text.h"

namespace {

using namespace freshet;

// Templates are refused or can be written and read again, and can be applied to any page.
void check_templates(std::string_view packed, std::string_view page, const TagIndex& index) {
  auto templates = unpack_templates(packed);
  if (!templates) return require(!templates.error().message.empty(), "damage is named");
  const auto again = unpack_templates(pack_templates(*templates));
  require(again && again->layouts.size() == templates->layouts.size() &&
              again->former.size() == templates->former.size(),
          "they pack again");
  TemplateReader reader(*templates);
  const TemplateMarks marks = reader.mark(page, index, Scripting::off);
  require(marks.template_bytes <= marks.text_bytes, "template is part of the text");
  note_known_page(*templates, tokenize(page, index, Scripting::off));
  TemplateLearner learner(std::move(*templates));
  learner.add(tokenize(page, index, Scripting::off));
  learner.add_known(tokenize(page.substr(page.size() / 2),
                             index_tags(page.substr(page.size() / 2), Scripting::off),
                             Scripting::off));
  learner.learn();
}

// Three pages out of one: each lacks another third.
void check_learning(std::string_view input) {
  TemplateLearner learner;
  const std::size_t third = input.size() / 3;
  for (std::size_t i = 0; i < 3; ++i) {
    std::string page(input);
    page.erase(i * third, third);
    learner.add(tokenize(page, index_tags(page, Scripting::off), Scripting::off));
  }
  const SiteTemplates learned = learner.learn();
  const auto back = unpack_templates(pack_templates(learned));
  require(back && back->layouts.size() == learned.layouts.size(), "templates survive");
  TemplateReader reader(learned);
  const TagIndex index = index_tags(input, Scripting::off);
  const TemplateMarks marks = reader.mark(input, index, Scripting::off);
  const std::string content = content_text(input, index, Scripting::off, marks);
  const std::string all = visible_text(input, index, Scripting::off);
  require(content.size() <= all.size(), "content is part of the text");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(bytes), size);
  const TagIndex index = index_tags(input, Scripting::off);
  check_templates(input, input, index);
  // With a right checksum the fuzzer reaches what lies behind it.
  if (input.size() >= 8) {
    std::string sealed(input);
    const auto sum = static_cast<std::uint32_t>(hash64(input.substr(8)));
    for (std::size_t i = 0; i < 4; ++i) sealed[4 + i] = static_cast<char>(sum >> (8 * i));
    check_templates(sealed, input, index);
  }
  check_learning(input);
  return 0;
}
