#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "events/crypto/passkey/spki.h"

struct evp_pkey_st;

namespace countersign::test {

// A passkey in software, as an authenticator and a browser make and use one: for tests of the side
// that verifies. Written from W3C Web Authentication and RFC 9052 with OpenSSL, apart from the
// product's code. Every part of what it says can be bent.
class Authenticator {
 public:
  explicit Authenticator(PasskeyAlgorithm algorithm = PasskeyAlgorithm::Es256,
                         std::string_view id = "a credential's id");
  // A key of Ed25519 from its 32 secret bytes: the same key and the same signatures each time.
  Authenticator(const Digest& secret, std::string_view id);
  // The same key under another id.
  Authenticator(const Authenticator& key_of, std::string_view id);
  ~Authenticator();

  // The statements of the browser and the authenticator; each test bends a part.
  std::string origin = "http://localhost:8081";
  std::string relying_party = "localhost";
  std::string type{};  // empty: that of the ceremony
  std::string more_client_data{};
  std::uint8_t flags = 0x05;  // user present, user verified
  std::uint32_t counter = 0;
  std::string user_handle{};
  std::string registration_tail{};  // in place of the key, if it is not empty

  std::string id() const;  // in base64url
  std::string spki() const;

  // The bytes. `challenge` is base64url.
  std::string client_data(std::string_view for_type, std::string_view challenge) const;
  std::string assertion_data() const;
  std::string registration_data() const;
  std::string sign(std::string_view message) const;

  // RegistrationResponseJSON and AuthenticationResponseJSON.
  std::string register_json(std::string_view challenge) const;
  std::string assert_json(std::string_view challenge) const;

 private:
  struct Release {
    void operator()(evp_pkey_st* key) const;
  };
  std::string cose_key() const;

  const PasskeyAlgorithm algorithm_;
  const std::string id_;
  std::unique_ptr<evp_pkey_st, Release> key_;
};

}  // namespace countersign::test
