#include <doctest/doctest.h>

#include <regex>
#include <string>

#include "tests/programs/support/shared_server.h"

// The hosted page as a browser asks for it.
namespace countersign::tests::pages_test {

Answer ask(const std::string& path, const HeaderList& headers = {}, const char* method = "GET") {
  return shared_server().ask({method, path, headers});
}

TEST_CASE("a browser gets the page and what it names in the coding it wants") {
  const Answer plain = ask("/capture");
  REQUIRE(plain.status == 200);
  CHECK(plain.header("content-type") == "text/html; charset=utf-8");
  CHECK(plain.header("cache-control") == "no-store");
  CHECK(plain.header("content-security-policy").starts_with("default-src 'none'"));
  CHECK_FALSE(plain.has_header("content-encoding"));
  static const std::regex address(R"re("(/assets/[^"]+)")re");
  std::size_t loaded = 0;
  for (std::sregex_iterator at(plain.body.begin(), plain.body.end(), address), end; at != end;
       ++at) {
    const std::string path = (*at)[1];
    CAPTURE(path);
    const Answer asset = ask(path, {{"Accept-Encoding", "gzip, deflate, br, zstd"}});
    CHECK(asset.status == 200);
    CHECK(asset.header("vary") == "Accept-Encoding");
    CHECK(asset.header("cache-control") == "public, max-age=31536000, immutable");
    const HeaderList known{{"Accept-Encoding", "gzip, deflate, br, zstd"},
                           {"If-None-Match", asset.header("etag")}};
    const Answer same = ask(path, known);
    CHECK(same.status == 304);
    CHECK(same.body.empty());
    ++loaded;
  }
  CHECK(loaded >= 4);

  const HeaderList browser{{"Accept-Encoding", "gzip, deflate, br, zstd"}};
  const Answer packed = ask("/capture", browser);
  CHECK(packed.header("content-encoding") == "br");
  CHECK(packed.body.size() < plain.body.size());
  CHECK(packed.header("etag") != plain.header("etag"));
  const Answer head = ask("/capture", browser, "HEAD");
  CHECK(head.status == 200);
  CHECK(head.body.empty());
  CHECK(head.header("content-length") == std::to_string(packed.body.size()));
  CHECK(head.header("etag") == packed.header("etag"));
}

}  // namespace countersign::tests::pages_test
