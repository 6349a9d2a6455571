#include "events/crypto/peer/peer_stream.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/check.h"
#include "events/crypto/sha256.h"

namespace countersign {
namespace {

// The certificates are of one key without a chain, which takes a few hundred bytes.
constexpr long kCertificateBytesMax = 8 * 1024;
// A record of TLS takes at most 16 KiB and 256 bytes (RFC 8446, 5.2).
constexpr std::size_t kPieceBytes = 16 * 1024;
// Messages of the handshake's protocol in a row that bring no data, such as KeyUpdate, before the
// stream counts as broken.
constexpr int kMessagesMost = 32;

template <auto kFree>
struct Release {
  template <class T>
  void operator()(T* object) const {
    kFree(object);
  }
};
using Key = std::unique_ptr<EVP_PKEY, Release<&EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, Release<&X509_free>>;
using Context = std::unique_ptr<SSL_CTX, Release<&SSL_CTX_free>>;
using Session = std::unique_ptr<SSL, Release<&SSL_free>>;

// The verification of the other side's certificate reads and writes these.
struct Verification {
  const PeerTls::Allows* allows = nullptr;
  std::optional<Sha256> seen{};
  bool refused = false;
};

Key key_of(const SecretBytes<32>& seed) {
  const auto bytes = seed.reveal();
  Key key(EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, bytes.data(), bytes.size()));
  check(key != nullptr, "OpenSSL makes an Ed25519 key of 32 bytes");
  return key;
}

// A certificate of the key alone: its names and times are not looked at, and are the same for all.
Certificate certificate_of(EVP_PKEY* key) {
  Certificate made(X509_new());
  check(made != nullptr, "OpenSSL allocates a certificate");
  X509* const certificate = made.get();
  static constexpr unsigned char kName[] = "countersign";
  X509_NAME* const name = X509_get_subject_name(certificate);
  const bool whole =
      X509_set_version(certificate, X509_VERSION_3) == 1 &&
      ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1) == 1 &&
      ASN1_TIME_set_string(X509_getm_notBefore(certificate), "20200101000000Z") == 1 &&
      ASN1_TIME_set_string(X509_getm_notAfter(certificate), "99991231235959Z") == 1 &&
      X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, kName, -1, -1, 0) == 1 &&
      X509_set_issuer_name(certificate, name) == 1 && X509_set_pubkey(certificate, key) == 1 &&
      X509_sign(certificate, key, nullptr) > 0;
  check(whole, "OpenSSL signs a certificate of its own key");
  return made;
}

std::optional<Sha256> fingerprint_of(const X509* certificate) {
  unsigned char* der = nullptr;
  const int size = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &der);
  if (size <= 0) return std::nullopt;
  const Sha256 found(sha256(ByteView(der, static_cast<std::size_t>(size))));
  OPENSSL_free(der);
  return found;
}

// Stands for the whole verification of a chain: only the key of the certificate counts, and TLS
// itself proves that the other side has its private half.
int verify(X509_STORE_CTX* store, void*) {
  auto* const ssl =
      static_cast<SSL*>(X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx()));
  auto& verification = *static_cast<Verification*>(SSL_get_app_data(ssl));
  const X509* const certificate = X509_STORE_CTX_get0_cert(store);
  if (certificate != nullptr) verification.seen = fingerprint_of(certificate);
  if (verification.seen && (*verification.allows)(*verification.seen)) return 1;
  verification.refused = true;
  X509_STORE_CTX_set_error(store, X509_V_ERR_APPLICATION_VERIFICATION);
  return 0;
}

int select_protocol(SSL*,
                    const unsigned char** out,
                    unsigned char* out_size,
                    const unsigned char* offered,
                    unsigned int offered_size,
                    void* wanted) {
  const auto& protocol = *static_cast<const std::string*>(wanted);
  unsigned char* chosen = nullptr;
  const int found = SSL_select_next_proto(&chosen,
                                          out_size,
                                          reinterpret_cast<const unsigned char*>(protocol.data()),
                                          static_cast<unsigned>(protocol.size()),
                                          offered,
                                          offered_size);
  if (found != OPENSSL_NPN_NEGOTIATED) return SSL_TLSEXT_ERR_ALERT_FATAL;
  *out = chosen;
  return SSL_TLSEXT_ERR_OK;
}

// OpenSSL calls this for each message in either direction.
void count_message(int, int, int content, const void*, std::size_t, SSL*, void* messages) {
  if (content == SSL3_RT_HANDSHAKE || content == SSL3_RT_ALERT) ++*static_cast<int*>(messages);
}

