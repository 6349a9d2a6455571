#include "http/review/passkey/ceremony_options.h"

#include <chrono>
#include <utility>

#include "core/text/base64url.h"
#include "core/text/json_writer.h"
#include "events/crypto/passkey/spki.h"
#include "http/json/json_of.h"
#include "http/review/passkey/sealed_challenges.h"

namespace countersign::http {
namespace {

constexpr auto kTimeoutMs = static_cast<std::uint64_t>(
    std::chrono::duration_cast<std::chrono::milliseconds>(SealedChallenges::kLifetime).count());

constexpr std::string_view kCountersign = "Countersign";
constexpr std::string_view kNone = "none";
constexpr std::string_view kPublicKey = "public-key";
constexpr std::string_view kRequired = "required";

template <const std::string_view& kText>
std::string const_schema() {
  return JsonWriter().begin_object().member("const", kText).end_object().take();
}

// A member that is the same text in every answer.
template <const std::string_view& kText>
constexpr auto text_member(std::string_view name) {
  return Member{name, [](const auto&) { return kText; }, {}, {.schema = const_schema<kText>}};
}

struct PasskeyNamed {
  std::string id;
};

struct RelyingParty {
  std::string id;
};

struct PasskeyUser {
  std::string id;  // the reviewer's, in base64url
  std::string name;
};

struct OfferedAlgorithm {
  PasskeyAlgorithm algorithm;
};

struct AuthenticatorAsked {};

struct PasskeyAsked {
  RelyingParty party;
  PasskeyUser user;
  std::string challenge;  // in base64url, here and below
  std::vector<OfferedAlgorithm> algorithms;
  std::vector<PasskeyNamed> excluded;
};

struct SignatureAsked {
  std::string challenge;
  std::string relying_party;
  std::vector<PasskeyNamed> allowed;
};

constexpr auto kTimeout = [](const auto&) { return kTimeoutMs; };

std::vector<PasskeyNamed> named(const std::vector<OwnedPasskey>& passkeys) {
  std::vector<PasskeyNamed> names;
  for (const OwnedPasskey& owned : passkeys) names.push_back({owned.passkey.id});
  return names;
}

}  // namespace

template <>
constexpr auto members_of<PasskeyNamed> = members(text_member<kPublicKey>("type"),
                                                  Member{"id", &PasskeyNamed::id});

template <>
constexpr auto members_of<RelyingParty> = members(Member{"id", &RelyingParty::id},
                                                  text_member<kCountersign>("name"));

template <>
constexpr auto members_of<PasskeyUser> = members(Member{"id", &PasskeyUser::id},
                                                 Member{"name", &PasskeyUser::name},
                                                 Member{"displayName", &PasskeyUser::name});

template <>
constexpr auto members_of<OfferedAlgorithm> =
    members(text_member<kPublicKey>("type"),
            Member{"alg", [](const OfferedAlgorithm& offered) {
                     return Milli{1000 * static_cast<std::int64_t>(offered.algorithm)};
                   }});

template <>
constexpr auto members_of<AuthenticatorAsked> =
    members(text_member<kRequired>("residentKey"),
            Member{"requireResidentKey", [](const AuthenticatorAsked&) { return true; }},
            text_member<kRequired>("userVerification"));

template <>
constexpr auto members_of<PasskeyAsked> = members(
    Member{"rp", &PasskeyAsked::party},
    Member{"user", &PasskeyAsked::user},
    Member{"challenge", &PasskeyAsked::challenge},
    Member{"pubKeyCredParams", &PasskeyAsked::algorithms},
    Member{"timeout", kTimeout},
    Member{"excludeCredentials", &PasskeyAsked::excluded},
    Member{"authenticatorSelection", [](const PasskeyAsked&) { return AuthenticatorAsked(); }},
    text_member<kNone>("attestation"));

template <>
constexpr auto members_of<SignatureAsked> = members(Member{"challenge", &SignatureAsked::challenge},
                                                    Member{"timeout", kTimeout},
                                                    Member{"rpId", &SignatureAsked::relying_party},
                                                    Member{"allowCredentials",
                                                           &SignatureAsked::allowed},
                                                    text_member<kRequired>("userVerification"));

Schema CreationOptions::schema() { return answer_schema_of<PasskeyAsked>("CreationOptions"); }
Schema RequestOptions::schema() { return answer_schema_of<SignatureAsked>("RequestOptions"); }

CreationOptions creation_options(const ReviewSite& site,
                                 const Reviewer& reviewer,
                                 const std::string& name,
                                 std::string_view challenge) {
  const std::string& id = reviewer.id.value();
  PasskeyAsked options{.party = {site.relying_party},
                       .user = {to_base64url(id), name.empty() ? id : name},
                       .challenge = to_base64url(challenge),
                       .algorithms = {},
                       .excluded = named(reviewer.passkeys)};
  for (const PasskeyAlgorithm algorithm : kPasskeyAlgorithms) {
    options.algorithms.push_back({algorithm});
  }
  return {json_of(options)};
}

RequestOptions request_options(const ReviewSite& site,
                               std::string_view challenge,
                               const std::vector<OwnedPasskey>& passkeys) {
  return {json_of(SignatureAsked{to_base64url(challenge), site.relying_party, named(passkeys)})};
}

}  // namespace countersign::http
