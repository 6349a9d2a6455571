#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/client/client_event.h"
#include "events/record/upcaster.h"

// Events as they were in earlier versions, with the upcaster from each version to the next.
//
// When the fields of a type change, copy its struct and its list of fields here under a name that
// ends in V1, give the type, in its stream's folder, the next version, and add the upcaster to
// kUpcasters. Copy a record that the struct shares with present events too, before that record
// changes. The invented example of tests/events/older_version_test.cc shows each step.
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

// One reviewer was enough, who could not sign.
inline ClientPolicy with_reviews(const ClientPolicyV1& old) {
  ClientPolicy policy;
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
  return policy;
}

inline ClientRegistered registered_with_reviews(const ClientRegisteredV1& old) {
  return {old.name, with_reviews(old.policy), old.secret_id, old.secret, old.sandbox};
}
inline ClientChanged changed_with_reviews(const ClientChangedV1& old) {
  return {old.name, with_reviews(old.policy)};
}

inline constexpr std::array kUpcasters{
    upcaster<registered_with_reviews>("ClientRegistered", 1),
    upcaster<changed_with_reviews>("ClientChanged", 1),
};

}  // namespace countersign
