#include "core/inspection/confined/packet.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "core/check.h"
#include "core/inspection/confined/message.h"

namespace countersign::confined {
namespace {

using Clock = std::chrono::steady_clock;

// Room for the descriptors of one packet.
struct alignas(cmsghdr) Ancillary {
  std::array<char, CMSG_SPACE(kDescriptorsMax * sizeof(int))> bytes{};
};

bool wait_readable(int socket, std::optional<Clock::time_point> deadline) {
  for (;;) {
    int left_ms = -1;
    if (deadline) {
      const auto left =
          std::chrono::ceil<std::chrono::milliseconds>(*deadline - Clock::now()).count();
      left_ms = static_cast<int>(std::clamp<std::int64_t>(left, 0, 1 << 30));
    }
    pollfd readable{socket, POLLIN, 0};
    const int ready = ::poll(&readable, 1, left_ms);
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return true;  // receiving reports the error
    if (ready == 0) return false;
  }
}

std::vector<OwnedFd> descriptors_of(msghdr& header) {
  std::vector<OwnedFd> descriptors;
  for (cmsghdr* part = CMSG_FIRSTHDR(&header); part != nullptr; part = CMSG_NXTHDR(&header, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
    const std::size_t count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (std::size_t i = 0; i < count; ++i) {
      int fd = -1;
      std::memcpy(&fd, CMSG_DATA(part) + i * sizeof(int), sizeof(int));
      descriptors.emplace_back(fd);
    }
  }
  return descriptors;
}

}  // namespace

std::pair<OwnedFd, OwnedFd> packet_pair() {
  std::array<int, 2> ends{-1, -1};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) return {};
  // Only a busy inspector ever keeps packets waiting: a worker has always taken one packet before
  // it is sent the next.
  constexpr timeval kSendLimit{20, 0};
  for (const int end : ends) {
    ::setsockopt(end, SOL_SOCKET, SO_SNDTIMEO, &kSendLimit, sizeof(kSendLimit));
  }
  return {OwnedFd(ends[0]), OwnedFd(ends[1])};
}

bool send_packet(int socket, std::string_view bytes, std::span<const int> descriptors) {
  check(descriptors.size() <= kDescriptorsMax,
        "a packet carries at most kDescriptorsMax descriptors");
  iovec piece{const_cast<char*>(bytes.data()), bytes.size()};
  msghdr header{};
  header.msg_iov = &piece;
  header.msg_iovlen = 1;
  Ancillary ancillary;
  if (!descriptors.empty()) {
    header.msg_control = ancillary.bytes.data();
    header.msg_controllen = CMSG_SPACE(descriptors.size_bytes());
    cmsghdr* const part = CMSG_FIRSTHDR(&header);
    part->cmsg_level = SOL_SOCKET;
    part->cmsg_type = SCM_RIGHTS;
    part->cmsg_len = CMSG_LEN(descriptors.size_bytes());
    std::memcpy(CMSG_DATA(part), descriptors.data(), descriptors.size_bytes());
  }
  ssize_t sent = 0;
  do {
    sent = ::sendmsg(socket, &header, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent == static_cast<ssize_t>(bytes.size());
}

bool is_open(int socket) {
  pollfd end{socket, 0, 0};  // POLLHUP and POLLERR are always reported
  return ::poll(&end, 1, 0) == 0;
}

Received receive_packet(int socket, std::optional<std::chrono::milliseconds> limit) {
  std::optional<Clock::time_point> deadline;
  if (limit) deadline = Clock::now() + *limit;
  if (!wait_readable(socket, deadline)) return {std::nullopt, Missing::Late};
  std::string bytes(kPacketMaxBytes, '\0');
  iovec piece{bytes.data(), bytes.size()};
  Ancillary ancillary;
  msghdr header{};
  header.msg_iov = &piece;
  header.msg_iovlen = 1;
  header.msg_control = ancillary.bytes.data();
  header.msg_controllen = ancillary.bytes.size();
  ssize_t got = 0;
  do {
    got = ::recvmsg(socket, &header, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
  } while (got < 0 && errno == EINTR);
  Packet packet;
  packet.descriptors = descriptors_of(header);
  if (got <= 0) return {std::nullopt, Missing::Closed};
  if ((header.msg_flags & MSG_TRUNC) != 0) return {std::nullopt, Missing::TooLong};
  bytes.resize(static_cast<std::size_t>(got));
  packet.bytes = std::move(bytes);
  return {std::move(packet), {}};
}

}  // namespace countersign::confined
