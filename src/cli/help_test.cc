#include "cli/help.h"

#include <gtest/gtest.h>

#include <sstream>

#include "cli/commands/commands.h"

namespace freshet {
namespace {

std::vector<std::string> all_help() {
  std::vector<std::string> texts = {program_help(all_commands())};
  for (const Command& command : all_commands()) texts.push_back(command_help(command));
  return texts;
}

TEST(Help, FitsEightyColumns) {
  for (const std::string& text : all_help()) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
  }
}

TEST(Help, HasUsageExamplesAndExitCodes) {
  for (const std::string& text : all_help()) {
    for (const char* part : {"Usage: freshet ", "\nExamples:\n  freshet ", "\nExit codes:\n  0 "})
      EXPECT_NE(text.find(part), std::string::npos) << part << "in\n" << text;
  }
}

TEST(Help, ListsEveryCommandOptionAndSetting) {
  const std::string program = program_help(all_commands());
  for (const Command& command : all_commands()) {
    EXPECT_NE(program.find("\n  " + std::string(command.name) + " "), std::string::npos);
    const std::string own = command_help(command);
    for (const Option& option : command.options)
      EXPECT_TRUE(own.find("\n  " + std::string(option.name)) != std::string::npos ||
                  own.find(", " + std::string(option.name) + " ") != std::string::npos)
          << option.name;
  }
  const std::string config = command_help(config_command());
  for (const Setting& setting : known_settings()) {
    EXPECT_NE(config.find("\n  " + std::string(setting.key) + " "), std::string::npos)
        << setting.key;
  }
}

TEST(Help, ShowsOperandsAndLongNames) {
  const Command command = {.name = "look",
                           .summary = "Look",
                           .details = "Closely.",
                           .operands = {{"FILE", "what to look at"}, {"MORE", "and more", false}},
                           .options = {{"--a-very-long-name-of-an-option", "VALUE", "its meaning"}},
                           .sections = {},
                           .examples = {},
                           .run = nullptr};
  const std::string text = command_help(command);
  EXPECT_NE(text.find("Usage: freshet look [OPTIONS] FILE [MORE]\n"), std::string::npos) << text;
  Command own_usage = command;
  own_usage.usage = "FILE --this|--that";
  EXPECT_NE(command_help(own_usage).find("Usage: freshet look FILE --this|--that\n"),
            std::string::npos);
  EXPECT_NE(text.find("\n  --a-very-long-name-of-an-option VALUE\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace freshet
