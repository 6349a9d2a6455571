#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/client/client_event.h"
#include "core/reviewer/reviewer_event.h"
#include "core/session/review/review_event.h"
#include "core/webhook/webhook_event.h"
#include "events/record/older_page_events.h"
#include "events/record/older_review_events.h"
#include "events/record/upcaster.h"

// Events as they were in earlier versions, with the upcaster from each version to the next.
//
// When the fields of a type change, copy its struct and its list of fields here under a name that
// ends in V1, give the type, in its stream's folder, the next version, and add the upcaster to
// kUpcasters. Copy a record that the struct shares with present events too, before that record
// changes. The invented example of tests/events/record/older_version_test.cc shows each step.
namespace countersign {

// Before reviews: without the period of sessions in review, the number of reviewers and whether
// decisions may be unsigned.
struct ClientPolicyV1 {
  std::vector<Purpose> purposes;
  std::optional<std::uint64_t> quota;
  std::optional<std::uint64_t> token_ttl_ms;
  std::optional<Rate> create_rate;
  std::optional<Rate> read_rate;
  std::optional<Rate> bundle_rate;
  std::optional<std::uint64_t> retention_ms;
  std::optional<std::uint64_t> retention_unfinished_ms;
  bool auditor = false;
  std::vector<ThresholdOverride> thresholds;
  bool mrz_values = false;
};
template <>
inline constexpr auto fields_of<ClientPolicyV1> =
    fields(Field{"purposes", &ClientPolicyV1::purposes},
           Field{"quota", &ClientPolicyV1::quota},
           Field{"tokenTtlMs", &ClientPolicyV1::token_ttl_ms},
           Field{"createRate", &ClientPolicyV1::create_rate},
           Field{"readRate", &ClientPolicyV1::read_rate},
           Field{"bundleRate", &ClientPolicyV1::bundle_rate},
           Field{"retentionMs", &ClientPolicyV1::retention_ms},
           Field{"retentionUnfinishedMs", &ClientPolicyV1::retention_unfinished_ms},
           Field{"auditor", &ClientPolicyV1::auditor},
           Field{"thresholds", &ClientPolicyV1::thresholds},
           Field{"mrzValues", &ClientPolicyV1::mrz_values});
static_assert(record_is_sound<ClientPolicyV1>);

struct ClientRegisteredV1 {
  std::string name;
  ClientPolicyV1 policy;
  std::uint32_t secret_id = 0;
  SecretHash secret;
  bool sandbox = false;
};
template <>
inline constexpr auto fields_of<ClientRegisteredV1> =
    fields(Field{"name", &ClientRegisteredV1::name},
           Field{"policy", &ClientRegisteredV1::policy},
           Field{"secretId", &ClientRegisteredV1::secret_id},
           Field{"secret", &ClientRegisteredV1::secret},
           Field{"sandbox", &ClientRegisteredV1::sandbox});
static_assert(record_is_sound<ClientRegisteredV1>);

struct ClientChangedV1 {
  std::string name;
  ClientPolicyV1 policy;
};
template <>
inline constexpr auto fields_of<ClientChangedV1> =
    fields(Field{"name", &ClientChangedV1::name}, Field{"policy", &ClientChangedV1::policy});
static_assert(record_is_sound<ClientChangedV1>);

// Before corrections could be forbidden.
struct ClientPolicyV2 {
  std::vector<Purpose> purposes;
  std::optional<std::uint64_t> quota;
  std::optional<std::uint64_t> token_ttl_ms;
  std::optional<Rate> create_rate;
  std::optional<Rate> read_rate;
  std::optional<Rate> bundle_rate;
  std::optional<std::uint64_t> retention_ms;
  std::optional<std::uint64_t> retention_unfinished_ms;
  bool auditor = false;
  std::vector<ThresholdOverride> thresholds;
  bool mrz_values = false;
  std::optional<std::uint64_t> retention_review_ms;
  std::uint64_t reviewers = 1;
  bool unsigned_decisions = true;
};
template <>
inline constexpr auto fields_of<ClientPolicyV2> =
    fields(Field{"purposes", &ClientPolicyV2::purposes},
           Field{"quota", &ClientPolicyV2::quota},
           Field{"tokenTtlMs", &ClientPolicyV2::token_ttl_ms},
           Field{"createRate", &ClientPolicyV2::create_rate},
           Field{"readRate", &ClientPolicyV2::read_rate},
           Field{"bundleRate", &ClientPolicyV2::bundle_rate},
           Field{"retentionMs", &ClientPolicyV2::retention_ms},
           Field{"retentionUnfinishedMs", &ClientPolicyV2::retention_unfinished_ms},
           Field{"auditor", &ClientPolicyV2::auditor},
           Field{"thresholds", &ClientPolicyV2::thresholds},
           Field{"mrzValues", &ClientPolicyV2::mrz_values},
           Field{"retentionReviewMs", &ClientPolicyV2::retention_review_ms},
           Field{"reviewers", &ClientPolicyV2::reviewers},
           Field{"unsignedDecisions", &ClientPolicyV2::unsigned_decisions});
static_assert(record_is_sound<ClientPolicyV2>);

struct ClientRegisteredV2 {
  std::string name;
  ClientPolicyV2 policy;
  std::uint32_t secret_id = 0;
  SecretHash secret;
  bool sandbox = false;
};
template <>
inline constexpr auto fields_of<ClientRegisteredV2> =
    fields(Field{"name", &ClientRegisteredV2::name},
           Field{"policy", &ClientRegisteredV2::policy},
           Field{"secretId", &ClientRegisteredV2::secret_id},
           Field{"secret", &ClientRegisteredV2::secret},
           Field{"sandbox", &ClientRegisteredV2::sandbox});
static_assert(record_is_sound<ClientRegisteredV2>);

struct ClientChangedV2 {
  std::string name;
  ClientPolicyV2 policy;
};
template <>
inline constexpr auto fields_of<ClientChangedV2> =
    fields(Field{"name", &ClientChangedV2::name}, Field{"policy", &ClientChangedV2::policy});
static_assert(record_is_sound<ClientChangedV2>);

// Before claims had an end of all renewals, and could be taken over.
struct ReviewClaimedV1 {
  std::string reviewer;
  UtcTime expires_at;
};
template <>
inline constexpr auto fields_of<ReviewClaimedV1> =
    fields(Field{"reviewer", &ReviewClaimedV1::reviewer},
           Field{"expiresAt", &ReviewClaimedV1::expires_at});
static_assert(record_is_sound<ReviewClaimedV1>);

// Before a statement said what was seen.
struct DecisionSignatureV1 {
  std::string key_id;
  std::uint64_t seen = 0;
  std::string authenticator_data;
  std::string client_data;
  std::string signature;
};
template <>
inline constexpr auto fields_of<DecisionSignatureV1> =
    fields(Field{"keyId", &DecisionSignatureV1::key_id},
           Field{"seen", &DecisionSignatureV1::seen},
           Field{"authenticatorData", &DecisionSignatureV1::authenticator_data},
           Field{"clientData", &DecisionSignatureV1::client_data},
           Field{"signature", &DecisionSignatureV1::signature});
static_assert(record_is_sound<DecisionSignatureV1>);

struct ReviewDecidedV1 {
  ReviewDecision decision = ReviewDecision::Passed;
  std::vector<std::string> reasons;
  std::string reviewer;
  std::uint32_t opinion = 1;
  bool settles = false;
  std::optional<DecisionSignatureV1> signature;
};
template <>
inline constexpr auto fields_of<ReviewDecidedV1> =
    fields(Field{"decision", &ReviewDecidedV1::decision},
           Field{"reasons", &ReviewDecidedV1::reasons},
           Field{"reviewer", &ReviewDecidedV1::reviewer},
           Field{"opinion", &ReviewDecidedV1::opinion},
           Field{"settles", &ReviewDecidedV1::settles},
           Field{"signature", &ReviewDecidedV1::signature});
static_assert(record_is_sound<ReviewDecidedV1>);

struct ReviewCorrectedV1 {
  ReviewDecision decision = ReviewDecision::Passed;
  std::vector<std::string> reasons;
  std::string reviewer;
  std::optional<DecisionSignatureV1> signature;
};
template <>
inline constexpr auto fields_of<ReviewCorrectedV1> =
    fields(Field{"decision", &ReviewCorrectedV1::decision},
           Field{"reasons", &ReviewCorrectedV1::reasons},
           Field{"reviewer", &ReviewCorrectedV1::reviewer},
           Field{"signature", &ReviewCorrectedV1::signature});
static_assert(record_is_sound<ReviewCorrectedV1>);

inline std::optional<DecisionSignature> without_view(
    const std::optional<DecisionSignatureV1>& old) {
  if (!old) return std::nullopt;
  return DecisionSignature{old->key_id,
                           old->seen,
                           old->authenticator_data,
                           old->client_data,
                           old->signature,
                           std::nullopt};
}

// A policy with the members that both have.
template <class Newer, class Older>
Newer policy_with(const Older& old) {
  Newer policy;
  policy.purposes = old.purposes;
  policy.quota = old.quota;
  policy.token_ttl_ms = old.token_ttl_ms;
  policy.create_rate = old.create_rate;
  policy.read_rate = old.read_rate;
  policy.bundle_rate = old.bundle_rate;
  policy.retention_ms = old.retention_ms;
  policy.retention_unfinished_ms = old.retention_unfinished_ms;
  policy.auditor = old.auditor;
  policy.thresholds = old.thresholds;
  policy.mrz_values = old.mrz_values;
  if constexpr (requires { old.reviewers; }) {
    policy.retention_review_ms = old.retention_review_ms;
    policy.reviewers = old.reviewers;
    policy.unsigned_decisions = old.unsigned_decisions;
  }
  return policy;
}

// One reviewer was enough, who could not sign.
inline ClientRegisteredV2 registered_with_reviews(const ClientRegisteredV1& old) {
  return {
      old.name, policy_with<ClientPolicyV2>(old.policy), old.secret_id, old.secret, old.sandbox};
}
inline ClientChangedV2 changed_with_reviews(const ClientChangedV1& old) {
  return {old.name, policy_with<ClientPolicyV2>(old.policy)};
}

// Corrections were allowed.
inline ClientRegistered registered_with_corrections(const ClientRegisteredV2& old) {
  return {old.name, policy_with<ClientPolicy>(old.policy), old.secret_id, old.secret, old.sandbox};
}
inline ClientChanged changed_with_corrections(const ClientChangedV2& old) {
  return {old.name, policy_with<ClientPolicy>(old.policy)};
}

// A claim of then is not renewed by a server of now.
inline ReviewClaimed claimed_with_end(const ReviewClaimedV1& old) {
  return {old.reviewer, old.expires_at, old.expires_at, std::nullopt};
}

inline ReviewCorrectedV2 corrected_by_one(const ReviewCorrectedV1& old) {
  return {old.decision, old.reasons, old.reviewer, 1, true, without_view(old.signature)};
}

inline ReviewDecidedV2 decided_without_view(const ReviewDecidedV1& old) {
  return {old.decision,
          old.reasons,
          old.reviewer,
          old.opinion,
          old.settles,
          without_view(old.signature)};
}

// Before addresses had to answer a challenge.
struct WebhookRegisteredV1 {
  WebhookId webhook;
  std::string url;
  std::vector<WebhookType> types;
};
template <>
inline constexpr auto fields_of<WebhookRegisteredV1> =
    fields(Field{"webhook", &WebhookRegisteredV1::webhook},
           Field{"url", &WebhookRegisteredV1::url},
           Field{"types", &WebhookRegisteredV1::types});
static_assert(record_is_sound<WebhookRegisteredV1>);

struct WebhookChangedV1 {
  WebhookId webhook;
  std::string url;
  std::vector<WebhookType> types;
};
template <>
inline constexpr auto fields_of<WebhookChangedV1> =
    fields(Field{"webhook", &WebhookChangedV1::webhook},
           Field{"url", &WebhookChangedV1::url},
           Field{"types", &WebhookChangedV1::types});
static_assert(record_is_sound<WebhookChangedV1>);

// A webhook of then goes on being sent events.
inline WebhookRegistered registered_unasked(const WebhookRegisteredV1& old) {
  return {old.webhook, old.url, old.types, false};
}
inline WebhookChanged changed_unasked(const WebhookChangedV1& old) {
  return {old.webhook, old.url, old.types, false};
}

// Before a change of passkeys said on whose word it was made.
struct ReviewerKeyAddedV1 {
  Passkey passkey;
  std::optional<LinkHash> link;
};
template <>
inline constexpr auto fields_of<ReviewerKeyAddedV1> = fields(
    Field{"passkey", &ReviewerKeyAddedV1::passkey}, Field{"link", &ReviewerKeyAddedV1::link});
static_assert(record_is_sound<ReviewerKeyAddedV1>);

struct ReviewerKeyRevokedV1 {
  std::string passkey;
};
template <>
inline constexpr auto fields_of<ReviewerKeyRevokedV1> = fields(Field{
    "passkey", &ReviewerKeyRevokedV1::passkey});
static_assert(record_is_sound<ReviewerKeyRevokedV1>);

inline ReviewerKeyAdded key_added_without_word(const ReviewerKeyAddedV1& old) {
  return {old.passkey, old.link, old.link ? KeyWord::Link : KeyWord::Unsaid, std::nullopt};
}
inline ReviewerKeyRevoked key_revoked_without_word(const ReviewerKeyRevokedV1& old) {
  return {old.passkey, KeyWord::Unsaid, std::nullopt};
}

inline constexpr std::array kUpcasters{
    upcaster<created_with_one_time>("SessionCreated", 1),
    upcaster<joined_with_one_time>("DeviceJoined", 1),
    upcaster<page_of_all_languages>("CapturePageChanged", 1),
    upcaster<text_of_all_languages>("ConsentTextChanged", 1),
    upcaster<key_added_without_word>("ReviewerKeyAdded", 1),
    upcaster<key_revoked_without_word>("ReviewerKeyRevoked", 1),
    upcaster<registered_with_reviews>("ClientRegistered", 1),
    upcaster<changed_with_reviews>("ClientChanged", 1),
    upcaster<registered_with_corrections>("ClientRegistered", 2),
    upcaster<changed_with_corrections>("ClientChanged", 2),
    upcaster<claimed_with_end>("ReviewClaimed", 1),
    upcaster<decided_without_view>("ReviewDecided", 1),
    upcaster<corrected_by_one>("ReviewCorrected", 1),
    upcaster<decided_unlooked>("ReviewDecided", 2),
    upcaster<corrected_unlooked>("ReviewCorrected", 2),
    upcaster<registered_unasked>("WebhookRegistered", 1),
    upcaster<changed_unasked>("WebhookChanged", 1),
};

}  // namespace countersign
