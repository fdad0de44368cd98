// The settings of a server.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace freshet {

struct Setting;

struct ServeSettings {
  std::string listen = "127.0.0.1:8787";
  std::string replay = "next";  // where archived pages are shown
  std::string replay_url = {};
  std::vector<std::string> names = {};        // host names, beside localhost and IP addresses
  std::string public_url = {};                // of links in messages; empty: no links
  std::vector<std::string> trust_proxy = {};  // addresses, or "unix"
  std::string user_header = {};               // in which such a proxy names the person
};

std::vector<Setting> declare_serve_settings();

}  // namespace freshet
