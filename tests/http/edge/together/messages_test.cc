#include <doctest/doctest.h>

#include <string>

#include "tests/http/edge/support/raw_client.h"
#include "tests/http/edge/support/test_application.h"

namespace countersign::http::messages_test {

TEST_CASE("a connection of HTTP/1.1 is kept until somebody says close") {
  ServedApplication served;
  RawClient client(served.port);
  for (int i = 0; i < 100; ++i) {
    client.send(get("/tag/" + std::to_string(i)));
    const RawResponse response = client.receive();
    CHECK(response.body == std::to_string(i));
    CHECK(response.header("connection").empty());
    CHECK(response.header("date").size() == 29);
  }
  client.send(get("/hello", "Connection: close\r\n"));
  const RawResponse last = client.receive();
  CHECK(last.body == "hello");
  CHECK(last.header("connection") == "close");
  CHECK(client.ended());
}

TEST_CASE("close is found in a list and in any case") {
  ServedApplication served;
  RawClient client(served.port);
  client.send(get("/hello", "Connection: foo, CLOSE\r\n"));
  CHECK(client.receive().header("connection") == "close");
  CHECK(client.ended());
}

TEST_CASE("a connection of HTTP/1.0 is closed unless keep-alive is asked for") {
  ServedApplication served;
  RawClient client(served.port);
  client.send("GET /hello HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n");
  const RawResponse kept = client.receive();
  CHECK(kept.body == "hello");
  CHECK(kept.header("connection") == "keep-alive");
  client.send("GET /hello HTTP/1.0\r\n\r\n");
  const RawResponse last = client.receive();
  CHECK(last.body == "hello");
  CHECK(last.header("connection") == "close");
  CHECK(client.ended());
}

TEST_CASE("pipelined requests are answered in order, whoever answers first") {
  ServedApplication served;
  RawClient client(served.port);
  std::string requests;
  for (int i = 0; i < 200; ++i) {
    requests += get((i % 3 == 0 ? "/later/" : "/tag/") + std::to_string(i));
    if (i % 10 == 0) requests += post("/length", std::string(static_cast<std::size_t>(i), 'a'));
  }
  client.send(requests);
  for (int i = 0; i < 200; ++i) {
    CHECK(client.receive().body == std::to_string(i));
    if (i % 10 == 0) {
      CHECK(client.receive().body == std::to_string(i));
    }
  }
}

TEST_CASE("requests behind one with close are not executed") {
  ServedApplication served;
  RawClient client(served.port);
  client.send(get("/tag/1", "Connection: close\r\n") + get("/tag/2"));
  CHECK(client.receive().body == "1");
  CHECK(client.ended());
  CHECK(served.application.requests.load() == 1);
}

TEST_CASE("HEAD is answered with the header of GET and no body") {
  ServedApplication served;
  RawClient client(served.port);
  const auto head = [](const std::string& path) {
    return "HEAD " + path + " HTTP/1.1\r\nHost: a\r\n\r\n";
  };
  client.send(head("/big/100000") + head("/tag/abc") + head("/stream/77") + head("/chunked/5"));
  CHECK(client.receive(true).header("content-length") == "100000");
  CHECK(client.receive(true).header("content-length") == "3");
  CHECK(client.receive(true).header("content-length") == "77");
  CHECK(client.receive(true).header("transfer-encoding") == "chunked");
  client.send(get("/hello"));
  CHECK(client.receive().body == "hello");
}

TEST_CASE("204 and 304 have neither body nor length") {
  ServedApplication served;
  RawClient client(served.port);
  client.send(get("/status/204") + get("/status/304") + get("/status/299"));
  for (const int status : {204, 304}) {
    const RawResponse response = client.receive();
    CHECK(response.status == status);
    CHECK(response.header("content-length").empty());
    CHECK(response.header("transfer-encoding").empty());
  }
  CHECK(client.receive().body == "body");
}

TEST_CASE("a line break in a field of the answer becomes 500, not a header") {
  ServedApplication served;
  RawClient client(served.port);
  client.send(get("/field?fine"));
  CHECK(client.receive().header("x-field") == "fine");
  for (const std::string value : {"a%0D%0AX-Evil:%201", "a%0Ab", "a%0Db", "%00"}) {
    CAPTURE(value);
    client.send(get("/field?" + value));
    const RawResponse response = client.receive();
    CHECK(response.status == 500);
    CHECK(response.header("x-evil").empty());
  }
}

TEST_CASE("an impossible status becomes 500") {
  ServedApplication served;
  RawClient client(served.port);
  for (const std::string status : {"0", "100", "199", "600", "-1"}) {
    client.send(get("/status/" + status));
    CHECK(client.receive().status == 500);
  }
}

TEST_CASE("a handler that throws, or answers nothing, is a 500 and the server goes on") {
  ServedApplication served;
  RawClient client(served.port);
  client.send(get("/throw"));
  CHECK(client.receive().status == 500);
  client.send(get("/drop"));
  CHECK(client.receive().status == 500);
  client.send(post("/throw-in-body", "abc"));
  CHECK(client.receive().status == 500);
  client.send(get("/hello"));
  CHECK(client.receive().body == "hello");
}

TEST_CASE("a handler for which there is no memory is a 503 and the server goes on") {
  ServedApplication served;
  RawClient client(served.port);
  client.send(get("/no-memory"));
  CHECK(client.receive().status == 503);
  client.send(get("/no-memory-for-the-answer"));
  CHECK(client.receive().status == 503);
  client.send(post("/no-memory-in-body", "abc"));
  CHECK(client.receive().status == 503);
  client.send(get("/hello"));
  CHECK(client.receive().body == "hello");
}

TEST_CASE("a client that ends its side right after the request still gets its answer") {
  ServedApplication served;
  for (const std::string path : {"/tag/x", "/later/x"}) {
    RawClient client(served.port);
    client.send(get(path));
    client.half_close();
    CHECK(client.receive().body == "x");
    CHECK(client.ended());
  }
  RawClient client(served.port);
  client.send(get("/big/5000000"));
  client.half_close();
  CHECK(client.receive().body.size() == 5'000'000);
}

TEST_CASE("100 Continue is sent when the body is wanted, and only then") {
  ServedApplication served;
  const auto announce = [](const std::string& path) {
    return "POST " + path +
           " HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n";
  };
  SUBCASE("wanted") {
    RawClient client(served.port);
    client.send(announce("/length"));
    CHECK(client.receive().status == 100);
    client.send("hello");
    CHECK(client.receive().body == "5");
    client.send(get("/hello"));
    CHECK(client.receive().body == "hello");
  }
  SUBCASE("not wanted: the answer comes at once, and the next byte has no meaning") {
    RawClient client(served.port);
    client.send(announce("/unwanted"));
    const RawResponse response = client.receive();
    CHECK(response.body == "unwanted");
    CHECK(response.header("connection") == "close");
    CHECK(client.ended());
  }
  SUBCASE("an HTTP/1.0 client does not know 100") {
    RawClient client(served.port);
    client.send("POST /length HTTP/1.0\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\nhello");
    CHECK(client.receive().body == "5");
  }
}

TEST_CASE("an unwanted small body is skipped and the connection kept") {
  ServedApplication served;
  RawClient client(served.port);
  client.send(post("/unwanted", std::string(60'000, 'a')) + get("/tag/1"));
  CHECK(client.receive().body == "unwanted");
  CHECK(client.receive().body == "1");
  client.send("POST /unwanted HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
  CHECK(client.receive().body == "unwanted");
  client.send("5\r\nhello\r\n0\r\n\r\n" + get("/tag/2"));
  CHECK(client.receive().body == "2");
}

TEST_CASE("an unwanted large body ends the connection after the answer") {
  ServedApplication served;
  {
    RawClient client(served.port);
    client.send(post("/unwanted", std::string(70'000, 'a')) + get("/tag/1"));
    const RawResponse response = client.receive();
    CHECK(response.body == "unwanted");
    CHECK(response.header("connection") == "close");
    CHECK(client.ended());
  }
  RawClient client(served.port);
  client.send("POST /unwanted HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
  CHECK(client.receive().body == "unwanted");
  for (int i = 0; i < 20; ++i) {
    client.send("2000\r\n" + std::string(0x2000, 'a') + "\r\n");
  }
  CHECK(client.ended());
  CHECK(served.application.requests.load() == 2);
}

TEST_CASE("the address of the client is told") {
  ServedApplication served;
  RawClient client(served.port);
  client.send(get("/peer"));
  CHECK(client.receive().body == "127.0.0.1");
}

TEST_CASE("a client of IPv4 shows as IPv4 on a socket of IPv6") {
  TestApplication application;
  auto edge = Edge::create({}, application).value().release();
  const std::unique_ptr<Edge> owner(edge);
  const auto port = edge->listen_tcp("[::]:0");
  REQUIRE(port.has_value());
  edge->start();
  RawClient client(*port);
  client.send(get("/peer"));
  CHECK(client.receive().body == "127.0.0.1");
}

TEST_CASE("an address that is none, or is taken, is an error in words") {
  TestApplication application;
  const auto edge = Edge::create({}, application).value().release();
  const std::unique_ptr<Edge> owner(edge);
  for (const std::string address : {"", "localhost", "a:b", "::1:80", "127.0.0.1:70000", "1:"}) {
    CAPTURE(address);
    CHECK_FALSE(edge->listen_tcp(address).has_value());
  }
  const ServedApplication other;
  const auto taken = edge->listen_tcp("127.0.0.1:" + std::to_string(other.port));
  REQUIRE_FALSE(taken.has_value());
  CHECK(taken.error().find("in use") != std::string::npos);
}

}  // namespace countersign::http::messages_test
