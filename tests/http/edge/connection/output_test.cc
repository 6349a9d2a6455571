#include "http/edge/connection/output.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/socket.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace countersign::http::output_test {

using Pulled = Output::Pulled;

// An output whose socket's other end is read by the test.
struct Wire {
  Wire() {
    int ends[2];
    REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) == 0);
    socket.emplace(OwnedFd(ends[0]), nullptr);
    client = OwnedFd(ends[1]);
    output.begin_turn();
  }
  void attach(std::optional<std::uint64_t> length, bool chunked) {
    output.attach(pipe, length, chunked, [] {});
  }
  IoResult flush() { return output.flush(*socket, ready, {}); }
  std::string received() {
    std::string all;
    std::array<char, 4096> piece;
    for (ssize_t got = 0; (got = ::recv(client.get(), piece.data(), piece.size(), 0)) > 0;) {
      all.append(piece.data(), static_cast<std::size_t>(got));
    }
    return all;
  }

  std::optional<Socket> socket;
  OwnedFd client;
  Readiness ready;
  LoopCounters counters;
  Output output{counters};
  std::shared_ptr<BodyPipe> pipe = std::make_shared<BodyPipe>();
};

TEST_CASE("bytes that the socket does not take are queued and sent in order") {
  Wire wire;
  const std::string first(4 << 20, 'a');
  REQUIRE(wire.output.send(*wire.socket, wire.ready, first));
  CHECK_FALSE(wire.output.empty());
  REQUIRE(wire.output.send(*wire.socket, wire.ready, "the end"));
  std::string all;
  while (!wire.output.empty()) {
    all += wire.received();
    wire.ready.report(false, true, false);
    wire.output.begin_turn();
    wire.flush();
  }
  all += wire.received();
  CHECK(all == first + "the end");
  CHECK(wire.counters.sent_bytes == all.size());
}

TEST_CASE("a pipe's chunks are framed, and its end ends the body") {
  for (const bool chunked : {false, true}) {
    Wire wire;
    wire.attach(std::nullopt, chunked);
    CHECK(wire.output.pull() == Pulled::Nothing);
    REQUIRE(wire.pipe->write("hello"));
    CHECK(wire.output.pull() == Pulled::Bytes);
    wire.flush();
    wire.pipe->finish();
    CHECK(wire.output.pull() == Pulled::Bytes);
    CHECK_FALSE(wire.output.has_pipe());
    if (!wire.output.empty()) wire.flush();
    CHECK(wire.received() == (chunked ? "5\r\nhello\r\n0\r\n\r\n" : "hello"));
  }
}

TEST_CASE("a body that cannot be completed is broken") {
  struct Row {
    std::uint64_t length;
    const char* written;
    bool fails;
    Pulled pulled;
  };
  for (const Row& row : {Row{5, "hello", false, Pulled::Bytes},
                         Row{4, "hello", false, Pulled::Broken},
                         Row{6, "hello", false, Pulled::Broken},
                         Row{5, "hello", true, Pulled::Broken}}) {
    CAPTURE(row.length);
    CAPTURE(row.fails);
    Wire wire;
    wire.attach(row.length, false);
    REQUIRE(wire.pipe->write(row.written));
    row.fails ? wire.pipe->fail() : wire.pipe->finish();
    CHECK(wire.output.pull() == row.pulled);
  }
}

TEST_CASE("an output that is dropped tells the writer") {
  Wire wire;
  wire.attach(std::nullopt, true);
  wire.output.drop();
  CHECK(wire.pipe->reader_gone());
  CHECK_FALSE(wire.output.has_pipe());
}

TEST_CASE("a client that takes too little is given up, one that takes enough gets another window") {
  using namespace std::chrono_literals;
  for (const bool fast : {false, true}) {
    Wire wire;
    wire.output.push(std::string(2 << 20, 'a'));
    const Output::Time begun{};
    wire.output.flush(*wire.socket, wire.ready, begun);
    const Output::Time first = wire.output.deadline();
    CHECK(first <= begun + 30s * 2);
    wire.ready.report(false, true, false);
    while (fast && !wire.received().empty()) {
      wire.ready.report(false, true, false);
      wire.output.flush(*wire.socket, wire.ready, begun + 1s);
    }
    CHECK(wire.output.deadline() == (fast ? begun + 60s : first));
  }
}

}  // namespace countersign::http::output_test
