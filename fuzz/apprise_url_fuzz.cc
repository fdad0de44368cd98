// Reads: src/notify/apprise_url.cc src/notify/apprise_parts.cc src/notify/channel.cc
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "notify/apprise_url.h"
#include "notify/compose.h"

using freshet::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const auto channel = freshet::read_apprise_url({reinterpret_cast<const char*>(bytes), size});
  if (!channel) return 0;
  require(freshet::validate(*channel).has_value(), "what is read is valid");
  freshet::ChangeMessage message{.id = "c"};
  const auto composed =
      freshet::compose(*channel, freshet::single_notification("d", std::move(message)));
  for (const auto& header : composed.headers)
    require(header.value.find_first_of("\r\n") == std::string::npos, "a header is one line");
  return 0;
}
