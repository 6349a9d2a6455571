// The bytes of a registration: what authenticators write is read, and no length in it is believed.
#include "http/review/passkey/attested_credential.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "tests/http/review/support/allocation_meter.h"
#include "tests/http/review/support/console.h"

namespace countersign::http::attested_credential_test {

using countersign::test::Authenticator;
using std::string_literals::operator""s;

// Beginnings of CBOR that name more than follows: arrays, maps and strings with lengths of one,
// two, four and eight bytes, and without an end; tags; floating-point numbers; nested arrays.
std::vector<std::string> traps() {
  std::vector<std::string> all{"\x9a\x08\x00\x00\x00"s,
                               "\x9a\x80\x00\x00\x00"s,
                               "\x9b\xff\xff\xff\xff\xff\xff\xff\xff"s,
                               "\xba\x08\x00\x00\x00"s,
                               "\xbb\xff\xff\xff\xff\xff\xff\xff\xff"s,
                               "\x5a\x7f\xff\xff\xff"s,
                               "\x5b\x7f\xff\xff\xff\xff\xff\xff\xff"s,
                               "\x7a\x7f\xff\xff\xff"s,
                               "\x7b\x7f\xff\xff\xff\xff\xff\xff\xff"s,
                               "\x98\xff"s,
                               "\x99\xff\xff"s,
                               "\xb8\xff"s,
                               "\xb9\xff\xff"s,
                               "\x58\xff"s,
                               "\x59\xff\xff"s,
                               "\x78\xff"s,
                               "\x79\xff\xff"s,
                               "\x9f\xbf\x5f\x7f"s,
                               "\xd9\xd9\xf7"s,
                               "\xc2\x41\x01"s,
                               "\xfb\x3f\xf0\x00\x00\x00\x00\x00\x00"s,
                               "\xf9\x3c\x00"s,
                               "\x1a\x00\x00\x00\x01"s,
                               "\x1b\x00\x00\x00\x00\x00\x00\x00\x01"s};
  all.emplace_back(500, '\x81');  // arrays of one array
  all.push_back([] {
    std::string maps;
    for (int i = 0; i < 500; ++i) maps += "\xa1\x01"s;
    return maps;
  }());
  return all;
}

std::optional<AttestedCredential> with_extensions(const std::string& extensions) {
  Authenticator passkey;
  passkey.flags = 0x85;
  // Read once: the credential's id is in the data.
  static std::string data;
  data = passkey.registration_data() + extensions;
  return read_attested_credential(data);
}

bool is_read(const std::string& extensions) { return with_extensions(extensions).has_value(); }

std::string named(const std::string& name, const std::string& value) {
  return static_cast<char>(0x60 + name.size()) + name + value;
}

TEST_CASE("the key of a registration is read in the one form that its kind has") {
  for (const PasskeyAlgorithm algorithm : kPasskeyAlgorithms) {
    for (const std::size_t id_bytes : {1U, 16U, 32U, 255U, 256U, 1023U}) {
      const std::string id(id_bytes, 'i');
      const Authenticator passkey(algorithm, id);
      const std::string data = passkey.registration_data();
      const auto credential = read_attested_credential(data);
      REQUIRE(credential.has_value());
      CHECK(credential->id == id);
      CHECK(credential->algorithm == algorithm);
      CHECK(spki_of(credential->algorithm, credential->key) == passkey.spki());
      // To the byte.
      CHECK_FALSE(read_attested_credential(data + '\0'));
      for (std::size_t size = 0; size < data.size(); ++size) {
        CHECK_FALSE(read_attested_credential(data.substr(0, size)));
      }
    }
    for (const std::size_t id_bytes : {0U, 1024U, 4000U}) {
      const Authenticator passkey(algorithm, std::string(id_bytes, 'i'));
      CHECK_FALSE(read_attested_credential(passkey.registration_data()));
    }
  }
}

TEST_CASE("a registration takes no memory but for its key, whatever its bytes name") {
  for (const PasskeyAlgorithm algorithm : kPasskeyAlgorithms) {
    const Authenticator passkey(algorithm);
    const std::string data = passkey.registration_data();
    for (const std::string& trap : traps()) {
      for (std::size_t at = 37; at <= data.size(); ++at) {
        for (const std::string& bent :
             {data.substr(0, at) + trap, data.substr(0, at) + trap + data.substr(at)}) {
          std::size_t largest = 0;
          std::optional<AttestedCredential> read;
          {
            const AllocationMeter meter;
            read = read_attested_credential(bent);
            largest = meter.largest();
          }
          CHECK(largest <= bent.size());
          // A trap in the place of a part is a key that does not exist, or another number.
          CHECK((!read || bent.size() == data.size()));
        }
      }
      CHECK_FALSE(is_read(trap));
      CHECK_FALSE(is_read("\xa1" + trap));
      CHECK_FALSE(is_read("\xa1" + named("credProtect", trap)));
    }
  }
}

TEST_CASE("a registration whose bytes name gigabytes is refused at the door") {
  Console console;
  const auto made = console.add();
  const std::string link = R"({"link":")" + made.code + "\"";
  for (const std::string& trap : traps()) {
    const std::string challenge =
        Console::challenge_of(console.post("/review/api/register/begin", link + "}"));
    Authenticator passkey;
    passkey.registration_tail = trap;
    const Answer answer =
        console.post("/review/api/register/finish",
                     link + R"(,"credential":)" + passkey.register_json(challenge) + "}");
    CHECK(answer.status == 403);
    CHECK(answer.code() == "SVC_REVIEW_LOGIN_FAILED");
  }
  // The link is good still.
  CHECK(console.register_with(made.code, Authenticator()).status == 200);
}

