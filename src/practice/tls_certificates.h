// TLS for the practice server: an authority of its own, and a certificate for whatever name a
// client asks for, made when it does.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/error.h"

struct ssl_st;  // OpenSSL's SSL

namespace freshet {

// Certificates that are kept; beyond, the oldest are forgotten and made again when needed.
inline constexpr std::size_t kCertificatesMax = 4096;

class TlsCertificates {
 public:
  // `name_for` says for which name the certificate is that is shown to those who ask for a name.
  static Result<std::unique_ptr<TlsCertificates>> make(
      std::function<std::string(const std::string& asked)> name_for);
  ~TlsCertificates();

  // The authority's certificate, for those who shall trust it.
  const std::string& authority_pem() const;

  // A session of a server on a connected socket; the caller frees it. Not after this is gone.
  ssl_st* new_session(int socket);

 private:
  struct State;
  explicit TlsCertificates(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace freshet
