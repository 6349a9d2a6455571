#pragma once
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct evp_pkey_st;

namespace countersign::http {

// Names and values of a JSON object; a value is JSON itself.
using JsonMembers = std::map<std::string, std::string>;
std::string json_object(const JsonMembers& members);
inline std::string json_text(std::string_view text) { return '"' + std::string(text) + '"'; }

// Makes keys and signed tokens with OpenSSL alone, so that our own reader is not tested with
// itself.
class SigningKey {
 public:
  static SigningKey rsa(std::string id, unsigned bits = 2048);
  static SigningKey p256(std::string id);

  const std::string& id() const { return id_; }
  // The public key as a JWK, with `kid` and these members.
  std::string jwk(JsonMembers more = {}) const;
  std::string public_pem() const;

  // A token with any header and any payload, signed with RS256, PS256 or ES256.
  std::string sign(std::string_view algorithm,
                   const std::string& header,
                   const std::string& payload) const;
  // The same with the header that is right for this key.
  std::string sign(std::string_view algorithm, const std::string& payload) const;

 private:
  SigningKey(std::string id, evp_pkey_st* key);

  std::string id_;
  std::shared_ptr<evp_pkey_st> key_;
};

std::string key_set(const std::vector<std::string>& jwks);

}  // namespace countersign::http
