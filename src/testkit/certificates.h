// Certificates for tests of TLS: an authority of our own, and what it signs.
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
  explicit TestAuthority(std::string directory);  // where the files are put
  ~TestAuthority();

  // Its own certificate, which trusts what it signs.
  const std::string& ca_file() const { return ca_.file; }

  // For the host `name` ("a.example", "*.a.example"), valid from a week ago for `days` from now;
  // less than none: it has expired.
  Certificate issue(const std::string& name, int days = 1);
  // The same, signed by itself only.
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
