#include "http/edge/socket/tls.h"

#include <doctest/doctest.h>
#include <openssl/ssl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/http/edge/support/raw_client.h"
#include "tests/http/edge/support/test_application.h"
#include "tests/http/edge/support/tls_client.h"

namespace countersign::http::tls_test {

struct TlsEdge {
  explicit TlsEdge(const EdgeSettings& settings = {}) {
    edge = std::move(Edge::create(settings, application)).value();
    port = edge->listen_tcp("127.0.0.1:0", certificate.files()).value();
    edge->start();
  }
  TestCertificate certificate;
  TestApplication application;
  std::unique_ptr<Edge> edge;
  std::uint16_t port = 0;
};

TEST_CASE("requests are served over TLS 1.2 and 1.3, and nothing older") {
  TlsEdge served;
  for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
    TlsClient client(served.port, version);
    REQUIRE(client.connected());
    CHECK(client.version() == (version == TLS1_2_VERSION ? "TLSv1.2" : "TLSv1.3"));
    CHECK(client.send(get("/peer") + get("/hello", "Connection: close\r\n")));
    const std::string received = client.receive_to_end();
    CHECK(received.find("127.0.0.1 tls") != std::string::npos);
    CHECK(received.ends_with("\r\n\r\nhello"));
  }
  CHECK_FALSE(TlsClient(served.port, TLS1_1_VERSION).connected());
}

TEST_CASE("a client that reads nothing before it has sent all reads the early answer within TLS") {
  TlsEdge served;
  TlsClient client(served.port);
  REQUIRE(client.connected());
  CHECK(client.send("POST /stop HTTP/1.1\r\nHost: a\r\nContent-Length: 200000000\r\n\r\n"));
  const std::string piece(1'000'000, 'a');
  for (int sent = 0; sent < 200; ++sent) REQUIRE(client.send(piece));
  CHECK(client.receive_to_end().starts_with("HTTP/1.1 413 "));
}

TEST_CASE("large bodies pass TLS both ways") {
  TlsEdge served;
  TlsClient client(served.port);
  REQUIRE(client.connected());
  std::string body;
  for (int i = 0; i < 5'000'000; ++i) {
    body += static_cast<char>('a' + i % 23);
  }
  CHECK(client.send(post("/length", body)));
  const std::string head = client.receive(1);
  CHECK(head == "H");
  CHECK(client.send(get("/stream/20000000", "Connection: close\r\n")));
  const std::string received = client.receive_to_end();
  CHECK(received.find("5000000") != std::string::npos);
  CHECK(received.ends_with(std::string(20'000'000, 'x')));
}

TEST_CASE("pipelined requests in one TLS record are all answered") {
  TlsEdge served;
  TlsClient client(served.port);
  std::string requests;
  for (int i = 0; i < 50; ++i) {
    requests += get("/later/" + std::to_string(1000 + i));
  }
  client.send(requests + get("/tag/last", "Connection: close\r\n"));
  const std::string received = client.receive_to_end();
  std::size_t at = 0;
  for (int i = 0; i < 50; ++i) {
    at = received.find("\r\n\r\n" + std::to_string(1000 + i), at);
    REQUIRE(at != std::string::npos);
  }
  CHECK(received.ends_with("last"));
}

TEST_CASE("a client may change its keys, and one that does nothing else is gone") {
  TlsEdge served;
  TlsClient client(served.port, TLS1_3_VERSION);
  REQUIRE(client.connected());
  for (int i = 0; i < 20; ++i) {
    for (int k = 0; k < TlsSession::kMessagesMost / 2; ++k) REQUIRE(client.update_key());
    REQUIRE(client.send(get("/hello")));
    CHECK(eventually([&] { return served.application.requests == i + 1; }));
  }
  for (int i = 0; i <= TlsSession::kMessagesMost && client.update_key(); ++i) continue;
  CHECK(eventually([&] { return served.edge->counters().open_connections == 0; }));
}

TEST_CASE("a body in records of one byte arrives whole") {
  TlsEdge served;
  TlsClient client(served.port);
  REQUIRE(client.connected());
  constexpr int kBytes = 3'000;
  REQUIRE(
      client.send("POST /length HTTP/1.1\r\nHost: test\r\nConnection: close\r\n"
                  "Content-Length: 3000\r\n\r\n"));
  for (int i = 0; i < kBytes; ++i) REQUIRE(client.send("x"));
  CHECK(client.receive_to_end().ends_with("\r\n\r\n3000"));
}