TEST_CASE("a key in another order, of another curve or with a further member is none") {
  const Authenticator passkey;
  const std::string data = passkey.registration_data();
  const std::size_t key_at = data.size() - 77;
  const std::string x = data.substr(key_at + 10, 32);
  const std::string y = data.substr(key_at + 45, 32);
  const auto read = [&](const std::string& key) {
    return read_attested_credential(data.substr(0, key_at) + key).has_value();
  };
  const std::string bytes_x = "\x58\x20" + x;
  const std::string bytes_y = "\x58\x20" + y;
  CHECK(read("\xa5\x01\x02\x03\x26\x20\x01\x21"s + bytes_x + "\x22" + bytes_y));
  // The algorithm before the type; P-384; a compressed point; ES384; a key id; x twice; the number
  // 1 in two bytes; a length in two bytes; the map without an end.
  CHECK_FALSE(read("\xa5\x03\x26\x01\x02\x20\x01\x21"s + bytes_x + "\x22" + bytes_y));
  CHECK_FALSE(read("\xa5\x01\x02\x03\x26\x20\x02\x21"s + bytes_x + "\x22" + bytes_y));
  CHECK_FALSE(read("\xa5\x01\x02\x03\x26\x20\x01\x21"s + bytes_x + "\x22\xf5"));
  CHECK_FALSE(read("\xa5\x01\x02\x03\x38\x22\x20\x01\x21"s + bytes_x + "\x22" + bytes_y));
  CHECK_FALSE(read("\xa6\x01\x02\x02\x41\x01\x03\x26\x20\x01\x21"s + bytes_x + "\x22" + bytes_y));
  CHECK_FALSE(read("\xa5\x01\x02\x03\x26\x20\x01\x21"s + bytes_x + "\x21" + bytes_x));
  CHECK_FALSE(read("\xa5\x18\x01\x02\x03\x26\x20\x01\x21"s + bytes_x + "\x22" + bytes_y));
  CHECK_FALSE(read("\xa5\x01\x02\x03\x26\x20\x01\x21\x59\x00\x20"s + x + "\x22" + bytes_y));
  CHECK_FALSE(read("\xbf\x01\x02\x03\x26\x20\x01\x21"s + bytes_x + "\x22" + bytes_y + "\xff"));
}

TEST_CASE("extensions are short names of small numbers and truth values, and are passed over") {
  CHECK(is_read("\xa1" + named("credProtect", "\x03")));
  CHECK(is_read("\xa2" + named("credProtect", "\x02") + named("hmac-secret", "\xf5")));
  CHECK(is_read("\xa2" + named("hmac-secret", "\xf4") + named("minPinLength", "\x18\x3f")));
  CHECK(is_read("\xa1\x78\x20" + std::string(32, 'e') + "\x01"));

  CHECK_FALSE(is_read(""));
  CHECK_FALSE(is_read("\xa0"));
  CHECK_FALSE(is_read("\xa1"));
  CHECK_FALSE(is_read("\xa1" + named("credProtect", "")));
  CHECK_FALSE(is_read("\xa1" + named("credProtect", "\x03") + "\x00"s));
  CHECK_FALSE(is_read("\xa1" + named("", "\x01")));
  CHECK_FALSE(is_read("\xa1" + named("cred Protect", "\x03")));
  CHECK_FALSE(is_read("\xa1\x78\x0b" + "credProtect"s + "\x03"));
  CHECK_FALSE(is_read("\xa1\x78\x21" + std::string(33, 'e') + "\x01"));
  CHECK_FALSE(is_read("\xa2" + named("hmac-secret", "\xf5") + named("credProtect", "\x02")));
  CHECK_FALSE(is_read("\xa2" + named("credProtect", "\x02") + named("credProtect", "\x02")));
  for (const std::string& value : {"\x18\x03"s,
                                   "\x19\x01\x00"s,
                                   "\x20"s,
                                   "\x41\x01"s,
                                   "\x61\x61"s,
                                   "\xf6"s,
                                   "\x80"s,
                                   "\xa0"s}) {
    CHECK_FALSE(is_read("\xa1" + named("credProtect", value)));
  }
  std::string nine;
  for (char name = 'a'; name <= 'i'; ++name) nine += named(std::string(1, name), "\x01");
  CHECK_FALSE(is_read("\xa9" + nine));
  CHECK(is_read("\xa8" + nine.substr(0, 24)));
  // Announced and not there, and there without being announced.
  Authenticator passkey;
  CHECK_FALSE(read_attested_credential(passkey.registration_data() + "\xa1" +
                                       named("credProtect", "\x03")));
  // Not of a registration at all.
  CHECK_FALSE(read_attested_credential(passkey.assertion_data()));
}

}  // namespace countersign::http::attested_credential_test
