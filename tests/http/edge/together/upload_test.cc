#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "tests/http/edge/support/raw_client.h"
#include "tests/http/edge/support/test_application.h"

namespace countersign::http::edge_upload_test {

const std::string kChunkedHead =
    "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";

TEST_CASE("a chunked body that is cut anywhere is read the same") {
  ServedApplication served;
  RawClient client(served.port);
  const std::string request =
      kChunkedHead + "5;a=b\r\nhello\r\n1\r\n \r\n5\r\nworld\r\n0\r\nX-Trailer: y\r\n\r\n";
  for (std::size_t cut = 1; cut < request.size(); ++cut) {
    CAPTURE(cut);
    client.send(request.substr(0, cut));
    client.send(request.substr(cut));
    CHECK(client.receive().body == "hello world");
  }
}

TEST_CASE("a chunked body that comes byte by byte is read the same") {
  ServedApplication served;
  RawClient client(served.port);
  const std::string request = kChunkedHead + "3\r\nabc\r\n3\r\ndef\r\n0\r\n\r\n";
  for (int round = 0; round < 3; ++round) {
    for (const char byte : request) {
      client.send({&byte, 1});
    }
    CHECK(client.receive().body == "abcdef");
  }
  // The shortest possible body.
  for (const char byte : kChunkedHead + "0\r\n\r\n") {
    client.send({&byte, 1});
  }
  CHECK(client.receive().body.empty());
}

TEST_CASE("a chunk whose CR is byte 4096 of the read hangs nobody") {
  ServedApplication served;
  for (std::size_t size = 4096 - kChunkedHead.size() - 12; size < 4096; ++size) {
    CAPTURE(size);
    RawClient client(served.port);
    char line[16];
    std::snprintf(line, sizeof(line), "%zx\r\n", size);
    client.send(kChunkedHead + line + std::string(size, 'a') + "\r\n0\r\n\r\n");
    REQUIRE(client.receive().body.size() == size);
  }
}

TEST_CASE("the final line break of a chunked body may come late") {
  ServedApplication served;
  RawClient client(served.port);
  client.send(kChunkedHead + "1\r\na\r\n0\r\n");
  client.send("\r\n" + get("/tag/next"));
  CHECK(client.receive().body == "a");
  CHECK(client.receive().body == "next");
}

TEST_CASE("a body with a length arrives whole, in one piece or in many") {
  ServedApplication served;
  RawClient client(served.port);
  std::string body;
  for (int i = 0; i < 300'000; ++i) {
    body += static_cast<char>('a' + i % 26);
  }
  client.send(post("/echo", body));
  const bool same = client.receive().body == body;
  CHECK(same);
  const std::string small = post("/echo", "0123456789");
  for (const char byte : small) {
    client.send({&byte, 1});
  }
  CHECK(client.receive().body == "0123456789");
}

TEST_CASE("a body of nothing ends at once") {
  ServedApplication served;
  RawClient client(served.port);
  client.send(get("/length"));
  CHECK(client.receive().body == "0");
  client.send(post("/length", ""));
  CHECK(client.receive().body == "0");
}

TEST_CASE("a paused sink stops its sender, and resume lets it go on") {
  ServedApplication served;
  RawClient client(served.port);
  constexpr std::size_t kSize = 64UL << 20U;
  client.send("POST /pause HTTP/1.1\r\nHost: a\r\nContent-Length: " + std::to_string(kSize) +
              "\r\n\r\n");
  const std::string block(64 * 1024, 'a');
  std::size_t sent = client.send_without_waiting(block);
  REQUIRE(eventually([&] { return served.application.body_bytes > 0; }));
  // The kernel's buffers fill up, and then nothing more is taken.
  for (std::size_t more = 1; more > 0;) {
    more = client.send_without_waiting(block);
    sent += more;
  }
  CHECK(sent < kSize / 2);
  CHECK(served.application.body_bytes.load() <= 64 * 1024);
  RawClient other(served.port);
  other.send(get("/hello"));
  CHECK(other.receive().body == "hello");

  served.application.resume();
  while (sent < kSize) {
    const std::size_t size = std::min(block.size(), kSize - sent);
    REQUIRE(client.send(std::string_view(block).substr(0, size)));
    sent += size;
  }
  CHECK(client.receive().body == std::to_string(kSize));
}

TEST_CASE("a paused sink learns that its client was reset") {
  ServedApplication served;
  RawClient client(served.port);
  client.send("POST /pause HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nabc");
  REQUIRE(eventually([&] { return served.application.body_bytes > 0; }));
  client.reset();
  CHECK(eventually([&] { return served.application.aborts == 1; }));
}

TEST_CASE("a sink that wants no more is answered for, and a client that sends on can read it") {
  ServedApplication served;
  for (const std::string path : {"/stop", "/stop-later"}) {
    CAPTURE(path);
    RawClient client(served.port);
    // The whole body is sent before the answer is read.
    CHECK(client.send(post(path, std::string(20 << 20, 'a'))));
    const RawResponse response = client.receive();
    CHECK(response.status == 413);
    CHECK(response.body == "too much");
    CHECK(response.header("connection") == "close");
  }
  CHECK(served.application.body_bytes.load() < 256 * 1024);
  CHECK(served.application.ends.load() == 0);
  CHECK(served.application.aborts.load() == 0);
}

TEST_CASE("a client that goes away in the middle of its body aborts the sink") {
  ServedApplication served;
  for (const bool reset : {false, true}) {
    RawClient client(served.port);
    client.send("POST /length HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nabc");
    const int before = served.application.aborts;
    REQUIRE(eventually([&] { return served.application.body_bytes >= 3; }));
    served.application.body_bytes = 0;
    reset ? client.reset() : client.close();
    CHECK(eventually([&] { return served.application.aborts == before + 1; }));
  }
  CHECK(served.application.ends.load() == 0);
  CHECK(eventually([&] { return served.counters().open_connections == 0; }));
}

TEST_CASE("a body that stands still is given up with 408") {
  EdgeSettings settings;
  settings.body_idle_timeout = std::chrono::milliseconds(200);
  ServedApplication served(settings);
  RawClient client(served.port);
  client.send("POST /length HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nabc");
  CHECK(client.receive().status == 408);
  CHECK(client.ended());
  CHECK(served.application.aborts.load() == 1);
}

}  // namespace countersign::http::edge_upload_test
