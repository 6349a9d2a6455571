#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/machine/steady_now.h"
#include "core/result.h"

namespace countersign {

// Why no bytes passed, or not all of them.
enum class StreamEnd : std::uint8_t {
  Closed,  // the other end has ended, or the connection is broken
  Late,    // not until the deadline
};

// Bytes in both directions, in order, between two machines or two ends of a test. Calls block until
// their deadline at most. After any failure the stream is of no more use. One thread at a time.
class ByteStream {
 public:
  virtual ~ByteStream() = default;
  // Waits for bytes, and reads at least one and at most `size`. REQUIRES: size > 0.
  virtual Result<std::size_t, StreamEnd> read(char* buffer,
                                              std::size_t size,
                                              SteadyTime deadline) = 0;
  // Writes all bytes; they may be on their way when the call returns.
  virtual std::optional<StreamEnd> write(std::string_view bytes, SteadyTime deadline) = 0;
  // Whether the stream is open and no byte waits to be read, so that a question may be sent that
  // the other end has not answered before. Never blocks.
  virtual bool is_quiet() = 0;
};

// Reads exactly `size` bytes.
inline std::optional<StreamEnd> read_whole(ByteStream& stream,
                                           char* buffer,
                                           std::size_t size,
                                           SteadyTime deadline) {
  while (size > 0) {
    const auto got = stream.read(buffer, size, deadline);
    if (!got) return got.error();
    buffer += *got;
    size -= *got;
  }
  return std::nullopt;
}

}  // namespace countersign
