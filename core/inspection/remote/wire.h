#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/machine/net/byte_stream.h"
#include "core/result.h"

namespace countersign::remote {

// Why there is no frame.
enum class WireEnd : std::uint8_t {
  Closed,   // the other end has ended, or the connection is broken
  Late,     // none came, or none could be sent, until the deadline
  Garbled,  // a frame that is not allowed here
};

// Frames over a byte stream: a kind in one byte, a length in four (big-endian), and the bytes. Each
// frame that is received is bounded by the caller before memory is taken for it. After any failure
// the wire is of no more use. One thread. The stream outlives the wire.
class Wire {
 public:
  explicit Wire(ByteStream& stream) : stream_(stream) {}

  // A message has at most confined::kPacketMaxBytes.
  std::optional<WireEnd> send_message(std::string_view message, SteadyTime deadline);
  Result<std::string, WireEnd> receive_message(SteadyTime deadline);

  // A picture or another body, of a size that both sides know from the message before it.
  std::optional<WireEnd> send_body(std::string_view body, SteadyTime deadline);
  Result<std::string, WireEnd> receive_body(std::size_t size, SteadyTime deadline);

 private:
  enum class Kind : std::uint8_t { Message = 1, Body = 2 };

  std::optional<WireEnd> send(Kind kind, std::string_view bytes, SteadyTime deadline);
  Result<std::string, WireEnd> receive(Kind kind,
                                       std::size_t least,
                                       std::size_t most,
                                       SteadyTime deadline);

  ByteStream& stream_;
};

}  // namespace countersign::remote
