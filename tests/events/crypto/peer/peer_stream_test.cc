#include "events/crypto/peer/peer_stream.h"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <thread>

#include "events/crypto/peer/peer_key.h"
#include "tests/core/inspection/remote/memory_stream.h"

namespace countersign::peer_stream_test {

using namespace std::chrono_literals;

SecretBytes<32> seed_of(std::uint8_t byte) {
  std::array<std::uint8_t, 32> bytes{};
  bytes.fill(byte);
  return SecretBytes<32>(bytes);
}
SteadyTime soon() { return steady_now() + 20s; }
bool anybody(const Sha256&) { return true; }

// Two ends that have shaken hands, or why they have not.
struct Pair {
  explicit Pair(const PeerTls::Allows& server_allows = anybody,
                const char* protocol_of_client = "test") {
    auto [near, far] = test::connected_streams();
    const PeerTls server(seed_of(1), "test");
    const PeerTls client(seed_of(2), protocol_of_client);
    std::thread accepting([&, carrier = std::move(far)]() mutable {
      auto made = server.accept(std::move(carrier), server_allows, soon());
      if (made) accepted = std::move(*made);
      if (!made) why = made.error();
    });
    auto made = client.connect(std::move(near), anybody, soon());
    if (made) connected = std::move(*made);
    accepting.join();
  }
  std::unique_ptr<PeerStream> accepted;
  std::unique_ptr<PeerStream> connected;
  std::string why;
};

TEST_CASE("both ends know the other's key, and bytes of any length arrive in order") {
  Pair pair;
  REQUIRE(pair.accepted);
  REQUIRE(pair.connected);
  CHECK(pair.accepted->peer() == fingerprint_of_seed(seed_of(2)));
  CHECK(pair.connected->peer() == fingerprint_of_seed(seed_of(1)));
  const std::string sent(300'000, 'p');
  std::string got(sent.size(), '\0');
  std::thread reading(
      [&] { CHECK_FALSE(read_whole(*pair.accepted, got.data(), got.size(), soon())); });
  CHECK_FALSE(pair.connected->write(sent, soon()));
  reading.join();
  CHECK(got == sent);
  CHECK(pair.connected->is_quiet());
  pair.accepted.reset();
  char byte = 0;
  const auto end = pair.connected->read(&byte, 1, soon());
  REQUIRE_FALSE(end.has_value());
  CHECK(end.error() == StreamEnd::Closed);
}

TEST_CASE("a client whose key is not wanted is refused, and told which key it showed") {
  Pair pair([](const Sha256&) { return false; });
  CHECK_FALSE(pair.accepted);
  CHECK(pair.why.find(to_hex(fingerprint_of_seed(seed_of(2)).value())) != std::string::npos);
  if (pair.connected) {
    char byte = 0;
    CHECK_FALSE(pair.connected->read(&byte, 1, soon()).has_value());
  }
}

TEST_CASE("another protocol than the server's is refused in the handshake") {
  Pair pair(anybody, "http/1.1");
  CHECK_FALSE(pair.accepted);
  CHECK_FALSE(pair.connected);
}

TEST_CASE("bytes that are no TLS end the handshake, and silence does at its deadline") {
  const PeerTls server(seed_of(1), "test");
  auto [near, far] = test::connected_streams();
  REQUIRE_FALSE(near->write("GET / HTTP/1.1\r\n\r\n and more that is no TLS at all", soon()));
  const auto made = server.accept(std::move(far), anybody, soon());
  CHECK_FALSE(made.has_value());
  auto [quiet, other] = test::connected_streams();
  const auto late = server.accept(std::move(other), anybody, steady_now());
  REQUIRE_FALSE(late.has_value());
  CHECK(late.error().find("in time") != std::string::npos);
}

}  // namespace countersign::peer_stream_test
