#pragma once
#include <cstddef>
#include <memory>
#include <string>

#include "core/result.h"
#include "http/edge/socket/io_result.h"
#include "http/edge/socket/tls_files.h"

namespace countersign::http {

class TlsSession;

// Certificate, key and rules (TLS 1.2 and later, no renegotiation, ALPN http/1.1) of one listener.
// Thread-safe; shared by the loops.
class TlsContext {
 public:
  // Refuses a private key that users outside its owner and group may read, or that anybody but its
  // owner may write.
  static Result<std::shared_ptr<TlsContext>, std::string> open(const TlsFiles& files);
  ~TlsContext();
  TlsContext(const TlsContext&) = delete;
  TlsContext& operator=(const TlsContext&) = delete;

  // Returns null if memory is exhausted. The session does not own `fd`.
  std::unique_ptr<TlsSession> accept(int fd) const;

  // Gives later sessions the certificate, key and rules of `other`. Earlier ones keep theirs.
  void become(const TlsContext& other);

 private:
  struct Impl;
  explicit TlsContext(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// One connection's TLS over a non-blocking socket. Never blocks and never raises SIGPIPE. One
// thread.
class TlsSession {
 public:
  ~TlsSession();
  TlsSession(const TlsSession&) = delete;
  TlsSession& operator=(const TlsSession&) = delete;

  // The number of messages of the TLS protocol that may pass after the handshake without any data
  // in between, such as KeyUpdate of TLS 1.3 (RFC 8446, 4.6.3) and a ClientHello of TLS 1.2. Each
  // costs as much as many requests. read() fails above this number.
  static constexpr int kMessagesMost = 32;

  // Ok: the handshake is done; a further call does no harm.
  IoResult handshake();
  // Reads at most one record.
  IoResult read(char* buffer, std::size_t size);
  IoResult write(const char* bytes, std::size_t size);
  // True if bytes have been read from the socket that read() has not returned yet.
  bool has_buffered() const;
  // Tells the peer that nothing more comes. Best effort.
  void send_close();

 private:
  friend class TlsContext;
  struct Impl;
  explicit TlsSession(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace countersign::http
