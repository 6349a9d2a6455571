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

#include "core/machine/files/owned_fd.h"

// Packets over a socket pair (AF_UNIX, SOCK_SEQPACKET; unix(7)). Each packet arrives whole or not
// at all, and descriptors travel with it (SCM_RIGHTS).
namespace countersign::confined {

// Returns two sockets that are closed on exec. Both are empty on failure; errno tells why.
std::pair<OwnedFd, OwnedFd> packet_pair();

// False if the other end is gone, or has not read for twenty seconds. Never raises a signal.
bool send_packet(int socket, std::string_view bytes, std::span<const int> descriptors = {});

// Whether the other end is open.
bool is_open(int socket);

// Why no packet was received.
enum class Missing : std::uint8_t {
  Closed,   // the other end is gone
  Late,     // none came in time
  TooLong,  // the packet was longer than any message
};
struct Packet {
  std::string bytes;
  std::vector<OwnedFd> descriptors;  // at most kDescriptorsMax; any others are closed
};
inline constexpr std::size_t kDescriptorsMax = 2;  // a worker's channel and its image buffer

struct Received {
  std::optional<Packet> packet;
  Missing missing = Missing::Closed;  // why there is no packet
};
// Waits for the next packet; without `limit`, without end. Not for workers: see worker.cc.
Received receive_packet(int socket, std::optional<std::chrono::milliseconds> limit);

}  // namespace countersign::confined
