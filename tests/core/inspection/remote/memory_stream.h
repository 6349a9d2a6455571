#pragma once
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "core/machine/net/byte_stream.h"
#include "core/machine/net/tcp.h"

namespace countersign::test {

// A stream whose other end has already said all that it says, and whose answers are kept.
class ScriptedStream final : public ByteStream {
 public:
  explicit ScriptedStream(std::string_view said) : said_(said) {}

  Result<std::size_t, StreamEnd> read(char* buffer, std::size_t size, SteadyTime) override {
    if (said_.empty()) return StreamEnd::Closed;
    const std::size_t got = std::min(size, said_.size());
    std::copy_n(said_.data(), got, buffer);
    said_.remove_prefix(got);
    return got;
  }
  std::optional<StreamEnd> write(std::string_view bytes, SteadyTime) override {
    written_ += bytes.size();
    return std::nullopt;
  }
  bool is_quiet() override { return said_.empty(); }

  std::size_t written() const { return written_; }

 private:
  std::string_view said_;
  std::size_t written_ = 0;
};

// The two ends of a connection within this process.
inline std::pair<std::unique_ptr<ByteStream>, std::unique_ptr<ByteStream>> connected_streams() {
  std::array<int, 2> ends{-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return {};
  return {stream_of_socket(OwnedFd(ends[0])), stream_of_socket(OwnedFd(ends[1]))};
}

}  // namespace countersign::test