// One connection. OpenSSL reads and writes memory; this class carries the memory over the stream.
class TlsStream final : public PeerStream {
 public:
  TlsStream(SSL_CTX* context, std::unique_ptr<ByteStream> carrier, const PeerTls::Allows& allows)
      : carrier_(std::move(carrier)), verification_{&allows}, ssl_(SSL_new(context)) {
    in_ = BIO_new(BIO_s_mem());
    out_ = BIO_new(BIO_s_mem());
    check(ssl_ != nullptr && in_ != nullptr && out_ != nullptr,
          "OpenSSL allocates a connection of TLS");
    SSL_set_bio(ssl_.get(), in_, out_);  // which owns both
    SSL_set_app_data(ssl_.get(), &verification_);
    SSL_set_msg_callback(ssl_.get(), count_message);
    SSL_set_msg_callback_arg(ssl_.get(), &messages_);
  }
  TlsStream(const TlsStream&) = delete;
  TlsStream& operator=(const TlsStream&) = delete;
  // Tells the other side that this end was meant, if that takes no time.
  ~TlsStream() override {
    if (broken_) return;
    (void)SSL_shutdown(ssl_.get());
    (void)flush(steady_now());
    ERR_clear_error();
  }

  SSL* ssl() { return ssl_.get(); }
  const Verification& verification() const { return verification_; }
  const Sha256& peer() const override { return *verification_.seen; }

  std::optional<StreamEnd> shake_hands(SteadyTime deadline) {
    for (;;) {
      ERR_clear_error();
      const int done = SSL_do_handshake(ssl_.get());
      const bool waits = SSL_get_error(ssl_.get(), done) == SSL_ERROR_WANT_READ;
      if (const auto end = flush(deadline)) return broken(*end);  // an alert goes out too
      if (done == 1) break;
      if (!waits) return broken(StreamEnd::Closed);
      if (const auto end = fill(deadline)) return broken(*end);
    }
    verification_.allows = nullptr;  // which the caller may now end
    messages_ = 0;
    return std::nullopt;
  }

  Result<std::size_t, StreamEnd> read(char* buffer,
                                      std::size_t size,
                                      SteadyTime deadline) override {
    while (!broken_) {
      ERR_clear_error();
      std::size_t got = 0;
      const int done = SSL_read_ex(ssl_.get(), buffer, size, &got);
      if (done == 1) {
        messages_ = 0;
        return got;
      }
      if (SSL_get_error(ssl_.get(), done) != SSL_ERROR_WANT_READ) break;
      if (messages_ > kMessagesMost) break;
      if (const auto end = flush(deadline)) return broken(*end);
      if (BIO_pending(in_) > 0) continue;
      if (const auto end = fill(deadline)) return broken(*end);
    }
    return broken(StreamEnd::Closed);
  }

  std::optional<StreamEnd> write(std::string_view bytes, SteadyTime deadline) override {
    while (!bytes.empty() && !broken_) {
      ERR_clear_error();
      std::size_t taken = 0;
      const std::size_t piece = std::min(bytes.size(), kPieceBytes);
      if (SSL_write_ex(ssl_.get(), bytes.data(), piece, &taken) != 1) {
        return broken(StreamEnd::Closed);
      }
      bytes.remove_prefix(taken);
      if (const auto end = flush(deadline)) return broken(*end);
    }
    if (broken_) return StreamEnd::Closed;
    return std::nullopt;
  }

  // A side that names no protocol gets here without a choice.
  bool speaks(std::string_view protocol) const {
    const unsigned char* chosen = nullptr;
    unsigned size = 0;
    SSL_get0_alpn_selected(ssl_.get(), &chosen, &size);
    return std::string_view(reinterpret_cast<const char*>(chosen), size) == protocol;
  }

  bool is_quiet() override {
    return !broken_ && SSL_has_pending(ssl_.get()) == 0 && BIO_pending(in_) == 0 &&
           carrier_->is_quiet();
  }

 private:
  StreamEnd broken(StreamEnd end) {
    broken_ = true;
    return end;
  }

  // Sends what OpenSSL has written.
  std::optional<StreamEnd> flush(SteadyTime deadline) {
    std::array<char, kPieceBytes> piece;
    for (;;) {
      const int got = BIO_read(out_, piece.data(), static_cast<int>(piece.size()));
      if (got <= 0) return std::nullopt;
      const std::string_view bytes(piece.data(), static_cast<std::size_t>(got));
      if (const auto end = carrier_->write(bytes, deadline)) return end;
    }
  }

