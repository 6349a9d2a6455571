#include "http/review/passkey/ceremony_options.h"

#include <chrono>

#include "core/text/base64url.h"
#include "core/text/json_writer.h"
#include "events/crypto/passkey/spki.h"
#include "http/review/passkey/sealed_challenges.h"

namespace countersign::http {
namespace {

constexpr auto kTimeoutMs = static_cast<std::uint64_t>(
    std::chrono::duration_cast<std::chrono::milliseconds>(SealedChallenges::kLifetime).count());

void write_credentials(JsonWriter& json,
                       std::string_view member,
                       const std::vector<OwnedPasskey>& passkeys) {
  json.key(member).begin_array();
  for (const OwnedPasskey& owned : passkeys) {
    json.begin_object().member("type", "public-key").member("id", owned.passkey.id).end_object();
  }
  json.end_array();
}

void write_algorithms(JsonWriter& json) {
  json.key("pubKeyCredParams").begin_array();
  for (const PasskeyAlgorithm algorithm : kPasskeyAlgorithms) {
    json.begin_object()
        .member("type", "public-key")
        .key("alg")
        .raw(std::to_string(static_cast<int>(algorithm)))
        .end_object();
  }
  json.end_array();
}

}  // namespace

std::string creation_options_json(const ReviewSite& site,
                                  const Reviewer& reviewer,
                                  const std::string& name,
                                  std::string_view challenge) {
  const std::string& id = reviewer.id.value();
  const std::string& shown = name.empty() ? id : name;
  JsonWriter json;
  json.begin_object();
  json.key("rp").begin_object();
  json.member("id", site.relying_party).member("name", "Countersign").end_object();
  json.key("user").begin_object();
  json.member("id", to_base64url(id)).member("name", shown).member("displayName", shown);
  json.end_object();
  json.member("challenge", to_base64url(challenge));
  write_algorithms(json);
  json.member("timeout", kTimeoutMs);
  write_credentials(json, "excludeCredentials", reviewer.passkeys);
  json.key("authenticatorSelection").begin_object();
  json.member("residentKey", "required").member("requireResidentKey", true);
  json.member("userVerification", "required").end_object();
  json.member("attestation", "none");
  return json.end_object().take();
}

std::string request_options_json(const ReviewSite& site,
                                 std::string_view challenge,
                                 const std::vector<OwnedPasskey>& passkeys) {
  JsonWriter json;
  json.begin_object();
  json.member("challenge", to_base64url(challenge));
  json.member("timeout", kTimeoutMs);
  json.member("rpId", site.relying_party);
  write_credentials(json, "allowCredentials", passkeys);
  json.member("userVerification", "required");
  return json.end_object().take();
}

}  // namespace countersign::http
