#include "http/oidc/key_set.h"

#include <algorithm>

#include "core/text/base64url.h"
#include "core/text/json_writer.h"
#include "http/oidc/json_object.h"

namespace countersign::http {
namespace {

using rapidjson::Value;

constexpr std::size_t kModulusMin = 256;   // 2048 bits, RFC 7518 section 3.3
constexpr std::size_t kModulusMax = 1024;  // a larger one only takes time
constexpr std::size_t kExponentMax = 8;    // likewise
constexpr std::size_t kCoordinate = 32;    // RFC 7518 section 6.2.1.2
constexpr std::size_t kIdMax = 256;

std::size_t size_of(std::string_view base64url) {
  const auto bytes = from_base64url(base64url);
  return bytes ? bytes->size() - std::min(bytes->find_first_not_of('\0'), bytes->size()) : 0;
}

std::optional<std::string> rsa_key(const Value& key) {
  const std::string_view modulus = text_of(key, "n");
  const std::string_view exponent = text_of(key, "e");
  const std::size_t size = size_of(modulus);
  if (size < kModulusMin || size > kModulusMax) return std::nullopt;
  if (size_of(exponent) == 0 || size_of(exponent) > kExponentMax) return std::nullopt;
  JsonWriter json;
  json.begin_object().member("kty", "RSA").member("n", modulus).member("e", exponent).end_object();
  return json.take();
}

std::optional<std::string> p256_key(const Value& key) {
  if (text_of(key, "crv") != "P-256") return std::nullopt;
  JsonWriter json;
  json.begin_object().member("kty", "EC").member("crv", "P-256");
  for (const std::string_view name : {"x", "y"}) {
    const auto bytes = from_base64url(text_of(key, name));
    if (!bytes || bytes->size() != kCoordinate) return std::nullopt;
    json.member(name, text_of(key, name));
  }
  json.end_object();
  return json.take();
}

std::optional<VerificationKey> read_key(const Value& key) {
  VerificationKey read;
  read.id = text_of(key, "kid");
  if (read.id.size() > kIdMax) return std::nullopt;
  if (member_of(key, "use") != nullptr && text_of(key, "use") != "sig") return std::nullopt;
  if (member_of(key, "alg") != nullptr) {
    read.only_for = parse_name<SignatureAlgorithm>(text_of(key, "alg"));
    if (!read.only_for) return std::nullopt;
  }
  const bool is_rsa = text_of(key, "kty") == "RSA";
  if (!is_rsa && text_of(key, "kty") != "EC") return std::nullopt;
  read.kind = is_rsa ? KeyKind::Rsa : KeyKind::P256;
  if (read.only_for && kind_of(*read.only_for) != read.kind) return std::nullopt;
  auto jwk = is_rsa ? rsa_key(key) : p256_key(key);
  if (!jwk) return std::nullopt;
  read.jwk = *std::move(jwk);
  return read;
}

}  // namespace

std::optional<KeySet> parse_key_set(std::string_view text) {
  rapidjson::Document document;
  if (!parse_object(document, text)) return std::nullopt;
  const Value* const list = member_of(document, "keys");
  if (list == nullptr || !list->IsArray() || list->Size() > kKeysMax) return std::nullopt;
  KeySet keys;
  for (const Value& each : list->GetArray()) {
    if (auto key = read_key(each)) keys.push_back(*std::move(key));
  }
  return keys;
}

const VerificationKey* find_key(const KeySet& keys,
                                SignatureAlgorithm algorithm,
                                std::optional<std::string_view> id) {
  const VerificationKey* found = nullptr;
  for (const VerificationKey& key : keys) {
    if (key.kind != kind_of(algorithm) || (id && key.id != *id)) continue;
    if (key.only_for && *key.only_for != algorithm) continue;
    if (found != nullptr) return nullptr;
    found = &key;
  }
  return found;
}

}  // namespace countersign::http
