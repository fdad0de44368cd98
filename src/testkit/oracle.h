// Foreign programs that our readers are compared with: scripts in tests/oracle, run by node.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace freshet::testkit {

// Runs `node tests/oracle/<script> <arguments>` with `input` and returns what it printed. A script
// that fails, or node being absent, fails the running test and gives an empty answer.
std::string run_oracle(std::string_view script, const std::vector<std::string>& arguments,
                       std::string_view input);

// The same, but what it printed is kept in the build folder, and given again as long as script,
// packages, arguments and input stay the same.
std::string run_oracle_once(std::string_view script, const std::vector<std::string>& arguments,
                            std::string_view input);

// `texts` one behind the other, each with its length in front as 32 bits, little endian.
std::string pack_inputs(const std::vector<std::string>& texts);

}  // namespace freshet::testkit
