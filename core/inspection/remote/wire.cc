#include "core/inspection/remote/wire.h"

#include <array>

#include "core/big_endian.h"
#include "core/check.h"
#include "core/inspection/confined/message.h"

namespace countersign::remote {
namespace {

// The head of a frame: its kind in a byte, and its length in four.
constexpr std::size_t kHeadBytes = 5;
// A frame up to this size leaves in one piece with its head.
constexpr std::size_t kJoinedBytes = 4096;

WireEnd wire_end_of(StreamEnd end) {
  switch (end) {
    case StreamEnd::Closed:
      return WireEnd::Closed;
    case StreamEnd::Late:
      return WireEnd::Late;
  }
  check(false, "the end of a stream is an enumerator of StreamEnd");
  return WireEnd::Closed;
}

}  // namespace

std::optional<WireEnd> Wire::send_message(std::string_view message, SteadyTime deadline) {
  check(message.size() <= confined::kPacketMaxBytes,
        "a message to another machine has at most kPacketMaxBytes bytes");
  return send(Kind::Message, message, deadline);
}

Result<std::string, WireEnd> Wire::receive_message(SteadyTime deadline) {
  return receive(Kind::Message, 0, confined::kPacketMaxBytes, deadline);
}

std::optional<WireEnd> Wire::send_body(std::string_view body, SteadyTime deadline) {
  return send(Kind::Body, body, deadline);
}

Result<std::string, WireEnd> Wire::receive_body(std::size_t size, SteadyTime deadline) {
  return receive(Kind::Body, size, size, deadline);
}

std::optional<WireEnd> Wire::send(Kind kind, std::string_view bytes, SteadyTime deadline) {
  std::string head(1, static_cast<char>(kind));
  append_big_endian(head, static_cast<std::uint32_t>(bytes.size()));
  if (bytes.size() <= kJoinedBytes) {
    head.append(bytes);
    bytes = {};
  }
  if (const auto end = stream_.write(head, deadline)) return wire_end_of(*end);
  if (bytes.empty()) return std::nullopt;
  if (const auto end = stream_.write(bytes, deadline)) return wire_end_of(*end);
  return std::nullopt;
}

Result<std::string, WireEnd> Wire::receive(Kind kind,
                                           std::size_t least,
                                           std::size_t most,
                                           SteadyTime deadline) {
  std::array<char, kHeadBytes> head{};
  if (const auto end = read_whole(stream_, head.data(), head.size(), deadline)) {
    return wire_end_of(*end);
  }
  const std::size_t size = big_endian<std::uint32_t>({head.data() + 1, kHeadBytes - 1});
  if (head.front() != static_cast<char>(kind) || size < least || size > most) {
    return WireEnd::Garbled;
  }
  std::string bytes(size, '\0');
  if (size == 0) return bytes;
  if (const auto end = read_whole(stream_, bytes.data(), size, deadline)) {
    return wire_end_of(*end);
  }
  return bytes;
}

}  // namespace countersign::remote
