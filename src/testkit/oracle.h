// Foreign programs that our parsers are compared with: scripts in tests/oracle, run by node.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace freshet::testkit {

// Runs `node tests/oracle/<script> <arguments>` with `input` and returns its output. If the script
// fails or node is missing, fails the running test and returns "".
std::string run_oracle(std::string_view script, const std::vector<std::string>& arguments,
                       std::string_view input);

// The same, but caches the output in the build folder while script, packages, arguments and input
// stay the same.
std::string run_oracle_once(std::string_view script, const std::vector<std::string>& arguments,
                            std::string_view input);

// Concatenates `texts`, each after its length as 32 bits, little endian.
std::string pack_inputs(const std::vector<std::string>& texts);

}  // namespace freshet::testkit