TEST_CASE("a paused upload over TLS goes on when it is resumed") {
  TlsEdge served;
  TlsClient client(served.port);
  client.send(post("/pause", std::string(15'000, 'a'), "Connection: close\r\n"));
  REQUIRE(eventually([&] { return served.application.body_bytes > 0; }));
  served.application.resume();
  CHECK(client.receive_to_end().ends_with("15000"));
}

TEST_CASE("connections that are silent in the handshake block nobody, and end") {
  EdgeSettings settings;
  settings.threads = 1;
  settings.handshake_timeout = std::chrono::milliseconds(500);
  TlsEdge served(settings);
  std::vector<RawClient> silent;
  for (int i = 0; i < 10; ++i) {
    silent.emplace_back(served.port);
  }
  silent[0].send("\x16\x03\x01");
  TlsClient client(served.port);
  REQUIRE(client.connected());
  client.send(get("/hello", "Connection: close\r\n"));
  CHECK(client.receive_to_end().ends_with("hello"));
  for (RawClient& each : silent) {
    CHECK(each.ended());
  }
}

TEST_CASE("plain text on a TLS port is not served") {
  TlsEdge served;
  RawClient client(served.port);
  client.send(get("/hello"));
  const auto received = client.receive_to_end();
  REQUIRE(received.has_value());
  CHECK(received->find("HTTP") == std::string::npos);
  CHECK(served.application.requests.load() == 0);
}

TEST_CASE("a key that others may read, or anybody but its owner may write, is not served with") {
  TestApplication application;
  const TestCertificate certificate;
  const TlsFiles files = certificate.files();
  const auto edge = std::move(Edge::create({}, application)).value();
  for (const ::mode_t mode : {0644U, 0604U, 0602U, 0601U, 0620U, 0660U, 0666U, 0777U}) {
    CAPTURE(mode);
    REQUIRE(::chmod(files.key_path.c_str(), mode) == 0);
    const auto refused = edge->listen_tcp("127.0.0.1:0", files);
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().find(files.key_path) != std::string::npos);
    CHECK(refused.error().find("chmod 0600") != std::string::npos);
  }
  // Debian's group `ssl-cert` may read keys of mode 0640.
  for (const ::mode_t mode : {0600U, 0400U, 0640U, 0440U}) {
    CAPTURE(mode);
    REQUIRE(::chmod(files.key_path.c_str(), mode) == 0);
    CHECK(edge->listen_tcp("127.0.0.1:0", files).has_value());
  }
}

TEST_CASE("a key that is not a file is an error in words, and nothing blocks") {
  TestApplication application;
  const TestCertificate certificate;
  const TlsFiles files = certificate.files();
  const auto edge = std::move(Edge::create({}, application)).value();
  REQUIRE(::unlink(files.key_path.c_str()) == 0);
  REQUIRE(::mkfifo(files.key_path.c_str(), 0600) == 0);
  const auto refused = edge->listen_tcp("127.0.0.1:0", files);
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().find("not a regular file") != std::string::npos);
}

TEST_CASE("an endless key or certificate is an error in words, and is not read") {
  TestApplication application;
  const auto edge = std::move(Edge::create({}, application)).value();
  for (const bool is_key : {true, false}) {
    CAPTURE(is_key);
    const TestCertificate certificate;
    const TlsFiles files = certificate.files();
    std::filesystem::resize_file(is_key ? files.key_path : files.certificate_path,
                                 std::uintmax_t{1} << 40);
    const auto refused = edge->listen_tcp("127.0.0.1:0", files);
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().find("has more than 1048576 bytes") != std::string::npos);
  }
}

TEST_CASE("a renewed certificate is shown to new connections, and no open one ends") {
  TlsEdge served;
  TlsClient early(served.port);
  REQUIRE(early.connected());
  REQUIRE(early.send(get("/hello")));
  const TestCertificate renewed;
  REQUIRE_FALSE(served.edge->renew_tls(renewed.files()));
  TlsClient late(served.port);
  REQUIRE(late.connected());
  CHECK(late.certificate() != early.certificate());
  for (TlsClient* client : {&early, &late}) {
    REQUIRE(client->send(get("/hello", "Connection: close\r\n")));
    CHECK(client->receive_to_end().ends_with("hello"));
  }
  REQUIRE_FALSE(served.edge->renew_tls(served.certificate.files()));
  CHECK(TlsClient(served.port).certificate() == early.certificate());
}

TEST_CASE("a certificate that cannot be used renews nothing") {
  TlsEdge served;
  const TestCertificate other;
  const TlsFiles mixed{other.files().certificate_path, served.certificate.files().key_path};
  const std::string before = TlsClient(served.port).certificate();
  for (const TlsFiles& files : {TlsFiles{"/nowhere", "/nowhere"}, mixed}) {
    const auto why = served.edge->renew_tls(files);
    REQUIRE(why.has_value());
    CHECK(why->find("TLS: ") == 0);
    CHECK(TlsClient(served.port).certificate() == before);
  }
}

TEST_CASE("a certificate that cannot be used is an error in words") {
  TestApplication application;
  const TestCertificate one;
  const TestCertificate other;
  const auto edge = std::move(Edge::create({}, application)).value();
  CHECK_FALSE(edge->listen_tcp("127.0.0.1:0", TlsFiles{"/nowhere", "/nowhere"}).has_value());
  const TlsFiles mixed{one.files().certificate_path, other.files().key_path};
  const auto refused = edge->listen_tcp("127.0.0.1:0", mixed);
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().find("key") != std::string::npos);
}

}  // namespace countersign::http::tls_test
