#include "cli/reference.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "cli/commands/commands.h"
#include "cli/completion.h"
#include "cli/flag_list.h"
#include "testkit/test_data.h"

namespace freshet {
namespace {

// Compares a document with what is declared; with FRESHET_WRITE_DOCS=1 writes it.
void expect_document(const char* name, const std::string& text) {
  const auto path = testkit::project_path(name);
  if (std::getenv("FRESHET_WRITE_DOCS") != nullptr) std::ofstream(path, std::ios::binary) << text;
  EXPECT_TRUE(testkit::read_file(path) == text)
      << name << " is out of date; write it anew with\n"
      << "  FRESHET_WRITE_DOCS=1 build/dev/cli_test --gtest_filter='Reference.*'";
}

TEST(Reference, CommandsAreAllInTheDocuments) {
  expect_document("docs/commands.md", commands_markdown(all_commands()));
}

TEST(Reference, SettingsAreAllInTheDocuments) {
  expect_document("docs/settings.md", settings_markdown());
}

TEST(Reference, ManPageNamesEveryCommandAndFlag) {
  const std::string page = man_page(all_commands());
  const auto escaped = [](std::string_view name) {
    std::string text;
    for (const char c : name) text += c == '-' ? std::string("\\-") : std::string(1, c);
    return text;
  };
  for (const Command& command : all_commands()) {
    EXPECT_NE(page.find("\n.SS " + escaped(command.name) + "\n"), std::string::npos);
    for (const FlagEntry& flag : flags_of(command))
      EXPECT_NE(page.find("\\fB" + escaped(flag.name) + "\\fR"), std::string::npos) << flag.name;
  }
  for (const Setting& setting : known_settings())
    EXPECT_NE(page.find("\n\\fB" + std::string(setting.key) + "\\fR\n"), std::string::npos)
        << setting.key;
}

// A line that starts with a dot or a quote would be read as a request.
TEST(Reference, ManPageHidesTextThatLooksLikeMarkup) {
  const Command command = {.name = "look",
                           .summary = "Look",
                           .details = ".nf is a request,\n'tis none; a \\ stays.",
                           .operands = {},
                           .options = {},
                           .sections = {},
                           .examples = {},
                           .run = nullptr};
  EXPECT_NE(man_page({command}).find("\n\\&.nf is a request,\n\\&\\(aqtis none; a \\e stays.\n"),
            std::string::npos)
      << man_page({command});
}

TEST(Reference, ListsTheValuesOfChoicesAndToggles) {
  for (const FlagEntry& flag : common_flags()) {
    if (flag.name != "--color") continue;
    EXPECT_EQ(flag.choices, (std::vector<std::string>{"auto", "always", "never"}));
  }
  for (const Setting& setting : known_settings()) {
    for (const std::string& value : listed_values(setting)) {
      Settings settings;
      EXPECT_TRUE(setting.write(settings, *setting.from_text(value))) << setting.key << value;
    }
  }
}

TEST(Completion, NamesEveryCommandAndFlag) {
  const std::vector<Command> commands = all_commands();
  const std::string bash = bash_completion(commands);
  const std::string zsh = zsh_completion(commands);
  const std::string fish = fish_completion(commands);
  for (const Command& command : commands) {
    const std::string name(command.name);
    EXPECT_NE(bash.find("      " + name + ") "), std::string::npos) << name;
    EXPECT_NE(zsh.find("        " + name + ")\n"), std::string::npos) << name;
    EXPECT_NE(fish.find(" -a " + name + " -d "), std::string::npos) << name;
    for (const FlagEntry& flag : flags_of(command)) {
      const std::string long_name(flag.name.substr(2));
      EXPECT_NE(zsh.find("--" + long_name + "["), std::string::npos) << long_name;
      EXPECT_NE(fish.find("_from " + name + "' " + (flag.letter.empty() ? "" : "-s ")),
                std::string::npos);
      EXPECT_NE(fish.find(" -l " + long_name + " "), std::string::npos) << long_name;
    }
  }
}

}  // namespace
}  // namespace freshet
