// The npm package text-encoding as an oracle, through tests/oracle/text_encoding.mjs.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "charset/encoding.h"

namespace freshet {

// Returns true if the package is installed; otherwise the running test is marked untested, and must
// return at once.
bool has_text_encoding_oracle();

// Returns the package's labels with the names of their encodings.
std::map<std::string, std::string> text_encoding_labels();

// Returns the package's decoding of each input.
std::vector<std::string> text_encoding_decode(
    const std::vector<std::pair<Encoding, std::string>>& inputs);

}  // namespace freshet
