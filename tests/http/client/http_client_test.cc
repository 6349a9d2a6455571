#include "http/client/http_client.h"

#include <doctest/doctest.h>
#include <stdlib.h>

#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "http/client/http_url.h"
#include "http/coding/gzip.h"
#include "http/edge/body_pipe.h"
#include "tests/http/support/raw_server.h"
#include "tests/http/support/scripted_server.h"

namespace countersign::http::http_client_test {

std::string failure(const Result<ClientAnswer, NoAnswer>& answer) {
  return answer ? "answered " + std::to_string(answer->status) : answer.error().why;
}

TEST_CASE("a request arrives as it was made, and any status is an answer") {
  ScriptedServer server([](const ScriptedServer::Request& request) -> std::optional<Response> {
    const std::string type(request.head.headers.find("content-type").value_or("none"));
    const bool expects = request.head.headers.find("expect").has_value();
    return answer(request.head.path == "/teapot" ? 418 : 200,
                  request.head.method_text + " " + request.head.target + " " + type + " " +
                      request.body + (expects ? " Expect" : ""),
                  "text/x.special");
  });
  HttpClient client;
  const auto got = client.ask({.url = server.url() + "/a"});
  REQUIRE(failure(got) == "answered 200");
  CHECK(got->body == "GET /a none ");
  CHECK(got->content_type == "text/x.special");
  const std::string large(40'000, 'x');
  const auto posted = client.ask({.method = "POST",
                                  .url = server.url() + "/teapot",
                                  .headers = {"Content-Type: text/plain"},
                                  .body = large});
  REQUIRE(failure(posted) == "answered 418");
  CHECK(posted->body == "POST /teapot text/plain " + large);
  // No part of the previous request is left.
  CHECK(client.ask({.url = server.url() + "/b"})->body == "GET /b none ");
}

TEST_CASE("redirects are not followed") {
  ScriptedServer server([&](const ScriptedServer::Request&) -> std::optional<Response> {
    Response response = answer(302);
    response.headers.add("Location", "/elsewhere");
    return response;
  });
  HttpClient client;
  CHECK(failure(client.ask({.url = server.url()})) == "answered 302");
  CHECK(server.requests() == 1);
}

TEST_CASE("an answer that is too long is none") {
  ScriptedServer server([](const ScriptedServer::Request&) -> std::optional<Response> {
    return answer(200, std::string(1001, 'x'));
  });
  HttpClient client;
  CHECK(failure(client.ask({.url = server.url(), .answer_bytes_max = 1001})) == "answered 200");
  CHECK(failure(client.ask({.url = server.url(), .answer_bytes_max = 1000})) ==
        "the answer is too long");
}

TEST_CASE("an answer whose fields never end, or that unpacks to more than its limit, is none") {
  std::string bytes;
  RawServer server([&](const std::string&) { return bytes; });
  HttpClient client;
  const auto verdict_on = [&](std::string answer) {
    bytes = std::move(answer);
    return failure(client.ask({.url = server.url(), .answer_bytes_max = 100'000}));
  };
  const auto fields_of = [](std::size_t size) {
    std::string fields;
    while (fields.size() < size) fields += "X-More: " + std::string(90, 'y') + "\r\n";
    return fields;
  };
  const std::string head = "HTTP/1.1 200 OK\r\nConnection: close\r\n";
  const std::string too_long = "the answer is too long";
  CHECK(verdict_on(head + fields_of(30'000) + "\r\nbody") == "answered 200");
  CHECK(verdict_on(head + fields_of(80'000) + "\r\nbody") == too_long);
  const std::string chunked = head + "Transfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n";
  CHECK(verdict_on(chunked + fields_of(30'000) + "\r\n") == "answered 200");
  CHECK(verdict_on(chunked + fields_of(80'000) + "\r\n") == too_long);
  std::string interim;
  while (interim.size() < 80'000) interim += "HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n";
  CHECK(verdict_on(interim + head + "\r\nbody") == too_long);

  // Nobody has asked for a coding. libcurl undoes one of the transfer all the same.
  const std::string packed = gzipped(std::string(50'000'000, '0'));
  REQUIRE(packed.size() < 100'000);
  CHECK(verdict_on(head + "Transfer-Encoding: gzip\r\n\r\n" + packed) == too_long);
  CHECK(verdict_on(head + "Content-Encoding: gzip\r\n\r\n" + packed) == "answered 200");

  // No length is believed before its bytes have come.
  CHECK(verdict_on(head + "Content-Length: 1152921504606846976\r\n\r\nbody") != "answered 200");
  CHECK(verdict_on(head + "Transfer-Encoding: chunked\r\n\r\n7fffffffffffffff\r\nbody") !=
        "answered 200");
}

TEST_CASE("a sink gets the body of a 200 without a limit, and no other body") {
  const std::string large(300'000, 'x');
  ScriptedServer server([&](const ScriptedServer::Request& request) -> std::optional<Response> {
    return answer(request.head.path == "/teapot" ? 418 : 200, large);
  });
  HttpClient client;
  std::string taken;
  const auto take = [&](std::string_view piece) {
    taken += piece;
    return true;
  };
  const auto streamed = client.ask({.url = server.url(), .answer_bytes_max = 10}, take);
  REQUIRE(failure(streamed) == "answered 200");
  CHECK(streamed->body == "");
  CHECK(taken == large);
  taken.clear();
  const auto other =
      client.ask({.url = server.url() + "/teapot", .answer_bytes_max = large.size()}, take);
  REQUIRE(failure(other) == "answered 418");
  CHECK(other->body == large);
  CHECK(taken == "");
  CHECK(failure(client.ask({.url = server.url() + "/teapot"}, take)) == "the answer is too long");
}

TEST_CASE("a sink that has enough ends the answer, and the client goes on") {
  ScriptedServer server([](const ScriptedServer::Request&) -> std::optional<Response> {
    return answer(200, std::string(300'000, 'x'));
  });
  HttpClient client;
  for (int times = 0; times < 2; ++times) {
    int pieces = 0;
    const auto take_one = [&](std::string_view) {
      ++pieces;
      return false;
    };
    CHECK(failure(client.ask({.url = server.url()}, take_one)) == "answered 200");
    CHECK(pieces == 1);
  }
}

TEST_CASE("an answer that breaks off is none, and is not taken for an absent server") {
  ScriptedServer server([](const ScriptedServer::Request&) -> std::optional<Response> {
    Response response;
    const auto pipe = std::make_shared<BodyPipe>();
    CHECK(pipe->write("half of"));
    pipe->fail();
    response.stream = pipe;
    return response;
  });
  HttpClient client;
  const auto whole = client.ask({.url = server.url()});
  REQUIRE_FALSE(whole);
  CHECK(whole.error().kind == NoAnswer::Kind::Broken);
  const auto streamed = client.ask({.url = server.url()}, [](std::string_view) { return true; });
  REQUIRE_FALSE(streamed);
  CHECK(streamed.error().kind == NoAnswer::Kind::Broken);
  const auto absent = client.ask({.url = server.url(), .unix_socket = "/nowhere/admin.sock"});
  REQUIRE_FALSE(absent);
  CHECK(absent.error().kind == NoAnswer::Kind::NotReached);
  const auto too_long =
      client.ask({.url = server.url(), .unix_socket = "/" + std::string(200, 'x')});
  REQUIRE_FALSE(too_long);
  CHECK(too_long.error().kind == NoAnswer::Kind::NotReached);
}

TEST_CASE("a timeout of 0 means no limit") {
  ScriptedServer server([](const ScriptedServer::Request&) { return std::nullopt; });
  HttpClient client;
  std::thread other([&] {
    while (server.requests() < 1) std::this_thread::yield();
    client.cancel();
  });
  CHECK(failure(client.ask({.url = server.url(), .timeout = std::chrono::milliseconds(0)})) ==
        "it was cancelled");
  other.join();
}

TEST_CASE("other protocols, and nobody at the address, are no answer") {
  HttpClient client;
  for (const char* url : {"file:///etc/hostname", "ftp://127.0.0.1/", "gopher://127.0.0.1/"}) {
    CAPTURE(url);
    CHECK(failure(client.ask({.url = url})).find("answered") == std::string::npos);
  }
  std::string gone;
  {
    ScriptedServer server([](const ScriptedServer::Request&) { return std::nullopt; });
    gone = server.url();
  }
  CHECK(failure(client.ask({.url = gone})).find("answered") == std::string::npos);
}

TEST_CASE("a proxy in the environment is not asked") {
  ScriptedServer server(
      [](const ScriptedServer::Request&) -> std::optional<Response> { return answer(200); });
  ::setenv("http_proxy", "http://127.0.0.1:1", 1);
  HttpClient client;
  CHECK(failure(client.ask({.url = server.url()})) == "answered 200");
  ::unsetenv("http_proxy");
}

TEST_CASE("a server that says nothing is given up, by time or by being cancelled") {
  ScriptedServer server([](const ScriptedServer::Request&) { return std::nullopt; });
  HttpClient client;
  CHECK(failure(client.ask({.url = server.url(), .timeout = std::chrono::milliseconds(50)})) ==
        "Timeout was reached");
  std::thread other([&] {
    while (server.requests() < 2) std::this_thread::yield();
    client.cancel();
  });
  CHECK(failure(client.ask({.url = server.url(), .timeout = std::chrono::hours(1)})) ==
        "it was cancelled");
  other.join();
  CHECK(failure(client.ask({.url = server.url()})) == "it was cancelled");
}

TEST_CASE("an address of a service has a host and perhaps a path, and no secret") {
  for (const char* url : {"http://a", "https://witness.example/w1", "http://127.0.0.1:8090/x/y"}) {
    CAPTURE(url);
    CHECK(wrong_with_url(url) == "");
  }
  for (const char* url : {"",
                          "a",
                          "ftp://a",
                          "http://",
                          "http:///path",
                          "http://a b",
                          "http://a:99999",
                          "http://user:secret@a",
                          "http://user@a",
                          "http://a/?q",
                          "http://a/#f",
                          "http://\xC3\xA9/"}) {
    CAPTURE(url);
    CHECK(wrong_with_url(url) != "");
  }
}

}  // namespace countersign::http::http_client_test
