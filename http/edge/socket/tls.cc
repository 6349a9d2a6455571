#include "http/edge/socket/tls.h"

#include <fcntl.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <optional>
#include <system_error>
#include <utility>

#include "core/machine/files/file_access.h"
#include "core/machine/threads/mutex.h"

namespace countersign::http {

namespace {

using Status = IoResult::Status;

struct SslContextFree {
  void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
};
struct SslFree {
  void operator()(SSL* ssl) const { SSL_free(ssl); }
};

// The state of a session that OpenSSL's callbacks use.
struct Channel {
  int fd = -1;
  int messages = 0;  // of the TLS protocol, since the handshake or the last data

  bool is_flooded() const { return messages > TlsSession::kMessagesMost; }
};

// OpenSSL's own socket BIO uses write(), which raises SIGPIPE. This one sends with MSG_NOSIGNAL.
// The channel is the BIO's data pointer.
Channel& channel_of(BIO* bio) { return *static_cast<Channel*>(BIO_get_data(bio)); }

bool should_retry() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

int bio_write(BIO* bio, const char* bytes, int size) {
  BIO_clear_retry_flags(bio);
  const int fd = channel_of(bio).fd;
  const ssize_t sent = ::send(fd, bytes, static_cast<std::size_t>(size), MSG_NOSIGNAL);
  if (sent < 0 && should_retry()) BIO_set_retry_write(bio);
  return static_cast<int>(sent);
}

int bio_read(BIO* bio, char* bytes, int size) {
  BIO_clear_retry_flags(bio);
  const Channel& channel = channel_of(bio);
  if (channel.is_flooded()) {
    return -1;  // otherwise OpenSSL would go on within one call as long as something comes
  }
  const ssize_t got = ::recv(channel.fd, bytes, static_cast<std::size_t>(size), 0);
  if (got < 0 && should_retry()) BIO_set_retry_read(bio);
  if (got == 0) BIO_set_flags(bio, BIO_FLAGS_IN_EOF);
  return static_cast<int>(got);
}

long bio_ctrl(BIO* bio, int command, long, void*) {
  if (command == BIO_CTRL_FLUSH) return 1;
  if (command == BIO_CTRL_EOF) return BIO_test_flags(bio, BIO_FLAGS_IN_EOF) != 0 ? 1 : 0;
  return 0;
}

BIO_METHOD* bio_method() {
  static BIO_METHOD* const method = [] {
    BIO_METHOD* made = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "edge socket");
    BIO_meth_set_write(made, bio_write);
    BIO_meth_set_read(made, bio_read);
    BIO_meth_set_ctrl(made, bio_ctrl);
    return made;
  }();
  return method;
}

// OpenSSL calls this for each message in either direction: an alert that the server sends counts
// for the message that it refuses.
void count_message(int, int, int content, const void*, std::size_t, SSL*, void* channel) {
  if (content == SSL3_RT_HANDSHAKE || content == SSL3_RT_ALERT) {
    ++static_cast<Channel*>(channel)->messages;
  }
}

int select_alpn(SSL*,
                const unsigned char** out,
                unsigned char* out_size,
                const unsigned char* offered,
                unsigned int offered_size,
                void*) {
  static constexpr unsigned char kHttp11[] = "\x08http/1.1";
  unsigned char* chosen = nullptr;
  if (SSL_select_next_proto(
          &chosen, out_size, kHttp11, sizeof(kHttp11) - 1, offered, offered_size) !=
      OPENSSL_NPN_NEGOTIATED) {
    return SSL_TLSEXT_ERR_NOACK;
  }
  *out = chosen;
  return SSL_TLSEXT_ERR_OK;
}

int clamp_to_int(std::size_t size) {
  return static_cast<int>(std::min<std::size_t>(size, INT_MAX));
}

IoResult result_of(const SSL* ssl, int returned) {
  switch (SSL_get_error(ssl, returned)) {
    case SSL_ERROR_NONE:
      return {Status::Ok, static_cast<std::size_t>(std::max(returned, 0))};
    case SSL_ERROR_WANT_READ:
      return {Status::NeedsRead, 0};
    case SSL_ERROR_WANT_WRITE:
      return {Status::NeedsWrite, 0};
    case SSL_ERROR_ZERO_RETURN:
      return {Status::End, 0};
    default:
      return {Status::Failed, 0};
  }
}

constexpr ::mode_t kOthersAccess = S_IWGRP | S_IRWXO;

class KeyFile {
 public:
  explicit KeyFile(std::FILE* file) : file_(file, &std::fclose) {}
  std::FILE* get() const { return file_.get(); }

