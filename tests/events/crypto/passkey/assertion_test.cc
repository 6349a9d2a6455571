// The signature of a passkey, verified with OpenSSL alone.
#include "events/crypto/passkey/assertion.h"

#include <doctest/doctest.h>

#include "core/reviewer/challenge_purpose.h"
#include "core/text/base64url.h"
#include "events/crypto/sha256.h"
#include "tests/http/review/support/authenticator.h"

namespace countersign::assertion_test {

using countersign::test::Authenticator;

const std::string kChallenge = challenge_of(ChallengePurpose::Decision, sha256("a statement"));

std::string challenge_text() { return to_base64url(kChallenge); }

std::string signed_bytes(const std::string& data, const std::string& client_data) {
  const Digest hash = sha256(client_data);
  return data + std::string(reinterpret_cast<const char*>(hash.data()), hash.size());
}

struct Parts {
  std::string data;
  std::string client_data;
  std::string signature;
};

Parts signed_by(const Authenticator& passkey, const std::string& challenge = challenge_text()) {
  Parts parts{passkey.assertion_data(), passkey.client_data("webauthn.get", challenge), {}};
  parts.signature = passkey.sign(signed_bytes(parts.data, parts.client_data));
  return parts;
}

PasskeyPublic public_of(const Authenticator& passkey) {
  return {passkey.spki(), "localhost", "http://localhost:8081"};
}

Result<std::uint32_t, AssertionFault> verified(const Authenticator& passkey, const Parts& parts) {
  return verify_assertion(
      public_of(passkey), parts.data, parts.client_data, parts.signature, kChallenge);
}

AssertionFault fault(const Authenticator& passkey, const Parts& parts) {
  const auto result = verified(passkey, parts);
  REQUIRE_FALSE(result.has_value());
  return result.error();
}

TEST_CASE("an assertion by each kind of key is accepted, with its counter") {
  for (const PasskeyAlgorithm algorithm : kPasskeyAlgorithms) {
    Authenticator passkey(algorithm);
    passkey.counter = 0x01020304;
    const auto counter = verified(passkey, signed_by(passkey));
    REQUIRE(counter.has_value());
    CHECK(*counter == 0x01020304);
  }
}

TEST_CASE("an assertion for something else is refused, by the first thing that is wrong") {
  using enum AssertionFault;
  const auto fault_with = [](auto bend) {
    Authenticator passkey;
    bend(passkey);
    return fault(passkey, signed_by(passkey));
  };
  CHECK(fault_with([](Authenticator& a) { a.type = "webauthn.create"; }) == WrongType);
  CHECK(fault_with([](Authenticator& a) { a.origin = "http://localhost:8082"; }) == WrongOrigin);
  CHECK(fault_with([](Authenticator& a) { a.origin = "https://localhost:8081"; }) == WrongOrigin);
  CHECK(fault_with([](Authenticator& a) { a.relying_party = "example"; }) == WrongRelyingParty);
  CHECK(fault_with([](Authenticator& a) { a.flags = 0x04; }) == UserNotPresent);
  CHECK(fault_with([](Authenticator& a) { a.flags = 0x01; }) == UserNotVerified);
  // In the order of the enum: the challenge before the origin.
  Authenticator passkey;
  passkey.origin = "https://elsewhere.example";
  CHECK(fault(passkey, signed_by(passkey, "AAAA")) == WrongChallenge);
}

TEST_CASE("an assertion is malformed where a browser would not have made it") {
  using enum AssertionFault;
  const auto fault_with = [](auto bend) {
    Authenticator passkey;
    bend(passkey);
    return fault(passkey, signed_by(passkey));
  };
  CHECK(fault_with([](Authenticator& a) { a.flags = 0x45; }) == Malformed);  // no credential there
  CHECK(fault_with([](Authenticator& a) { a.flags = 0x85; }) == Malformed);  // no extensions there
  CHECK(fault_with([](Authenticator& a) { a.flags = 0x15; }) ==
        Malformed);  // backed up, and cannot be
  CHECK(fault_with([](Authenticator& a) {
          a.more_client_data = R"(,"origin":"http://localhost:8081")";
        }) == Malformed);
  CHECK(fault_with([](Authenticator& a) {
          a.more_client_data = R"(,"topOrigin":"https://elsewhere.example")";
        }) == WrongOrigin);
  Authenticator passkey;
  Parts parts = signed_by(passkey);
  for (const std::string& client_data : {std::string(),
                                         std::string("[]"),
                                         std::string(R"({"type":1})"),
                                         parts.client_data + "x",
                                         std::string(10'000, ' ') + parts.client_data}) {
    CHECK(fault(passkey, {parts.data, client_data, parts.signature}) == Malformed);
  }
  CHECK(fault(passkey, {parts.data.substr(1), parts.client_data, parts.signature}) == Malformed);
  CHECK(fault(passkey, {parts.data + "x", parts.client_data, parts.signature}) == Malformed);
  CHECK(fault(passkey, {parts.data, parts.client_data, std::string(2000, 'x')}) == Malformed);
}

TEST_CASE("a frame of another site gets no assertion accepted") {
  const Authenticator passkey;
  Parts parts = signed_by(passkey);
  const std::size_t at = parts.client_data.find("false");
  parts.client_data.replace(at, 5, "true");
  parts.signature = passkey.sign(signed_bytes(parts.data, parts.client_data));
  CHECK(fault(passkey, parts) == AssertionFault::WrongOrigin);
}

TEST_CASE("a signature is good for its bytes and its key alone") {
  using enum AssertionFault;
  for (const PasskeyAlgorithm algorithm : kPasskeyAlgorithms) {
    const Authenticator passkey(algorithm);
    const Authenticator other(algorithm);
    const Parts parts = signed_by(passkey);
    CHECK(fault(other, parts) == WrongSignature);
    for (std::size_t i = 33; i < parts.data.size(); ++i) {
      Parts bent = parts;
      bent.data[i] = static_cast<char>(bent.data[i] ^ 1);
      CHECK(fault(passkey, bent) == WrongSignature);
    }
    Parts bent = parts;
    bent.client_data.insert(1, " ");
    CHECK(fault(passkey, bent) == WrongSignature);
    bent = parts;
    bent.signature.back() = static_cast<char>(bent.signature.back() ^ 1);
    CHECK(fault(passkey, bent) == WrongSignature);
    CHECK(fault(passkey, {parts.data, parts.client_data, ""}) == WrongSignature);
  }
}

TEST_CASE("a key of RSA has one size and a short exponent") {
  const Authenticator passkey(PasskeyAlgorithm::Rs256);
  const std::string spki = passkey.spki();
  CHECK(is_passkey_spki(spki));
  const auto with_exponent = [&](const std::string& exponent) {
    return spki.substr(0, spki.size() - 3) + exponent;
  };
  CHECK(is_passkey_spki(with_exponent("\x7f\xff\xff")));
  for (const std::string& exponent : {std::string("\x00\x00\x03", 3),
                                      std::string("\x01\x00\x00", 3),
                                      std::string("\x80\x00\x01", 3),
                                      std::string("\x00\x01\x00\x01", 4)}) {
    CHECK_FALSE(is_passkey_spki(with_exponent(exponent)));
  }
  // A registration allows the usual exponent alone.
  const std::string modulus = spki.substr(33, 256);
  CHECK(spki_of(PasskeyAlgorithm::Rs256, modulus + "\x01" + '\0' + "\x01") == spki);
  CHECK_FALSE(spki_of(PasskeyAlgorithm::Rs256, modulus + "\x01" + '\0' + "\x03"));
  CHECK_FALSE(spki_of(PasskeyAlgorithm::Rs256, modulus.substr(1) + "\x01" + '\0' + "\x01"));
  std::string even = modulus;
  even.back() = static_cast<char>(even.back() & 0xfe);
  CHECK_FALSE(spki_of(PasskeyAlgorithm::Rs256, even + "\x01" + '\0' + "\x01"));
  std::string shorter = modulus;
  shorter.front() = '\x7f';
  CHECK_FALSE(spki_of(PasskeyAlgorithm::Rs256, shorter + "\x01" + '\0' + "\x01"));
}

TEST_CASE("a key of another kind is none") {
  const Authenticator passkey;
  const std::string spki = passkey.spki();
  CHECK(is_passkey_spki(spki));
  CHECK_FALSE(is_passkey_spki(spki + '\0'));
  CHECK_FALSE(is_passkey_spki(spki.substr(1)));
  CHECK_FALSE(is_passkey_spki(""));
  // Ed25519 with the neutral element as its key: anybody can sign for it.
  const std::string neutral = std::string("\x30\x2a\x30\x05\x06\x03\x2b\x65\x70\x03\x21\x00", 12) +
                              std::string(1, '\x01') + std::string(31, '\0');
  CHECK_FALSE(is_passkey_spki(neutral));
  CHECK_FALSE(spki_of(PasskeyAlgorithm::EdDsa, neutral.substr(12)));
  CHECK_FALSE(spki_of(PasskeyAlgorithm::Es256, std::string(64, '\x01')));  // not on the curve
  CHECK_FALSE(spki_of(PasskeyAlgorithm::Rs256, std::string(259, '\0')));
  CHECK_FALSE(spki_of(PasskeyAlgorithm::Rs256, "short"));
}

}  // namespace countersign::assertion_test
