#include "bench/load_client.h"

#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <string_view>
#include <vector>

#include "bench/loopback.h"

namespace countersign::bench {
namespace {

using SteadyClock = std::chrono::steady_clock;

struct Connection {
  int fd = -1;
  std::string answer;
  SteadyClock::time_point asked_at;
};

// The length of the whole answer, or 0 while its head is not complete.
std::size_t answer_length(std::string_view answer) {
  const std::size_t head_end = answer.find("\r\n\r\n");
  if (head_end == std::string_view::npos) return 0;
  constexpr std::string_view kName = "\r\nContent-Length: ";
  const std::size_t name = answer.find(kName);
  if (name == std::string_view::npos || name > head_end) give_up("an answer without a length");
  return head_end + 4 +
         static_cast<std::size_t>(std::strtoull(answer.data() + name + kName.size(), nullptr, 10));
}

class Load {
 public:
  Load(std::uint16_t port, const std::string& request, std::size_t connections)
      : request_(request), epoll_(::epoll_create1(EPOLL_CLOEXEC)) {
    if (epoll_ < 0) give_up("epoll_create1");
    connections_.resize(connections);
    for (std::size_t i = 0; i < connections; ++i) {
      connections_[i].fd = connect_to(port);
      epoll_event event{};
      event.events = EPOLLIN;
      event.data.u64 = i;
      if (::epoll_ctl(epoll_, EPOLL_CTL_ADD, connections_[i].fd, &event) != 0) {
        give_up("epoll_ctl");
      }
    }
  }
  ~Load() {
    for (const Connection& connection : connections_) ::close(connection.fd);
    ::close(epoll_);
  }
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;

  LoadResult run(std::uint64_t answers, const std::function<bool()>& more) {
    latencies_ms_.reserve(answers);
    const auto start = SteadyClock::now();
    for (Connection& connection : connections_) ask(connection);
    std::array<epoll_event, 128> ready{};
    while (result_.answers < answers || (more && more())) {
      const int count = ::epoll_wait(epoll_, ready.data(), static_cast<int>(ready.size()), 10'000);
      if (count <= 0) give_up("no answer for ten seconds");
      for (int i = 0; i < count; ++i) {
        take(connections_[ready[static_cast<std::size_t>(i)].data.u64]);
      }
    }
    result_.seconds = std::chrono::duration<double>(SteadyClock::now() - start).count();
    std::ranges::sort(latencies_ms_);
    result_.p50_ms = latencies_ms_[latencies_ms_.size() / 2];
    result_.p99_ms = latencies_ms_[latencies_ms_.size() * 99 / 100];
    return result_;
  }

 private:
  void ask(Connection& connection) {
    connection.asked_at = SteadyClock::now();
    connection.answer.clear();
    const ssize_t sent = ::send(connection.fd, request_.data(), request_.size(), MSG_NOSIGNAL);
    if (sent != static_cast<ssize_t>(request_.size())) give_up("send");
  }

  void take(Connection& connection) {
    std::array<char, 16384> buffer;
    const ssize_t got = ::recv(connection.fd, buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) give_up("recv");
    connection.answer.append(buffer.data(), static_cast<std::size_t>(got));
    const std::size_t length = answer_length(connection.answer);
    if (length == 0 || connection.answer.size() < length) return;
    ++result_.answers;
    if (!connection.answer.starts_with("HTTP/1.1 2")) ++result_.not_2xx;
    latencies_ms_.push_back(
        std::chrono::duration<double, std::milli>(SteadyClock::now() - connection.asked_at)
            .count());
    ask(connection);
  }

  const std::string& request_;
  int epoll_;
  std::vector<Connection> connections_;
  std::vector<double> latencies_ms_;
  LoadResult result_;
};

}  // namespace

LoadResult run_load(std::uint16_t port,
                    const std::string& request,
                    std::size_t connections,
                    std::uint64_t answers,
                    const std::function<bool()>& more) {
  return Load(port, request, connections).run(answers, more);
}

}  // namespace countersign::bench