 private:
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

// Opens the file of the private key, if it is safe enough. Its group may read it, as with Debian's
// group `ssl-cert` and mode 0640; others may not, and nobody but the owner may write.
Result<KeyFile, std::string> open_key(const std::string& path) {
  constexpr std::string_view kWhat = "TLS key";
  // Without O_NONBLOCK a named pipe would block the start forever.
  const int fd = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  std::FILE* const opened = fd < 0 ? nullptr : ::fdopen(fd, "r");
  if (opened == nullptr) {
    const std::string why = std::generic_category().message(errno);
    if (fd >= 0) ::close(fd);
    return "TLS: cannot open the key in " + path + ": " + why;
  }
  KeyFile file(opened);
  struct ::stat status {};
  if (::fstat(fd, &status) != 0) return "TLS: cannot examine the key in " + path;
  if (auto wrong = wrong_with_small_file(status, kWhat, path)) return "TLS: " + *wrong;
  if (auto wrong = wrong_with_owner(status, kWhat, path)) return "TLS: " + *wrong;
  if (auto wrong = wrong_with_place_of(path, kWhat)) return "TLS: " + *wrong;
  if ((status.st_mode & kOthersAccess) != 0) {
    return "TLS: others may read the key in " + path +
           " or write to it; take that from them with chmod 0600, or 0640 for a group of its own";
  }
  return file;
}

bool use_key(SSL_CTX* context, std::FILE* file) {
  struct KeyFree {
    void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  };
  const std::unique_ptr<EVP_PKEY, KeyFree> key(
      PEM_read_PrivateKey(file, nullptr, nullptr, nullptr));
  return key != nullptr && SSL_CTX_use_PrivateKey(context, key.get()) == 1 &&
         SSL_CTX_check_private_key(context) == 1;
}

}  // namespace

using SharedContext = std::unique_ptr<SSL_CTX, SslContextFree>;

struct TlsContext::Impl {
  // OpenSSL counts the owners of a context; each session is one.
  SharedContext share() EXCLUDES_LOCK(mutex) {
    const MutexLock lock(mutex);
    SSL_CTX_up_ref(context.get());
    return SharedContext(context.get());
  }
  SharedContext replace(SharedContext newer) EXCLUDES_LOCK(mutex) {
    const MutexLock lock(mutex);
    return std::exchange(context, std::move(newer));
  }

