#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/machine/files/unique_fd.h"

// Packets over a socket pair (AF_UNIX, SOCK_SEQPACKET; unix(7)): each arrives whole or
// not at all, and descriptors travel beside it (SCM_RIGHTS).
namespace countersign::confined {

// Closed on exec. Both are empty when the system gives none; errno says why.
std::pair<UniqueFd, UniqueFd> packet_pair();

// False when the other end is gone, or has not made room for twenty seconds. Never signals.
bool send_packet(int socket, std::string_view bytes, std::span<const int> descriptors = {});

// Whether the other end is there.
bool is_open(int socket);

// Why there is no packet.
enum class Missing : std::uint8_t {
  Closed,   // the other end is gone
  Late,     // none has come in time
  TooLong,  // one came that is longer than any message
};
struct Packet {
  std::string bytes;
  std::vector<UniqueFd> descriptors;  // at most kDescriptorsMax; more are closed
};
inline constexpr std::size_t kDescriptorsMax = 2;

struct Received {
  std::optional<Packet> packet;
  Missing missing = Missing::Closed;  // when there is none
};
// Waits for the next packet, without a limit for ever. Not for workers: see worker.cc.
Received receive_packet(int socket, std::optional<std::chrono::milliseconds> limit);

}  // namespace countersign::confined
