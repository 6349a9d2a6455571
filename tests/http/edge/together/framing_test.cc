#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/http/edge/support/raw_client.h"
#include "tests/http/edge/support/test_application.h"

namespace countersign::http::framing_test {

struct Case {
  std::string name;
  std::string bytes;
  int status;
};

const std::string kHost = "Host: test\r\n";

std::string head(const std::string& fields, const std::string& line = "GET /hello HTTP/1.1") {
  return line + "\r\n" + fields + "\r\n";
}

const std::vector<Case>& refused_heads() {
  static const std::vector<Case> cases = {
      {"no Host", head(""), 400},
      {"two Hosts", head(kHost + kHost), 400},
      {"two Hosts that differ", head(kHost + "Host: other\r\n"), 400},
      {"empty Host", head("Host:\r\n"), 400},
      {"Host with a path", head("Host: a/b\r\n"), 400},
      {"Host with user information", head("Host: u@a\r\n"), 400},
      {"Host with a space", head("Host: a b\r\n"), 400},
      {"Host list", head("Host: a, b\r\n"), 400},
      {"Host with a port out of range", head("Host: a:99999\r\n"), 400},
      {"Host with eight digits of port", head("Host: a:99999999\r\n"), 400},
      {"Host with a port that is no number", head("Host: a:x\r\n"), 400},
      {"lower-case method", head(kHost, "get /hello HTTP/1.1"), 400},
      {"mixed-case method", head(kHost, "Get /hello HTTP/1.1"), 400},
      {"method with a digit", head(kHost, "G3T /hello HTTP/1.1"), 400},
      {"method of 33 letters", head(kHost, std::string(33, 'A') + " / HTTP/1.1"), 400},
      {"no method", head(kHost, " /hello HTTP/1.1"), 400},
      {"no target", head(kHost, "GET HTTP/1.1"), 400},
      {"two spaces", head(kHost, "GET  /hello HTTP/1.1"), 400},
      {"space in the target", head(kHost, "GET /a b HTTP/1.1"), 400},
      {"tab in the request line", head(kHost, "GET\t/hello HTTP/1.1"), 400},
      {"absolute-form without a host", head(kHost, "GET http:///hello HTTP/1.1"), 400},
      {"absolute-form with user information", head(kHost, "GET http://u@test/hello HTTP/1.1"), 400},
      {"absolute-form with a port out of range",
       head(kHost, "GET http://test:99999/hello HTTP/1.1"),
       400},
      {"absolute-form without a Host field", head("", "GET http://test/hello HTTP/1.1"), 400},
      {"absolute-form with a fragment", head(kHost, "GET http://test/hello#x HTTP/1.1"), 400},
      {"absolute-form of another scheme", head(kHost, "GET ftp://test/hello HTTP/1.1"), 400},
      {"absolute-form that is cut short", head(kHost, "GET http:/hello HTTP/1.1"), 400},
      {"authority-form", head(kHost, "CONNECT test:80 HTTP/1.1"), 400},
      {"asterisk-form of GET", head(kHost, "GET * HTTP/1.1"), 400},
      {"relative target", head(kHost, "GET hello HTTP/1.1"), 400},
      {"fragment in the target", head(kHost, "GET /hello#x HTTP/1.1"), 400},
      {"NUL in the target", head(kHost, "GET /a" + std::string(1, '\0') + " HTTP/1.1"), 400},
      {"byte 0xFF in the target", head(kHost, "GET /\xFF HTTP/1.1"), 400},
      {"DEL in the target", head(kHost, "GET /\x7F HTTP/1.1"), 400},
      {"target over 4 KiB", head(kHost, "GET /" + std::string(4096, 'a') + " HTTP/1.1"), 414},
      {"HTTP/1.2", head(kHost, "GET /hello HTTP/1.2"), 505},
      {"HTTP/2.0", head(kHost, "GET /hello HTTP/2.0"), 505},
      {"HTTP/0.9", head(kHost, "GET /hello HTTP/0.9"), 505},
      {"HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505},
      {"no version", head(kHost, "GET /hello"), 400},
      {"lower-case version", head(kHost, "GET /hello http/1.1"), 400},
      {"version with a tail", head(kHost, "GET /hello HTTP/1.1 "), 400},
      {"version of two digits", head(kHost, "GET /hello HTTP/1.10"), 400},
      {"bare LF everywhere", "GET /hello HTTP/1.1\nHost: test\n\n", 400},
      {"bare LF after the request line", "GET /hello HTTP/1.1\nHost: test\r\n\r\n", 400},
      {"bare LF in a field", head("Host: te\nst\r\n"), 400},
      {"bare CR in a field", head(kHost + "A: b\rc\r\n"), 400},
      {"NUL in a field", head(kHost + "A: b" + std::string(1, '\0') + "c\r\n"), 400},
      {"control character in a field", head(kHost + "A: b\x01\r\n"), 400},
      {"space before the colon", head(kHost + "A : b\r\n"), 400},
      {"space before the first field", head(" " + kHost), 400},
      {"line without a colon", head(kHost + "nonsense\r\n"), 400},
      {"empty field name", head(kHost + ": b\r\n"), 400},
      {"field name with a space", head(kHost + "A B: c\r\n"), 400},
      {"field name with a parenthesis", head(kHost + "A(: c\r\n"), 400},
      {"folded line", head(kHost + "A: b\r\n c\r\n"), 400},
      {"folded line with a tab", head(kHost + "A: b\r\n\tc\r\n"), 400},
      {"folded Transfer-Encoding", head(kHost + "Transfer-Encoding:\r\n chunked\r\n"), 400},
      {"65 fields",
       head(kHost +
            [] {
              std::string fields;
              for (int i = 0; i < 64; ++i) {
                fields += "A: b\r\n";
              }
              return fields;
            }()),
       431},
      {"two Authorizations",
       head(kHost + "Authorization: Bearer a\r\nAuthorization: Bearer b\r\n"),
       400},
      {"two Content-Types", head(kHost + "Content-Type: a/b\r\ncontent-type: a/c\r\n"), 400},
      {"odd expectation", head(kHost + "Expect: 200-maybe\r\n"), 417},
      {"garbage line", "\x16\x03\x01\x02\r\n\r\n", 400},
  };
  return cases;
}

const std::vector<Case>& refused_lengths() {
  const auto post_head = [](const std::string& fields) {
    return head(kHost + fields, "POST /length HTTP/1.1");
  };
  static const std::vector<Case> cases = {
      {"length with a letter", post_head("Content-Length: 5x\r\n"), 400},
      {"length with a plus", post_head("Content-Length: +5\r\n"), 400},
      {"length with a minus", post_head("Content-Length: -5\r\n"), 400},
      {"length in base 16", post_head("Content-Length: 0x5\r\n"), 400},
      {"length of letters", post_head("Content-Length: abc\r\n"), 400},
      {"empty length", post_head("Content-Length:\r\n"), 400},
      {"length with a space inside", post_head("Content-Length: 5 5\r\n"), 400},
      {"length as a list", post_head("Content-Length: 5, 5\r\n"), 400},
      {"length as a list that differs", post_head("Content-Length: 5, 6\r\n"), 400},
      {"same length twice", post_head("Content-Length: 5\r\nContent-Length: 5\r\n"), 400},
      {"two lengths", post_head("Content-Length: 5\r\nContent-Length: 6\r\n"), 400},
      {"length over 64 bits", post_head("Content-Length: 99999999999999999999\r\n"), 400},
      {"length of 19 digits", post_head("Content-Length: 1000000000000000000\r\n"), 413},
      {"length, then encoding",
       post_head("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"),
       400},
      {"encoding, then length",
       post_head("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n"),
       400},
      {"encoding twice",
       post_head("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"),
       400},
      {"encoding listed twice", post_head("Transfer-Encoding: chunked, chunked\r\n"), 501},
      {"identity", post_head("Transfer-Encoding: identity\r\n"), 501},
      {"gzip", post_head("Transfer-Encoding: gzip\r\n"), 501},
      {"gzip, then chunked", post_head("Transfer-Encoding: gzip, chunked\r\n"), 501},
      {"chunked, then gzip", post_head("Transfer-Encoding: chunked, gzip\r\n"), 501},
      {"chunked with a parameter", post_head("Transfer-Encoding: chunked;a=b\r\n"), 501},
      {"xchunked", post_head("Transfer-Encoding: xchunked\r\n"), 501},
      {"quoted chunked", post_head("Transfer-Encoding: \"chunked\"\r\n"), 501},
      {"empty encoding", post_head("Transfer-Encoding:\r\n"), 501},
      {"encoding in HTTP/1.0",
       head(kHost + "Transfer-Encoding: chunked\r\n", "POST /length HTTP/1.0"),
       400},
  };
  return cases;
}

const std::vector<Case>& refused_chunks() {
  static const std::vector<Case> cases = {
      {"negative size", "-5\r\nhello\r\n0\r\n\r\n", 400},
      {"size with a base", "0x5\r\nhello\r\n0\r\n\r\n", 400},
      {"size that is no number", "xyz\r\nhello\r\n0\r\n\r\n", 400},
      {"empty size", "\r\nhello\r\n0\r\n\r\n", 400},
      {"size over 64 bits", "10000000000000005\r\nhello\r\n0\r\n\r\n", 400},
      {"size line with a bare LF", "5\nhello\r\n0\r\n\r\n", 400},
      {"no line end after the data", "5\r\nhelloXX0\r\n\r\n", 400},
      {"bare LF after the data", "5\r\nhello\n0\r\n\r\n", 400},
      {"data longer than the size", "4\r\nhello\r\n0\r\n\r\n", 400},
      {"endless size line", "5;" + std::string(8192, 'a'), 400},
      {"endless trailer", "0\r\nA: " + std::string(8192, 'a'), 400},
      {"length in the trailer", "0\r\nContent-Length: 5\r\n\r\n", 400},
  };
  return cases;
}

// Expects the answer and then the end: the server believes nothing after a framing error.
void check_refused(const ServedApplication& served, const Case& each, const std::string& bytes) {
  CAPTURE(each.name);
  RawClient client(served.port);
  // The bytes that follow must not be taken for a request.
  client.send(bytes + get("/tag/smuggled"));
  client.half_close();
  const RawResponse response = client.receive();
  CHECK(response.status == each.status);
  CHECK(response.complete);
  CHECK(response.header("connection") == "close");
  CHECK(client.ended());
}

TEST_CASE("a head that breaks the rules is refused, and the connection ends") {
  ServedApplication served;
  for (const Case& each : refused_heads()) {
    check_refused(served, each, each.bytes);
  }
  CHECK(served.application.requests.load() == 0);
}

TEST_CASE("a length that can be read in two ways is refused, and the connection ends") {
  ServedApplication served;
  for (const Case& each : refused_lengths()) {
    check_refused(served, each, each.bytes);
  }
  CHECK(served.application.requests.load() == 0);
}

TEST_CASE("a broken chunk ends the request, its body and the connection") {
  ServedApplication served;
  int expected_aborts = 0;
  for (const Case& each : refused_chunks()) {
    const std::string bytes =
        head(kHost + "Transfer-Encoding: chunked\r\n", "POST /length HTTP/1.1") + each.bytes;
    check_refused(served, each, bytes);
    CHECK(served.application.aborts.load() == ++expected_aborts);
  }
  CHECK(served.application.ends.load() == 0);
}

TEST_CASE("odd values of fields that are not framing are none of the edge's business") {
  ServedApplication served;
  RawClient client(served.port);
  const std::vector<std::string> fields = {
      "Accept: foo\r\n",
      "Accept:\r\n",
      "Content-Type: foo\r\n",
      "Content-Type: multipart/form-data; boundary=\"a b\"\r\n",
      "Cookie: a\r\n",
      "Cookie: a=b; c\r\nCookie: d\r\n",
      "Cache-Control: immutable\r\n",
      "Date: foo\r\n",
      "Accept-Encoding: ;;;\r\n",
      "Authorization: bearer\r\n",
      "X-Empty:\r\n",
      "X-Latin: caf\xE9\r\n",
      "X-Tabs: \ta\tb\t\r\n",
      "Upgrade: h2c\r\nConnection: Upgrade\r\n",
      "If-Modified-Since: yesterday\r\n",
      "Range: bytes=9-1\r\n",
      "Content-Length: 0\r\n",
  };
  for (const std::string& each : fields) {
    CAPTURE(each);
    client.send(get("/hello", each));
    CHECK(client.receive().body == "hello");
  }
}

TEST_CASE("hosts in all their sound forms are taken") {
  ServedApplication served;
  RawClient client(served.port);
  for (const std::string host :
       {"a", "a:80", "a:", "127.0.0.1:8080", "[::1]", "[::1]:443", "A.example.", "x_y-z:1"}) {
    CAPTURE(host);
    client.send("GET /hello HTTP/1.1\r\nhOsT:   " + host + " \t\r\n\r\n");
    CHECK(client.receive().body == "hello");
  }
}

TEST_CASE("a target in absolute-form asks for what its path does (RFC 9112, section 3.2.2)") {
  ServedApplication served;
  RawClient client(served.port);
  for (const std::string target : {"http://test/hello",
                                   "HTTP://other:8080/hello",
                                   "https://[::1]:443/hello",
                                   "http://test/hello?a=http://b/"}) {
    CAPTURE(target);
    client.send(head(kHost, "GET " + target + " HTTP/1.1"));
    CHECK(client.receive().body == "hello");
  }
  client.send(head(kHost, "GET http://test HTTP/1.1"));
  CHECK(client.receive().status == 404);
  client.send(head(kHost, "GET http://test?a HTTP/1.1"));
  CHECK(client.receive().status == 404);
  client.send(head(kHost, "OPTIONS http://test HTTP/1.1"));
  CHECK(client.receive().status == 404);
}

TEST_CASE("a method that is well-formed and unknown is left to the application") {
  ServedApplication served;
  RawClient client(served.port);
  for (const std::string method : {"BREW", "PROPFIND", "TRACE", "M-SEARCH"}) {
    client.send(head(kHost, method + " /hello HTTP/1.1"));
    CHECK(client.receive().status == 405);
  }
  client.send(head(kHost, "OPTIONS * HTTP/1.1"));
  CHECK(client.receive().status == 404);
}

TEST_CASE("fifty thousand and a million slashes are one refusal each") {
  ServedApplication served;
  for (const std::size_t slashes : {50'000UL, 1'000'000UL}) {
    RawClient client(served.port);
    client.send("GET " + std::string(slashes, '/') + " HTTP/1.1\r\nHost: a\r\n\r\n");
    CHECK(client.receive().status == 414);
  }
  RawClient client(served.port);
  client.send(get(std::string(4096, '/')));
  CHECK(client.receive().status == 404);
}

TEST_CASE("a header of a megabyte is refused after its first sixteen kilobytes") {
  ServedApplication served;
  RawClient client(served.port);
  client.send("GET /hello HTTP/1.1\r\nHost: a\r\nX-Big: " + std::string(1 << 20, 'a'));
  client.half_close();
  CHECK(client.receive().status == 431);
  CHECK(client.ended());
}

TEST_CASE("a head of exactly the limit is served and one byte more is not") {
  ServedApplication served;
  const std::string fixed = get("/hello", "X-Pad: \r\n");
  const auto padded = [&](std::size_t size) {
    return get("/hello", "X-Pad: " + std::string(size - fixed.size(), 'a') + "\r\n");
  };
  RawClient client(served.port);
  client.send(padded(16 * 1024));
  CHECK(client.receive().status == 200);
  client.send(padded(16 * 1024 + 1));
  CHECK(client.receive().status == 431);
}

TEST_CASE("empty lines before a request are skipped") {
  ServedApplication served;
  RawClient client(served.port);
  client.send("\r\n\r\n" + get("/hello"));
  CHECK(client.receive().body == "hello");
  client.send("\r");
  client.send("\n");
  client.send(get("/tag/x"));
  CHECK(client.receive().body == "x");
}

TEST_CASE("a request behind an oversized body is never executed") {
  ServedApplication served;
  RawClient client(served.port);
  std::string body(4096 * 4, 'a');
  const std::string hidden = get("/tag/smuggled");
  body.replace(4096, hidden.size(), hidden);
  client.send(post("/stop", body));
  client.half_close();
  CHECK(client.receive().status == 413);
  CHECK(client.ended());
  CHECK(served.application.requests.load() == 1);
}

}  // namespace countersign::http::framing_test
