// libcurl's easy handle with a connection of its own, and what it is told for a request. What stays
// the same from one request to the next is not set again.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "warc/capture.h"
#include "web/address.h"
#include "web/curl_web.h"
#include "web/web.h"

struct curl_slist;

namespace freshet {

class CurlHandle {
 public:
  explicit CurlHandle(const CurlWebOptions& options);

  // CURL*, which is void to libcurl's own header too.
  void* easy() const { return easy_.get(); }

  // URL and headers; the headers are taken out of `request`.
  void set_request(WebRequest& request);

  // Where the next attempt connects to, and for how long it may try. What went wrong before is
  // forgotten.
  void set_address(const IpAddress& address, std::uint16_t port, Duration patience);

  // The request as it is sent, up to its empty line.
  std::string request_head() const;

  // What libcurl says went wrong; empty if it does not say.
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

  // Holds the connection, so that it is nobody else's and goes with us. Destroyed behind the easy
  // handle, as libcurl wants it.
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
