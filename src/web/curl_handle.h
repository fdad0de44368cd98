// libcurl's easy handle with its own connection, and its options for a request. Options that do not
// change between requests are set once.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "warc/exchange.h"
#include "web/address.h"
#include "web/curl_web.h"
#include "web/web.h"

struct curl_slist;

namespace freshet {

class CurlHandle {
 public:
  explicit CurlHandle(const CurlWebOptions& options);

  // Returns the CURL*, which is void in libcurl's header too.
  void* easy() const { return easy_.get(); }

  // Sets URL and headers; the headers are moved out of `request`.
  void set_request(WebRequest& request);

  // Sets the target of the next attempt and its connect timeout. Clears the previous error.
  void set_address(const IpAddress& address, std::uint16_t port, Duration patience);

  // Returns the request as sent, up to the empty line.
  std::string request_head() const;

  // Returns libcurl's error message; empty if there is none.
  std::string_view error() const { return error_.data(); }

 private:
  struct FreeEasy {
    void operator()(void* easy) const;
  };
  struct FreeShare {
    void operator()(void* share) const;
  };
  struct FreeList {
    void operator()(curl_slist* list) const;
  };
  using List = std::unique_ptr<curl_slist, FreeList>;
  static List append(List list, const std::string& line);

  // Holds the connection, so that it is not shared and is closed with this. Destroyed after the
  // easy handle, as libcurl requires.
  std::unique_ptr<void, FreeShare> share_;
  std::unique_ptr<void, FreeEasy> easy_;
  std::array<char, 256> error_{};  // CURL_ERROR_SIZE

  std::string origin_;
  std::vector<warc::Field> headers_;
  std::string head_;  // Host and headers as sent
  List header_list_;
  std::string target_;
  bool is_head_ = false;
  std::string connect_to_;
  List connect_list_;
};

}  // namespace freshet
