#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "core/text/base64url.h"
#include "events/crypto/os_random.h"

namespace countersign::base64_test {

struct Vector {
  std::string_view bytes;
  std::string_view standard;
  std::string_view url;
};

// RFC 4648 section 10, and two texts in which the two alphabets differ.
constexpr Vector kVectors[] = {
    {"", "", ""},
    {"f", "Zg==", "Zg"},
    {"fo", "Zm8=", "Zm8"},
    {"foo", "Zm9v", "Zm9v"},
    {"foob", "Zm9vYg==", "Zm9vYg"},
    {"fooba", "Zm9vYmE=", "Zm9vYmE"},
    {"foobar", "Zm9vYmFy", "Zm9vYmFy"},
    {"\xfb\xff", "+/8=", "-_8"},
    {"\xff\xef\xbe", "/+++", "_---"},
};

TEST_CASE("both alphabets encode and decode as RFC 4648 has them") {
  for (const Vector& vector : kVectors) {
    CHECK(to_base64(vector.bytes) == vector.standard);
    CHECK(to_base64url(vector.bytes) == vector.url);
    CHECK(from_base64(vector.standard) == vector.bytes);
    CHECK(from_base64url(vector.url) == vector.bytes);
  }
}

TEST_CASE("any bytes survive both alphabets") {
  OsRandom random;
  for (std::size_t size = 0; size < 200; ++size) {
    std::vector<std::uint8_t> bytes(size);
    random.fill(bytes);
    CHECK(from_base64url(to_base64url(bytes)) == std::string(text_of(bytes)));
    CHECK(from_base64(to_base64(bytes)) == std::string(text_of(bytes)));
  }
}

TEST_CASE("base64url takes one text for each byte string and no other") {
  using namespace std::string_view_literals;
  for (const std::string_view text : {"Zg=="sv,       // padding
                                      "Zm8="sv,       // padding
                                      "Zh"sv,         // one bit left over after the last byte
                                      "Zm9"sv,        // two bits left over after the last byte
                                      "Z"sv,          // six bits do not make a byte
                                      "Zm9vY"sv,      // 30 bits: three bytes and six bits left over
                                      "+/8"sv,        // the other alphabet
                                      "Zm9v Zm9v"sv,  // a space
                                      "Zm9v\n"sv,
                                      "Zm9v\0"sv,
                                      "Zm\xc3\xa9"sv}) {
    CHECK_MESSAGE(!from_base64url(text), text);
  }
}

TEST_CASE("standard base64 wants exactly its padding") {
  using namespace std::string_view_literals;
  for (const std::string_view text : {"Zg"sv,
                                      "Zg="sv,
                                      "Zg==="sv,
                                      "Zm8"sv,
                                      "Zm9v===="sv,
                                      "="sv,
                                      "===="sv,
                                      "Z==="sv,
                                      "Zh=="sv,
                                      "Zm9="sv,
                                      "-_8="sv,
                                      "Zg==Zg=="sv,
                                      "Zm 8"sv}) {
    CHECK_MESSAGE(!from_base64(text), text);
  }
}

}  // namespace countersign::base64_test
