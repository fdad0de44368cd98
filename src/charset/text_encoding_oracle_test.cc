#include "charset/text_encoding_oracle_test.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>

#include "testkit/oracle.h"
#include "testkit/test_data.h"

namespace freshet {
namespace {

constexpr std::string_view kScript = "text_encoding.mjs";

}  // namespace

bool has_text_encoding_oracle() {
  if (std::filesystem::exists(testkit::project_path("tests/oracle/node_modules/text-encoding")))
    return true;
  testkit::leave_untested("run `npm ci` in tests/oracle, or scripts/test");
  return false;
}

std::map<std::string, std::string> text_encoding_labels() {
  const std::string answer = testkit::run_oracle(kScript, {"labels"}, "");
  if (answer.empty()) return {};
  return nlohmann::json::parse(answer);
}

std::vector<std::string> text_encoding_decode(
    const std::vector<std::pair<Encoding, std::string>>& inputs) {
  std::string packed;
  for (const auto& [encoding, bytes] : inputs)
    packed.append(encoding_name(encoding))
        .append("\n")
        .append(std::to_string(bytes.size()))
        .append("\n")
        .append(bytes);
  const std::string answer = testkit::run_oracle(kScript, {"decode"}, packed);
  std::vector<std::string> texts;
  for (std::size_t at = 0; at < answer.size();) {
    const std::size_t end = answer.find('\n', at);
    const std::size_t length = std::stoul(answer.substr(at, end - at));
    texts.push_back(answer.substr(end + 1, length));
    at = end + 1 + length;
  }
  return texts;
}

}  // namespace freshet
