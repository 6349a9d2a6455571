#include "http/inspectors/peer_dialer.h"

#include <doctest/doctest.h>

#include <fstream>
#include <memory>
#include <string>
#include <thread>

#include "core/machine/net/tcp.h"
#include "events/crypto/peer/peer_key.h"
#include "tests/events/support/temp_folder.h"

namespace countersign::http::peer_dialer_test {

using namespace std::chrono_literals;

SecretBytes<32> seed_of(std::uint8_t byte) {
  std::array<std::uint8_t, 32> bytes{};
  bytes.fill(byte);
  return SecretBytes<32>(bytes);
}

constexpr std::uint8_t kServer = 1;
constexpr std::uint8_t kEast = 2;
constexpr std::uint8_t kStranger = 3;

// A machine that accepts one connection over TCP and TLS, and says how that went.
class Machine {
 public:
  Machine(std::uint8_t key, std::uint8_t server)
      : listener_(*TcpListener::open("127.0.0.1:0")), thread_([this, key, server] {
          auto carrier = listener_.accept();
          if (!carrier) return;
          const PeerTls tls(seed_of(key), remote::kConversationName);
          const auto stream = tls.accept(
              std::move(carrier),
              [&](const Sha256& peer) { return peer == fingerprint_of_seed(seed_of(server)); },
              steady_now() + 20s);
          accepted_ = stream.has_value();
          if (stream) (void)(*stream)->write("x", steady_now() + 20s);
        }) {}
  ~Machine() { thread_.join(); }

  std::string address() const { return "127.0.0.1:" + std::to_string(listener_.port()); }
  bool accepted() {
    listener_.stop();
    thread_.join();
    thread_ = std::thread([] {});
    return accepted_;
  }

 private:
  TcpListener listener_;
  bool accepted_ = false;
  std::thread thread_;
};

struct Server {
  Server() { REQUIRE_FALSE(folder.put({"east", fingerprint_of_seed(seed_of(kEast))})); }

  TempFolder data;
  InspectorFolder folder{data.path()};
  PeerDialer dialer{seed_of(kServer), folder};
};

TEST_CASE("a machine whose key is in the folder is dialled, and known by its name") {
  const Server server;
  Machine machine(kEast, kServer);
  auto dialled = server.dialer.dial(machine.address(), steady_now() + 20s);
  REQUIRE(dialled.has_value());
  CHECK(dialled->who.name == "east");
  char byte = 0;
  CHECK(dialled->stream->read(&byte, 1, steady_now() + 20s).has_value());
  CHECK(server.dialer.may_judge(dialled->who));
  CHECK_FALSE(server.folder.remove("east"));
  CHECK_FALSE(server.dialer.may_judge(dialled->who));
  CHECK(machine.accepted());
}

TEST_CASE("a machine with a key of its own is refused by the server") {
  const Server server;
  Machine machine(kStranger, kServer);
  const auto dialled = server.dialer.dial(machine.address(), steady_now() + 20s);
  REQUIRE_FALSE(dialled.has_value());
  CHECK(dialled.error().find("its key is not known here") != std::string::npos);
  CHECK_FALSE(machine.accepted());
}

TEST_CASE("a server that the machine's file does not name gets no byte of it") {
  const Server server;
  Machine machine(kEast, kStranger);
  auto dialled = server.dialer.dial(machine.address(), steady_now() + 20s);
  if (dialled) {
    char byte = 0;
    CHECK_FALSE(dialled->stream->read(&byte, 1, steady_now() + 20s).has_value());
  }
  CHECK_FALSE(machine.accepted());
}

TEST_CASE("a damaged file keeps its own machine out, and says so, and no other one") {
  const Server server;
  std::ofstream(server.data.path() / "inspectors" / "west") << "not a key\n";
  Machine machine(kEast, kServer);
  CHECK(server.dialer.dial(machine.address(), steady_now() + 20s).has_value());
  CHECK(machine.accepted());
  Machine west(kStranger, kServer);
  const auto dialled = server.dialer.dial(west.address(), steady_now() + 20s);
  REQUIRE_FALSE(dialled.has_value());
  CHECK(dialled.error().find("inspectors/west") != std::string::npos);
  CHECK_FALSE(west.accepted());
}

TEST_CASE("nobody is dialled before a key was made") {
  const Server server;
  REQUIRE_FALSE(server.folder.remove("east"));
  const auto dialled = server.dialer.dial("127.0.0.1:1", steady_now() + 20s);
  REQUIRE_FALSE(dialled.has_value());
  CHECK(dialled.error().find("inspector add") != std::string::npos);
}

}  // namespace countersign::http::peer_dialer_test
