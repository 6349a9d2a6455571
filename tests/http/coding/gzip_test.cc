#include "http/coding/gzip.h"

#include <doctest/doctest.h>
#include <zlib.h>

namespace countersign::http::gzip_test {

// Decodes one gzip member that must be the whole input.
std::string gunzipped(const std::string& packed, std::size_t size_max) {
  z_stream stream{};
  REQUIRE(::inflateInit2(&stream, 15 + 16) == Z_OK);
  std::string plain(size_max + 1, '\0');
  std::string input = packed;
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(input.size());
  stream.next_out = reinterpret_cast<Bytef*>(plain.data());
  stream.avail_out = static_cast<uInt>(plain.size());
  CHECK(::inflate(&stream, Z_FINISH) == Z_STREAM_END);
  CHECK(stream.avail_in == 0);
  plain.resize(stream.total_out);
  ::inflateEnd(&stream);
  return plain;
}

TEST_CASE("gzipped bytes are the same when they are decoded, and fewer where they repeat") {
  std::string mixed;
  for (unsigned i = 0; i < 100'000; ++i) mixed.push_back(static_cast<char>(i * i >> 3));
  for (const std::string& bytes :
       {std::string(), std::string(1, '\0'), std::string(1 << 20, 'a'), mixed}) {
    CAPTURE(bytes.size());
    CHECK(gunzipped(gzipped(bytes), bytes.size()) == bytes);
  }
  CHECK(gzipped(std::string(1 << 20, 'a')).size() < 2000);
}

TEST_CASE("gzipped bytes have no time of their making") {
  const std::string packed = gzipped("x");
  CHECK(packed.substr(4, 4) == std::string(4, '\0'));  // MTIME, RFC 1952 section 2.3.1
}

}  // namespace countersign::http::gzip_test
