#include "testkit/certificates.h"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <cstdio>

#include "base/check.h"

namespace freshet::testkit {
namespace {

constexpr long kDay = 24 * 3600;

void add_extension(X509* certificate, int kind, const std::string& value) {
  X509_EXTENSION* const extension = X509V3_EXT_conf_nid(nullptr, nullptr, kind, value.c_str());
  require(extension != nullptr, "OpenSSL knows the extension");
  X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
}

}  // namespace

struct TestAuthority::Pair {
  EVP_PKEY* key = EVP_EC_gen("P-256");
  X509* certificate = X509_new();

  // Signed by `signer`, or by itself if that is null.
  Pair(const std::string& name, int serial, int days, const Pair* signer, bool is_authority) {
    X509_set_version(certificate, X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), serial);
    X509_gmtime_adj(X509_getm_notBefore(certificate), -7 * kDay);
    X509_gmtime_adj(X509_getm_notAfter(certificate), days * kDay);
    X509_NAME* const subject = X509_get_subject_name(certificate);
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
    X509_set_issuer_name(certificate,
                         signer ? X509_get_subject_name(signer->certificate) : subject);
    X509_set_pubkey(certificate, key);
    if (is_authority)
      add_extension(certificate, NID_basic_constraints, "critical,CA:TRUE");
    else
      add_extension(certificate, NID_subject_alt_name, "DNS:" + name);
    require(X509_sign(certificate, signer ? signer->key : key, EVP_sha256()) > 0,
            "a certificate can be signed");
  }
  ~Pair() {
    X509_free(certificate);
    EVP_PKEY_free(key);
  }
  Pair(const Pair&) = delete;
  Pair& operator=(const Pair&) = delete;
};

TestAuthority::TestAuthority(std::string directory)
    : directory_(std::move(directory)),
      root_(std::make_unique<Pair>("Test authority", 1, 1, nullptr, true)),
      ca_(write("ca", *root_)) {}

TestAuthority::~TestAuthority() = default;

Certificate TestAuthority::issue(const std::string& name, int days) {
  const int number = ++issued_;
  return write(std::to_string(number), Pair(name, number + 1, days, root_.get(), false));
}

Certificate TestAuthority::self_signed(const std::string& name) {
  const int number = ++issued_;
  return write(std::to_string(number), Pair(name, number + 1, 1, nullptr, false));
}

Certificate TestAuthority::write(const std::string& title, const Pair& pair) const {
  Certificate made{directory_ + "/" + title + ".pem", directory_ + "/" + title + ".key"};
  std::FILE* const certificate = std::fopen(made.file.c_str(), "w");
  std::FILE* const key = std::fopen(made.key_file.c_str(), "w");
  require(certificate && key, "the directory of the certificates can be written");
  PEM_write_X509(certificate, pair.certificate);
  PEM_write_PrivateKey(key, pair.key, nullptr, nullptr, 0, nullptr, nullptr);
  std::fclose(certificate);
  std::fclose(key);
  return made;
}

}  // namespace freshet::testkit
