#include "practice/tls_certificates.h"

#include <fmt/format.h>
#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <deque>
#include <map>
#include <utility>

#include "base/check.h"

namespace freshet {

namespace {

constexpr long kDayInSeconds = 86400;
constexpr const char* kAuthorityName = "freshet practice authority";

struct Free {
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  void operator()(X509* certificate) const { X509_free(certificate); }
  void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
  void operator()(BIO* bio) const { BIO_free(bio); }
};
using Key = std::unique_ptr<EVP_PKEY, Free>;
using Certificate = std::unique_ptr<X509, Free>;

void add_extension(X509* certificate, X509* issuer, int what, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
  X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, &context, what, value.c_str());
  require(extension != nullptr, "OpenSSL knows the extensions of certificates");
  X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
}

// Returns a certificate without name, extensions and signature.
Certificate blank_certificate(EVP_PKEY* key, long serial) {
  Certificate certificate(X509_new());
  require(certificate != nullptr, "there is memory for a certificate");
  X509_set_version(certificate.get(), X509_VERSION_3);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), serial);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -kDayInSeconds);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 365 * kDayInSeconds);
  X509_set_pubkey(certificate.get(), key);
  return certificate;
}

void set_common_name(X509_NAME* name, const std::string& text) {
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>(text.data()),
                             static_cast<int>(std::min<std::size_t>(text.size(), 64)), -1, 0);
}

Certificate authority_certificate(EVP_PKEY* key) {
  Certificate certificate = blank_certificate(key, 1);
  X509* const raw = certificate.get();
  set_common_name(X509_get_subject_name(raw), kAuthorityName);
  X509_set_issuer_name(raw, X509_get_subject_name(raw));
  add_extension(raw, raw, NID_basic_constraints, "critical,CA:TRUE");
  add_extension(raw, raw, NID_key_usage, "critical,keyCertSign,cRLSign");
  add_extension(raw, raw, NID_subject_key_identifier, "hash");
  X509_sign(raw, key, EVP_sha256());
  return certificate;
}

std::string pem_of(X509* certificate) {
  const std::unique_ptr<BIO, Free> bio(BIO_new(BIO_s_mem()));
  PEM_write_bio_X509(bio.get(), certificate);
  char* bytes = nullptr;
  const long size = BIO_get_mem_data(bio.get(), &bytes);
  return std::string(bytes, static_cast<std::size_t>(size));
}

// Returns true for letters, digits, dots and dashes, which may stand in subjectAltName.
bool is_plain_name(std::string_view name) {
  if (name.empty() || name.size() > 253) return false;
  return name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789.-") == name.npos;
}

}  // namespace

struct TlsCertificates::State {
  std::function<std::string(const std::string&)> name_for;
  Key authority_key, key;
  Certificate authority;
  std::string pem;
  std::unique_ptr<SSL_CTX, Free> context;
  std::map<std::string, Certificate> by_name;
  std::deque<std::string> order;  // keys of by_name, the oldest first
  long serial = 1;

  X509* certificate_for(const std::string& name) {
    if (const auto known = by_name.find(name); known != by_name.end()) return known->second.get();
    if (by_name.size() >= kCertificatesMax) {
      by_name.erase(order.front());
      order.pop_front();
    }
    Certificate made = blank_certificate(key.get(), ++serial);
    set_common_name(X509_get_subject_name(made.get()), name);
    X509_set_issuer_name(made.get(), X509_get_subject_name(authority.get()));
    add_extension(made.get(), authority.get(), NID_subject_alt_name, "DNS:" + name);
    add_extension(made.get(), authority.get(), NID_authority_key_identifier, "keyid");
    X509_sign(made.get(), authority_key.get(), EVP_sha256());
    order.push_back(name);
    return by_name.emplace(name, std::move(made)).first->second.get();
  }

  // OpenSSL calls it when a client has sent the name that it wants (SNI).
  static int choose(SSL* session, int*, void* self) {
    auto& state = *static_cast<State*>(self);
    const char* asked = SSL_get_servername(session, TLSEXT_NAMETYPE_host_name);
    std::string name = state.name_for(asked ? asked : "");
    if (!is_plain_name(name)) name = "nobody.test";
    SSL_use_certificate(session, state.certificate_for(name));
    SSL_use_PrivateKey(session, state.key.get());
    return SSL_TLSEXT_ERR_OK;
  }
};

TlsCertificates::TlsCertificates(std::unique_ptr<State> state) : state_(std::move(state)) {}
TlsCertificates::~TlsCertificates() = default;

Result<std::unique_ptr<TlsCertificates>> TlsCertificates::make(
    std::function<std::string(const std::string& asked)> name_for) {
  auto state = std::make_unique<State>();
  state->name_for = std::move(name_for);
  state->authority_key.reset(EVP_EC_gen("P-256"));
  state->key.reset(EVP_EC_gen("P-256"));
  state->context.reset(SSL_CTX_new(TLS_server_method()));
  if (!state->authority_key || !state->key || !state->context)
    return std::unexpected(
        Error{Errc::unavailable, "OpenSSL cannot make keys for the practice web's certificates"});
  state->authority = authority_certificate(state->authority_key.get());
  state->pem = pem_of(state->authority.get());
  SSL_CTX* const context = state->context.get();
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  // For clients that send no name.
  SSL_CTX_use_certificate(context, state->certificate_for("nobody.test"));
  SSL_CTX_use_PrivateKey(context, state->key.get());
  SSL_CTX_set_tlsext_servername_callback(context, State::choose);
  SSL_CTX_set_tlsext_servername_arg(context, state.get());
  return std::unique_ptr<TlsCertificates>(new TlsCertificates(std::move(state)));
}

const std::string& TlsCertificates::authority_pem() const { return state_->pem; }

ssl_st* TlsCertificates::new_session(int socket) {
  SSL* session = SSL_new(state_->context.get());
  require(session != nullptr, "there is memory for a TLS session");
  SSL_set_fd(session, socket);
  SSL_set_accept_state(session);
  return session;
}

}  // namespace freshet
