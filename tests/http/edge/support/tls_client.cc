#include "tests/http/edge/support/tls_client.h"

#include <fcntl.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "core/check.h"
#include "tests/http/edge/support/raw_client.h"

namespace countersign::http {

namespace {

template <class Write>
void write_file(const std::string& path, const Write& write) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  std::FILE* const file = ::fdopen(fd, "w");
  check(file != nullptr, "a file of the test opens for writing");
  write(file);
  std::fclose(file);
}

}  // namespace

std::string client_hello() {
  SSL_CTX* const context = SSL_CTX_new(TLS_client_method());
  SSL* const client = SSL_new(context);
  SSL_set_bio(client, BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()));
  SSL_set_connect_state(client);
  check(SSL_do_handshake(client) < 0,
        "a TLS handshake without the server's answer does not complete");
  char* bytes = nullptr;
  const long size = BIO_get_mem_data(SSL_get_wbio(client), &bytes);
  std::string hello(bytes, static_cast<std::size_t>(size));
  SSL_free(client);
  SSL_CTX_free(context);
  return hello;
}

TestCertificate::TestCertificate() {
  std::string name = (std::filesystem::temp_directory_path() / "edge-tls-XXXXXX").string();
  folder_ = ::mkdtemp(name.data());
  EVP_PKEY* const key = EVP_EC_gen("P-256");
  X509* const certificate = X509_new();
  X509_set_version(certificate, 2);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate), -60);
  X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
  X509_set_pubkey(certificate, key);
  X509_NAME* const subject = X509_get_subject_name(certificate);
  X509_NAME_add_entry_by_txt(
      subject, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>("localhost"), -1, -1, 0);
  X509_set_issuer_name(certificate, subject);
  X509_sign(certificate, key, EVP_sha256());
  const TlsFiles paths = files();
  write_file(paths.certificate_path, [&](std::FILE* f) { PEM_write_X509(f, certificate); });
  write_file(paths.key_path, [&](std::FILE* f) {
    PEM_write_PrivateKey(f, key, nullptr, nullptr, 0, nullptr, nullptr);
  });
  X509_free(certificate);
  EVP_PKEY_free(key);
}

TestCertificate::~TestCertificate() { std::filesystem::remove_all(folder_); }

TlsFiles TestCertificate::files() const {
  return {.certificate_path = folder_ + "/certificate.pem", .key_path = folder_ + "/key.pem"};
}

struct TlsClient::Impl {
  explicit Impl(std::uint16_t port) : tcp(port) {}
  RawClient tcp;
  SSL_CTX* context = SSL_CTX_new(TLS_client_method());
  SSL* ssl = nullptr;
  bool connected = false;
};

TlsClient::TlsClient(std::uint16_t port, int highest_version)
    : impl_(std::make_unique<Impl>(port)) {
  // This client's own socket BIO writes without MSG_NOSIGNAL.
  std::signal(SIGPIPE, SIG_IGN);
  SSL_CTX_set_max_proto_version(impl_->context, highest_version);
  impl_->ssl = SSL_new(impl_->context);
  SSL_set_fd(impl_->ssl, impl_->tcp.fd());
  impl_->connected = SSL_connect(impl_->ssl) == 1;
}

TlsClient::~TlsClient() {
  SSL_free(impl_->ssl);
  SSL_CTX_free(impl_->context);
}

bool TlsClient::connected() const { return impl_->connected; }

bool TlsClient::send(std::string_view bytes) {
  return SSL_write(impl_->ssl, bytes.data(), static_cast<int>(bytes.size())) ==
         static_cast<int>(bytes.size());
}

bool TlsClient::update_key() {
  return SSL_key_update(impl_->ssl, SSL_KEY_UPDATE_NOT_REQUESTED) == 1 &&
         SSL_do_handshake(impl_->ssl) == 1;
}

std::string TlsClient::receive(std::size_t size) {
  std::string received;
  std::array<char, 16 * 1024> bytes;
  while (received.size() < size) {
    const std::size_t want = std::min(bytes.size(), size - received.size());
    const int got = SSL_read(impl_->ssl, bytes.data(), static_cast<int>(want));
    if (got <= 0) break;
    received.append(bytes.data(), static_cast<std::size_t>(got));
  }
  return received;
}

std::string TlsClient::receive_to_end() { return receive(SIZE_MAX); }

std::string TlsClient::certificate() const {
  X509* const shown = SSL_get1_peer_certificate(impl_->ssl);
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  check(shown != nullptr && X509_digest(shown, EVP_sha256(), digest.data(), &size) == 1,
        "a TLS server shows a certificate");
  X509_free(shown);
  return {reinterpret_cast<const char*>(digest.data()), size};
}

std::string TlsClient::version() const { return SSL_get_version(impl_->ssl); }

}  // namespace countersign::http