  Mutex mutex;
  SharedContext context GUARDED_BY(mutex);
};

TlsContext::TlsContext(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
TlsContext::~TlsContext() = default;

Result<std::shared_ptr<TlsContext>, std::string> TlsContext::open(const TlsFiles& files) {
  SharedContext made(SSL_CTX_new(TLS_server_method()));
  SSL_CTX* const context = made.get();
  if (context == nullptr) return std::string("TLS: OpenSSL cannot create a context");
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  // HTTP's framing marks the end of a request, so a peer that ends without close_notify is an end,
  // not a failure.
  SSL_CTX_set_options(context,
                      SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                          SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_IGNORE_UNEXPECTED_EOF);
  SSL_CTX_set_mode(context,
                   SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                       SSL_MODE_RELEASE_BUFFERS);
  // With this mode SSL_read() would process one record without data after the other, as long as
  // they come.
  SSL_CTX_clear_mode(context, SSL_MODE_AUTO_RETRY);
  SSL_CTX_set_msg_callback(context, count_message);
  SSL_CTX_set_read_ahead(context, 1);
  SSL_CTX_set_alpn_select_cb(context, select_alpn, nullptr);
  // OpenSSL would block on a named pipe.
  struct ::stat certificate {};
  if (::stat(files.certificate_path.c_str(), &certificate) == 0) {
    if (auto wrong = wrong_with_small_file(certificate, "certificate", files.certificate_path)) {
      return "TLS: " + *wrong;
    }
  }
  if (SSL_CTX_use_certificate_chain_file(context, files.certificate_path.c_str()) != 1) {
    ERR_clear_error();
    return "TLS: cannot use the certificate in " + files.certificate_path;
  }
  const auto key_file = open_key(files.key_path);
  if (!key_file) return key_file.error();
  if (!use_key(context, key_file->get())) {
    ERR_clear_error();
    return "TLS: cannot use the key in " + files.key_path + " with this certificate";
  }
  auto impl = std::make_unique<Impl>();
  (void)impl->replace(std::move(made));
  return std::shared_ptr<TlsContext>(new TlsContext(std::move(impl)));
}

void TlsContext::become(const TlsContext& other) {
  (void)impl_->replace(other.impl_->share());  // the older one is freed without the lock
}

Result<UtcTime, std::string> certificate_end(const std::string& certificate_path) {
  // OpenSSL would block on a named pipe.
  struct ::stat status {};
  if (::stat(certificate_path.c_str(), &status) != 0) {
    return "the certificate in " + certificate_path +
           " cannot be read: " + std::generic_category().message(errno);
  }
  if (auto wrong = wrong_with_small_file(status, "certificate", certificate_path)) return *wrong;
  struct BioFree {
    void operator()(BIO* bio) const { BIO_free(bio); }
  };
  struct CertificateFree {
    void operator()(X509* certificate) const { X509_free(certificate); }
  };
  const std::unique_ptr<BIO, BioFree> file(BIO_new_file(certificate_path.c_str(), "r"));
  std::optional<UtcTime> first;
  while (file) {
    const std::unique_ptr<X509, CertificateFree> certificate(
        PEM_read_bio_X509(file.get(), nullptr, nullptr, nullptr));
    std::tm end{};
    if (!certificate || ASN1_TIME_to_tm(X509_get0_notAfter(certificate.get()), &end) != 1) break;
    const UtcTime ends(static_cast<std::int64_t>(::timegm(&end)) * 1'000'000);
    first = first ? std::min(*first, ends) : ends;
  }
  ERR_clear_error();
  if (!first) return "there is no certificate that can be read in " + certificate_path;
  return *first;
}

struct TlsSession::Impl {
  Channel channel;
  std::unique_ptr<SSL, SslFree> ssl;
};

std::unique_ptr<TlsSession> TlsContext::accept(int fd) const {
  auto impl = std::make_unique<TlsSession::Impl>();
  impl->ssl.reset(SSL_new(impl_->share().get()));
  BIO* const bio = BIO_new(bio_method());
  if (!impl->ssl || bio == nullptr) {
    BIO_free(bio);
    return nullptr;
  }
  impl->channel.fd = fd;
  BIO_set_data(bio, &impl->channel);
  BIO_set_init(bio, 1);
  SSL_set_msg_callback_arg(impl->ssl.get(), &impl->channel);
  SSL_set_bio(impl->ssl.get(), bio, bio);
  SSL_set_accept_state(impl->ssl.get());
  return std::unique_ptr<TlsSession>(new TlsSession(std::move(impl)));
}

TlsSession::TlsSession(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
TlsSession::~TlsSession() = default;

IoResult TlsSession::handshake() {
  ERR_clear_error();
  SSL* const ssl = impl_->ssl.get();
  const IoResult result = result_of(ssl, SSL_do_handshake(ssl));
  impl_->channel.messages = 0;
  return result;
}

IoResult TlsSession::read(char* buffer, std::size_t size) {
  ERR_clear_error();
  SSL* const ssl = impl_->ssl.get();
  Channel& channel = impl_->channel;
  const int before = channel.messages;
  const IoResult result = result_of(ssl, SSL_read(ssl, buffer, clamp_to_int(size)));
  if (result.status == Status::Ok) {
    channel.messages = 0;
  } else if (channel.is_flooded()) {
    return {Status::Failed, 0};
  } else if (result.status == Status::NeedsRead && channel.messages != before) {
    return {Status::NoData, 0};
  }
  return result;
}

IoResult TlsSession::write(const char* bytes, std::size_t size) {
  ERR_clear_error();
  SSL* const ssl = impl_->ssl.get();
  return result_of(ssl, SSL_write(ssl, bytes, clamp_to_int(size)));
}

bool TlsSession::has_buffered() const { return SSL_has_pending(impl_->ssl.get()) == 1; }

void TlsSession::send_close() {
  ERR_clear_error();
  (void)SSL_shutdown(impl_->ssl.get());
  ERR_clear_error();
}

}  // namespace countersign::http
