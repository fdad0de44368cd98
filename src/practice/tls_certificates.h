// TLS for the practice server: its own certificate authority, and a certificate for each name,
// issued when a client first asks for it.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/error.h"

struct ssl_st;  // OpenSSL's SSL

namespace freshet {

// Certificates kept; beyond this the oldest are dropped, and issued again when needed.
inline constexpr std::size_t kCertificatesMax = 4096;

class TlsCertificates {
 public:
  // `name_for` maps the requested name to the name in the certificate.
  static Result<std::unique_ptr<TlsCertificates>> make(
      std::function<std::string(const std::string& asked)> name_for);
  ~TlsCertificates();

  // Returns the authority's certificate, for clients to trust.
  const std::string& authority_pem() const;

  // Returns a server session on a connected socket. The caller frees it, before this is destroyed.
  ssl_st* new_session(int socket);

 private:
  struct State;
  explicit TlsCertificates(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace freshet
