#include "http/oidc/token/id_token.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "core/text/printable.h"
#include "http/oidc/token/claim_path.h"
#include "http/oidc/token/json_object.h"

namespace countersign::http {
namespace {

using rapidjson::Value;

constexpr std::chrono::seconds kLeeway{60};
constexpr std::size_t kSubjectMax = 255;  // OpenID Connect Core 1.0 section 2
constexpr std::size_t kNameMax = 100;
constexpr std::size_t kRoleMax = 256;
constexpr double kSecondsMax = 1e11;  // year 5138
// The bounds of the payload, which is read after its signature was found to be right. As many short
// names of groups as fit into a token of kIdTokenMax.
constexpr JsonBounds kClaimBounds{.levels = kForeignJson.levels, .parts = 65'536};

struct Header {
  std::string_view algorithm;
  std::optional<std::string_view> key_id;
};

// A header with `crit` asks for an understanding that nobody here has (RFC 7515 section 4.1.11).
std::optional<Header> read_header(const Value& document) {
  if (member_of(document, "crit") != nullptr) return std::nullopt;
  Header header{.algorithm = text_of(document, "alg"), .key_id = std::nullopt};
  if (const Value* const id = member_of(document, "kid")) {
    if (!id->IsString()) return std::nullopt;
    header.key_id = string_in(*id);
  }
  return header;
}

// A NumericDate (RFC 7519 section 2), which may have a fraction. Returns nullopt if the claim is
// absent or no date.
std::optional<UtcTime> time_in(const Value& claims, std::string_view name) {
  const Value* const value = member_of(claims, name);
  if (value == nullptr || !value->IsNumber()) return std::nullopt;
  const double seconds = value->GetDouble();
  if (!(seconds >= 0 && seconds <= kSecondsMax)) return std::nullopt;
  return UtcTime(static_cast<std::int64_t>(seconds * 1e6));
}

bool is_for(const Value& claims, std::string_view client_id) {
  if (member_of(claims, "azp") != nullptr && text_of(claims, "azp") != client_id) return false;
  const Value* const audience = member_of(claims, "aud");
  if (audience == nullptr) return false;
  if (audience->IsString()) return string_in(*audience) == client_id;
  if (!audience->IsArray()) return false;
  if (audience->Size() > 1 && member_of(claims, "azp") == nullptr) return false;
  return std::ranges::any_of(audience->GetArray(), [&](const Value& each) {
    return each.IsString() && string_in(each) == client_id;
  });
}

std::optional<IdTokenFault> wrong_with_times(const Value& claims, UtcTime now) {
  const auto expires = time_in(claims, "exp");
  const auto issued = time_in(claims, "iat");
  if (!expires || !issued) return IdTokenFault::Malformed;
  if (*expires + kLeeway <= now) return IdTokenFault::Expired;
  if (*issued > now + kLeeway) return IdTokenFault::IssuedLater;
  if (member_of(claims, "nbf") == nullptr) return std::nullopt;
  const auto begins = time_in(claims, "nbf");
  if (!begins) return IdTokenFault::Malformed;
  if (*begins > now + kLeeway) return IdTokenFault::IssuedLater;
  return std::nullopt;
}

std::optional<IdTokenFault> wrong_with(const Value& claims, const IdTokenRules& rules) {
  if (text_of(claims, "iss") != rules.issuer) return IdTokenFault::WrongIssuer;
  if (!is_for(claims, rules.client_id)) return IdTokenFault::WrongAudience;
  if (rules.nonce.empty() || text_of(claims, "nonce") != rules.nonce) {
    return IdTokenFault::WrongNonce;
  }
  if (const auto fault = wrong_with_times(claims, rules.now)) return fault;
  const std::string_view subject = text_of(claims, "sub");
  if (subject.empty() || subject.size() > kSubjectMax) return IdTokenFault::NoSubject;
  return std::nullopt;
}

std::vector<std::string> roles_in(const Value& claims, std::string_view path) {
  std::vector<std::string> roles;
  const auto add = [&](const Value& each) {
    if (each.IsString() && each.GetStringLength() <= kRoleMax) {
      roles.emplace_back(string_in(each));
    }
  };
  const Value* const claim = find_claim(claims, path);
  if (claim == nullptr) return roles;
  add(*claim);
  if (claim->IsArray()) std::ranges::for_each(claim->GetArray(), add);
  return roles;
}

std::string name_in(const Value& claims) {
  for (const std::string_view name : {"name", "preferred_username", "email"}) {
    const std::string_view text = text_of(claims, name);
    if (!text.empty() && text.size() <= kNameMax && printable(text) == text) {
      return std::string(text);
    }
  }
  return "";
}

Result<IdToken, IdTokenFault> read_claims(std::string_view payload, const IdTokenRules& rules) {
  rapidjson::Document claims;
  if (!parse_object(claims, payload, kClaimBounds)) return IdTokenFault::Malformed;
  if (const auto fault = wrong_with(claims, rules)) return *fault;
  return IdToken{
      std::string(text_of(claims, "sub")), name_in(claims), roles_in(claims, rules.roles_claim)};
}

}  // namespace

Result<IdToken, IdTokenFault> verify_id_token(std::string_view token,
                                              const KeySet& keys,
                                              const IdTokenRules& rules) {
  const auto parts = read_signed_text(token);
  rapidjson::Document document;
  if (!parts || !parse_object(document, parts->header)) return IdTokenFault::Malformed;
  const auto header = read_header(document);
  if (!header) return IdTokenFault::Malformed;
  const auto algorithm = parse_name<SignatureAlgorithm>(header->algorithm);
  if (!algorithm) return IdTokenFault::WrongAlgorithm;
  const VerificationKey* const key = find_key(keys, *algorithm, header->key_id);
  if (key == nullptr) return IdTokenFault::UnknownKey;
  if (!key->key.has_signed(*algorithm, parts->signed_part, parts->signature)) {
    return IdTokenFault::WrongSignature;
  }
  return read_claims(parts->payload, rules);
}

}  // namespace countersign::http
