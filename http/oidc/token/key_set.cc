#include "http/oidc/token/key_set.h"

#include <algorithm>
#include <utility>

#include "core/text/base64url.h"
#include "http/oidc/token/json_object.h"

namespace countersign::http {
namespace {

using rapidjson::Value;

constexpr std::size_t kIdMax = 256;

// Returns the bytes of a member in base64url; "" if the member is not valid base64url. RFC 7518
// section 6.
std::string bytes_in(const Value& key, std::string_view name) {
  return from_base64url(text_of(key, name)).value_or("");
}

std::optional<TokenKey> public_key_in(const Value& key, KeyKind kind) {
  switch (kind) {
    case KeyKind::Rsa:
      return TokenKey::rsa(bytes_in(key, "n"), bytes_in(key, "e"));
    case KeyKind::P256:
      if (text_of(key, "crv") != "P-256") return std::nullopt;
      return TokenKey::p256(bytes_in(key, "x"), bytes_in(key, "y"));
  }
  return std::nullopt;
}

std::optional<KeyKind> kind_in(const Value& key) {
  if (text_of(key, "kty") == "RSA") return KeyKind::Rsa;
  if (text_of(key, "kty") == "EC") return KeyKind::P256;
  return std::nullopt;
}

std::optional<VerificationKey> read_key(const Value& key) {
  if (!key.IsObject() || !has_each_name_once(key)) return std::nullopt;
  const auto kind = kind_in(key);
  const std::string_view id = text_of(key, "kid");
  if (!kind || id.size() > kIdMax) return std::nullopt;
  if (member_of(key, "use") != nullptr && text_of(key, "use") != "sig") return std::nullopt;
  std::optional<SignatureAlgorithm> only_for;
  if (member_of(key, "alg") != nullptr) {
    only_for = parse_name<SignatureAlgorithm>(text_of(key, "alg"));
    if (!only_for || kind_of(*only_for) != *kind) return std::nullopt;
  }
  auto made = public_key_in(key, *kind);
  if (!made) return std::nullopt;
  return VerificationKey{*kind, std::string(id), only_for, *std::move(made)};
}

// The one key that fits the algorithm and is meant; null if there is none, or if there are several.
template <class IsMeant>
const VerificationKey* single_key(const KeySet& keys,
                                  SignatureAlgorithm algorithm,
                                  const IsMeant& is_meant) {
  const VerificationKey* found = nullptr;
  for (const VerificationKey& key : keys) {
    if (key.kind != kind_of(algorithm) || !is_meant(key)) continue;
    if (key.only_for && *key.only_for != algorithm) continue;
    if (found != nullptr) return nullptr;
    found = &key;
  }
  return found;
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
  const auto any = [](const VerificationKey&) { return true; };
  const auto has_id = [&](const VerificationKey& key) { return key.id == *id; };
  if (!id) return single_key(keys, algorithm, any);
  if (std::ranges::any_of(keys, has_id)) return single_key(keys, algorithm, has_id);
  const VerificationKey* const only = single_key(keys, algorithm, any);
  return only != nullptr && only->id.empty() ? only : nullptr;
}

}  // namespace countersign::http
