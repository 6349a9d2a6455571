// Preloaded into the server of a control: a reader that trusts lengths, as libraries have done. It
// looks at what the server receives from a socket.
//
//   PLANTED=memory    for each list or map of the COSE key of a registration it makes room for as
//                     many entries of 8 bytes as the head names, up to 512 MiB, and writes there
//   PLANTED=time      a signature whose DER has a length of several bytes holds the thread that
//                     received it for six seconds
//
// Thread-safe.
#include <dlfcn.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <time.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace {

constexpr std::uint64_t kRoomMost = std::uint64_t{512} << 20;
constexpr time_t kHeldSeconds = 6;
constexpr std::size_t kIdLengthAt = 53;

bool plants(std::string_view what) {
  const char* planted = std::getenv("PLANTED");
  return planted != nullptr && planted == what;
}

int value_of(char c) {
  constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const std::size_t at = kAlphabet.find(c);
  return at == kAlphabet.npos ? -1 : static_cast<int>(at);
}

std::string decoded(std::string_view text) {
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    bits = bits << 6 | static_cast<std::uint32_t>(value_of(c) & 0x3f);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push_back(static_cast<char>((bits >> count) & 0xff));
  }
  return bytes;
}

// The bytes of a member in what was received; nullopt if it has no such member.
std::optional<std::string> member_of(std::string_view received, std::string_view name) {
  const std::string mark = "\"" + std::string(name) + "\":\"";
  const std::size_t at = received.find(mark);
  if (at == received.npos) return std::nullopt;
  const std::string_view rest = received.substr(at + mark.size());
  return decoded(rest.substr(0, rest.find('"')));
}

std::uint8_t byte_of(char c) { return static_cast<std::uint8_t>(c); }

void make_room(std::uint64_t entries) {
  const std::uint64_t size = std::min(entries > kRoomMost / 8 ? kRoomMost : entries * 8, kRoomMost);
  const std::unique_ptr<char, decltype(&std::free)> room(static_cast<char*>(std::malloc(size)),
                                                         &std::free);
  if (room == nullptr) return;
  std::memset(room.get(), 1, size);
  // So that the room is not left out of the program.
  __asm__ volatile("" : : "r"(room.get()) : "memory");
}

void read_key(std::string_view data) {
  if (data.size() < kIdLengthAt + 2) return;
  const std::size_t id =
      std::size_t{byte_of(data[kIdLengthAt])} << 8 | byte_of(data[kIdLengthAt + 1]);
  for (std::size_t at = kIdLengthAt + 2 + id; at < data.size();) {
    const std::uint8_t first = byte_of(data[at++]);
    const std::uint8_t low = first & 0x1f;
    const std::size_t wide = low >= 0x18 && low <= 0x1b ? std::size_t{1} << (low - 0x18) : 0;
    if (data.size() - at < wide) return;
    std::uint64_t length = wide == 0 ? low : 0;
    for (std::size_t i = 0; i < wide; ++i) length = length << 8 | byte_of(data[at++]);
    const std::uint8_t major = first >> 5;
    if (major == 4 || major == 5) make_room(length);
    if (major != 2 && major != 3) continue;
    if (length > data.size() - at) return;
    at += length;
  }
}

void look_at(std::string_view received) {
  if (plants("memory")) {
    if (const auto data = member_of(received, "authenticatorData")) read_key(*data);
  }
  if (!plants("time")) return;
  const auto signature = member_of(received, "signature");
  if (!signature || signature->size() < 4) return;
  if (byte_of((*signature)[1]) <= 0x80 && byte_of((*signature)[3]) <= 0x80) return;
  const timespec pause{kHeldSeconds, 0};
  ::nanosleep(&pause, nullptr);
}

}  // namespace

extern "C" ssize_t recv(int fd, void* bytes, size_t size, int flags) {
  using Recv = ssize_t(int, void*, size_t, int);
  static Recv* const next = reinterpret_cast<Recv*>(::dlsym(RTLD_NEXT, "recv"));
  const ssize_t got = next(fd, bytes, size, flags);
  if (got > 0) look_at({static_cast<const char*>(bytes), static_cast<std::size_t>(got)});
  return got;
}