  // Gives OpenSSL what comes next.
  std::optional<StreamEnd> fill(SteadyTime deadline) {
    std::array<char, kPieceBytes> piece;
    const auto got = carrier_->read(piece.data(), piece.size(), deadline);
    if (!got) return got.error();
    const int size = static_cast<int>(*got);
    if (BIO_write(in_, piece.data(), size) != size) return StreamEnd::Closed;
    return std::nullopt;
  }

  const std::unique_ptr<ByteStream> carrier_;
  Verification verification_;
  const Session ssl_;
  BIO* in_ = nullptr;   // what has come, for OpenSSL; owned by ssl_
  BIO* out_ = nullptr;  // what OpenSSL has to send; owned by ssl_
  int messages_ = 0;    // of the handshake's protocol, since the last data
  bool broken_ = false;
};

}  // namespace

struct PeerTls::Impl {
  Context context;
  std::string protocol;  // its length in a byte, and the name
};

PeerTls::PeerTls(const SecretBytes<32>& seed, std::string protocol)
    : impl_(std::make_unique<Impl>()) {
  check(!protocol.empty() && protocol.size() <= 32, "a protocol's name has 1 to 32 bytes");
  impl_->protocol = static_cast<char>(protocol.size()) + protocol;
  impl_->context.reset(SSL_CTX_new(TLS_method()));
  SSL_CTX* const context = impl_->context.get();
  check(context != nullptr, "OpenSSL creates a context");
  const Key key = key_of(seed);
  const Certificate certificate = certificate_of(key.get());
  const bool usable = SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION) == 1 &&
                      SSL_CTX_set_max_proto_version(context, TLS1_3_VERSION) == 1 &&
                      SSL_CTX_use_certificate(context, certificate.get()) == 1 &&
                      SSL_CTX_use_PrivateKey(context, key.get()) == 1 &&
                      SSL_CTX_set_num_tickets(context, 0) == 1;
  check(usable, "OpenSSL uses a key and its certificate for TLS 1.3");
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_max_cert_list(context, kCertificateBytesMax);
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
  SSL_CTX_set_cert_verify_callback(context, verify, nullptr);
  SSL_CTX_set_alpn_select_cb(context, select_protocol, &impl_->protocol);
  // The memory of a connection ends a read without data as a socket does; with this mode off, a
  // read takes one record.
  SSL_CTX_clear_mode(context, SSL_MODE_AUTO_RETRY);
  SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
}

PeerTls::~PeerTls() = default;

Result<std::unique_ptr<PeerStream>, std::string> PeerTls::connect(
    std::unique_ptr<ByteStream> carrier, const Allows& allows, SteadyTime deadline) const {
  return shake_hands(std::move(carrier), allows, deadline, true);
}

Result<std::unique_ptr<PeerStream>, std::string> PeerTls::accept(
    std::unique_ptr<ByteStream> carrier, const Allows& allows, SteadyTime deadline) const {
  return shake_hands(std::move(carrier), allows, deadline, false);
}

Result<std::unique_ptr<PeerStream>, std::string> PeerTls::shake_hands(
    std::unique_ptr<ByteStream> carrier,
    const Allows& allows,
    SteadyTime deadline,
    bool connects) const {
  auto stream = std::make_unique<TlsStream>(impl_->context.get(), std::move(carrier), allows);
  if (connects) {
    SSL_set_connect_state(stream->ssl());
    const auto* const names = reinterpret_cast<const unsigned char*>(impl_->protocol.data());
    // Returns 0 on success, unlike its like.
    check(SSL_set_alpn_protos(
              stream->ssl(), names, static_cast<unsigned>(impl_->protocol.size())) == 0,
          "OpenSSL takes the name of a protocol");
  } else {
    SSL_set_accept_state(stream->ssl());
  }
  const auto end = stream->shake_hands(deadline);
  if (!end && !stream->speaks(std::string_view(impl_->protocol).substr(1))) {
    return std::string("it named no protocol in its handshake (ALPN)");
  }
  if (!end && stream->verification().seen) return std::unique_ptr<PeerStream>(std::move(stream));
  if (stream->verification().refused) {
    const auto& seen = stream->verification().seen;
    return "its key is not known here" +
           (seen ? ": SHA-256 " + to_hex(seen->value()) : std::string());
  }
  if (end == StreamEnd::Late) return std::string("it did not end its handshake in time");
  return std::string("it did not make a handshake of TLS 1.3 with a key of its own");
}

}  // namespace countersign
