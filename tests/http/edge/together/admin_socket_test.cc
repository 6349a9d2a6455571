#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/http/edge/support/raw_client.h"
#include "tests/http/edge/support/test_application.h"

namespace countersign::http::admin_socket_test {

struct Folder {
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "edge-XXXXXX").string();
    path = ::mkdtemp(name.data());
  }
  ~Folder() { std::filesystem::remove_all(path); }
  std::filesystem::path path;
};

struct AdminEdge {
  explicit AdminEdge(const std::string& socket) {
    edge = std::move(Edge::create({}, application)).value();
    listening = edge->listen_admin(socket);
    if (listening.has_value()) edge->start();
  }
  TestApplication application;
  std::unique_ptr<Edge> edge;
  Result<std::monostate, std::string> listening = std::string("not tried");
};

TEST_CASE("the admin socket serves its owner, with mode 0600, and goes with its edge") {
  const Folder folder;
  const std::string socket = folder.path / "admin.sock";
  {
    const AdminEdge admin(socket);
    REQUIRE(admin.listening.has_value());
    struct stat status {};
    REQUIRE(::stat(socket.c_str(), &status) == 0);
    CHECK((status.st_mode & 07777U) == 0600);
    RawClient client(socket);
    client.send(get("/peer"));
    CHECK(client.receive().body == " admin uid");
  }
  CHECK_FALSE(std::filesystem::exists(socket));
  CHECK(std::filesystem::is_empty(folder.path));
}

TEST_CASE("an application learns that the client of an admin socket has left") {
  const Folder folder;
  const std::string socket = folder.path / "admin.sock";
  AdminEdge admin(socket);
  REQUIRE(admin.listening.has_value());
  std::shared_ptr<Exchange> exchange;
  {
    RawClient client(socket);
    client.send(get("/hold/x"));
    REQUIRE(eventually([&] { return admin.application.holding == 1; }));
    exchange = admin.application.held();
    CHECK_FALSE(exchange->client_gone());
  }
  CHECK(eventually([&] { return exchange->client_gone(); }));
  exchange.reset();
  admin.application.release();
}

TEST_CASE("a stale admin socket is replaced, a live one and another file are not") {
  const Folder folder;
  const std::string socket = folder.path / "admin.sock";
  {
    const AdminEdge first(socket);
    REQUIRE(first.listening.has_value());
    const AdminEdge second(socket);
    REQUIRE_FALSE(second.listening.has_value());
    CHECK(second.listening.error().find("another process") != std::string::npos);
    std::filesystem::create_hard_link(socket, folder.path / "kept");
  }
  std::filesystem::rename(folder.path / "kept", socket);  // a socket without a server
  {
    const AdminEdge third(socket);
    REQUIRE(third.listening.has_value());
    RawClient client(socket);
    client.send(get("/hello"));
    CHECK(client.receive().body == "hello");
  }
  std::ofstream(socket) << "precious";
  const AdminEdge fourth(socket);
  CHECK_FALSE(fourth.listening.has_value());
  CHECK(std::filesystem::file_size(socket) == 8);
}

TEST_CASE("an admin socket may lie deeper than a socket address is long") {
  const Folder folder;
  const std::filesystem::path deep = folder.path / std::string(100, 'd') / std::string(100, 'e');
  std::filesystem::create_directories(deep);
  const AdminEdge admin(deep / "admin.sock");
  REQUIRE(admin.listening.has_value());
  std::filesystem::create_directory_symlink(deep, folder.path / "short");
  RawClient client((folder.path / "short" / "admin.sock").string());
  client.send(get("/hello"));
  CHECK(client.receive().body == "hello");
}

}  // namespace countersign::http::admin_socket_test
