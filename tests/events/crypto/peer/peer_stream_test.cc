#include "events/crypto/peer/peer_stream.h"

#include <doctest/doctest.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <sys/socket.h>

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

// Another program's handshake over a socket, with a key of its own, and a protocol's name if there
// is one.
void shake_hands_elsewhere(int socket, std::string_view protocol) {
  const auto bytes = seed_of(2);
  const auto seed = bytes.reveal();
  EVP_PKEY* const key =
      EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, seed.data(), seed.size());
  X509* const certificate = X509_new();
  X509_set_version(certificate, X509_VERSION_3);
  X509_gmtime_adj(X509_getm_notBefore(certificate), 0);
  X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
  X509_set_pubkey(certificate, key);
  X509_sign(certificate, key, nullptr);
  SSL_CTX* const context = SSL_CTX_new(TLS_client_method());
  SSL_CTX_use_certificate(context, certificate);
  SSL_CTX_use_PrivateKey(context, key);
  SSL* const client = SSL_new(context);
  const std::string name = static_cast<char>(protocol.size()) + std::string(protocol);
  if (!protocol.empty()) {
    SSL_set_alpn_protos(client,
                        reinterpret_cast<const unsigned char*>(name.data()),
                        static_cast<unsigned>(name.size()));
  }
  SSL_set_fd(client, socket);
  (void)SSL_connect(client);
  SSL_free(client);
  SSL_CTX_free(context);
  X509_free(certificate);
  EVP_PKEY_free(key);
}

TEST_CASE("a client that names no protocol is refused, and one that names the server's is not") {
  for (const char* protocol : {"", "test"}) {
    CAPTURE(protocol);
    std::array<int, 2> ends{-1, -1};
    REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0);
    const OwnedFd near(ends[0]);
    std::thread other([&] { shake_hands_elsewhere(near.get(), protocol); });
    const PeerTls server(seed_of(1), "test");
    const auto made = server.accept(stream_of_socket(OwnedFd(ends[1])), anybody, soon());
    other.join();
    CHECK(made.has_value() == (std::string_view(protocol) == "test"));
    if (!made) CHECK(made.error().find("named no protocol") != std::string::npos);
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
