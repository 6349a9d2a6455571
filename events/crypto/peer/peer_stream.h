#pragma once
#include <functional>
#include <memory>
#include <string>

#include "core/ids.h"
#include "core/machine/net/byte_stream.h"
#include "core/result.h"
#include "events/crypto/secret.h"

namespace countersign {

// A byte stream to another machine whose key is known.
class PeerStream : public ByteStream {
 public:
  // The other machine's fingerprint (peer_key.h), proven by the handshake.
  virtual const Sha256& peer() const = 0;
};

// TLS 1.3 (RFC 8446) with a certificate on both sides, over any byte stream. Earlier versions,
// sessions to be resumed and data before the end of the handshake (0-RTT) are off: each connection
// proves both keys anew. A connection of another protocol is refused by its name (ALPN, RFC 7301),
// and so is one that names none.
//
// Immutable, and safe from any thread. Holds the key, in OpenSSL's memory.
class PeerTls {
 public:
  // Whether a machine with this fingerprint is wanted. Called during the handshake.
  using Allows = std::function<bool(const Sha256& peer)>;

  // `protocol` has 1 to 32 bytes of ASCII.
  PeerTls(const SecretBytes<32>& seed, std::string protocol);
  ~PeerTls();
  PeerTls(const PeerTls&) = delete;
  PeerTls& operator=(const PeerTls&) = delete;

  // These make the handshake. The error is a phrase for the operator. The side that connects may be
  // refused by the other only after its handshake: its first read then finds the stream closed.
  Result<std::unique_ptr<PeerStream>, std::string> connect(std::unique_ptr<ByteStream> carrier,
                                                           const Allows& allows,
                                                           SteadyTime deadline) const;
  Result<std::unique_ptr<PeerStream>, std::string> accept(std::unique_ptr<ByteStream> carrier,
                                                          const Allows& allows,
                                                          SteadyTime deadline) const;

 private:
  struct Impl;
  Result<std::unique_ptr<PeerStream>, std::string> shake_hands(std::unique_ptr<ByteStream> carrier,
                                                               const Allows& allows,
                                                               SteadyTime deadline,
                                                               bool connects) const;
  std::unique_ptr<Impl> impl_;
};

}  // namespace countersign
