// Certificates for tests of TLS: a certificate authority, and the certificates it signs.
#pragma once

#include <memory>
#include <string>

namespace freshet::testkit {

struct Certificate {
  std::string file;      // PEM
  std::string key_file;  // PEM
};

class TestAuthority {
 public:
  explicit TestAuthority(std::string directory);  // for the files
  ~TestAuthority();

  // Returns its own certificate, to be trusted by clients.
  const std::string& ca_file() const { return ca_.file; }

  // Issues a certificate for the host `name` ("a.example", "*.a.example"), valid from a week ago
  // for `days` from now; negative: already expired.
  Certificate issue(const std::string& name, int days = 1);
  // Issues a self-signed certificate.
  Certificate self_signed(const std::string& name);

 private:
  struct Pair;
  Certificate write(const std::string& title, const Pair& pair) const;

  std::string directory_;
  std::unique_ptr<Pair> root_;
  Certificate ca_;
  int issued_ = 0;
};

}  // namespace freshet::testkit
