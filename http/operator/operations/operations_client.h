#pragma once
#include <cstdint>
#include <string>
#include <tuple>

#include "core/event/client_policy.h"
#include "core/ids.h"
#include "http/answers/review_part.h"
#include "http/body/body_values.h"
#include "http/body/reason_rule.h"
#include "http/json/members.h"
#include "http/operator/operation_input.h"

// The inputs of the operations on clients.
namespace countersign::http {

// The lifetime of a token: a minute to a day.
inline constexpr std::uint64_t kTokenTtlMinMs = 60'000;
inline constexpr std::uint64_t kTokenTtlMaxMs = 86'400'000;
inline constexpr std::uint64_t kReviewDueMinMs = 60'000;                     // a minute
inline constexpr std::uint64_t kRetentionMaxMs = 100ull * 366 * 86'400'000;  // a hundred years

template <>
inline constexpr auto members_of<ClientPolicy> = members(
    Member{"purposes", &ClientPolicy::purposes, "The purposes that its sessions may have."},
    Member{"quota", &ClientPolicy::quota, "The most sessions in a calendar month (UTC)."},
    Member{"tokenTtlMs",
           &ClientPolicy::token_ttl_ms,
           "The time that a session's token lives.",
           {.minimum = kTokenTtlMinMs, .maximum = kTokenTtlMaxMs}},
    Member{"retentionMs",
           &ClientPolicy::retention_ms,
           "The time that files are kept after a session was completed.",
           {.maximum = kRetentionMaxMs}},
    Member{"retentionUnfinishedMs",
           &ClientPolicy::retention_unfinished_ms,
           "The time that files are kept after a session ended in another way.",
           {.maximum = kRetentionMaxMs}},
    Member{
        "createRate", &ClientPolicy::create_rate, "The limit on requests that create a session."},
    Member{"readRate", &ClientPolicy::read_rate, "The limit on requests that read."},
    Member{"bundleRate", &ClientPolicy::bundle_rate, "The limit on requests that download."},
    Member{"thresholds",
           &ClientPolicy::thresholds,
           "Thresholds that replace the server's, each as `document-glare=0.04/0.02`.",
           {.null_empties = true}},
    Member{"auditor",
           &ClientPolicy::auditor,
           "Whether the client may read the log's checkpoints and tiles, with the events of all "
           "clients."},
    Member{"mrzValues",
           &ClientPolicy::mrz_values,
           "Whether the client may read the values that a document states."},
    Member{"retentionReviewMs",
           &ClientPolicy::retention_review_ms,
           "The time that files are kept while a session waits for a review.",
           {.maximum = kRetentionMaxMs}},
    Member{"reviewers",
           &ClientPolicy::reviewers,
           "How many people a review needs; of two who disagree a third decides.",
           {.minimum = 1, .maximum = kReviewersMax}},
    Member{"unsignedDecisions",
           &ClientPolicy::unsigned_decisions,
           "Whether reviewers may decide without a signature of their passkey."},
    Member{"corrections",
           &ClientPolicy::corrections,
           "Whether a decision may be corrected, by as many people as it needed."},
    Member{"decisionsWithoutLook",
           &ClientPolicy::decisions_without_look,
           "Whether reviewers may decide without a look at each side of the document and at the "
           "face, and say why; null: ALLOWED."},
    Member{"reviewDueMs",
           &ClientPolicy::review_due,
           "The time that a case may wait for a decision before it is overdue; 0 or null: none is.",
           {.maximum = kRetentionMaxMs}},
    Member{"reviewReasons",
           &ClientPolicy::review_reasons,
           "Sentences for the person, from which whoever decides may choose one by its name. A "
           "change adds and replaces those that it names, and takes away those whose sentence is "
           "empty; null: all."});

// The policy of a client about which nothing was said: its sessions may have every purpose, and its
// reviewers sign what they decide.
ClientPolicy policy_of_new_client();

struct NewClient {
  std::string name;
  bool sandbox = false;
  ClientPolicy policy = policy_of_new_client();
};
template <>
inline constexpr auto members_of<NewClient> =
    std::tuple_cat(members(Member{"name", &NewClient::name},
                           Member{"sandbox",
                                  &NewClient::sandbox,
                                  "Whether the client is a sandbox; this cannot change.",
                                  kLeftOut}),
                   members_through(&NewClient::policy, members_left_out(members_of<ClientPolicy>)));

struct ChangedClient {
  ClientKey client;
  std::string name{};
  Refused sandbox{};
  ClientPolicy policy{};
};
template <>
inline constexpr auto members_of<ChangedClient> = std::tuple_cat(
    members(Member{"clientKey", &ChangedClient::client},
            Member{"name", &ChangedClient::name, {}, kLeftOut},
            Member{"sandbox",
                   &ChangedClient::sandbox,
                   "A client is a sandbox or real for ever; add another client.",
                   kLeftOut}),
    members_through(&ChangedClient::policy, members_left_out(members_of<ClientPolicy>)));

struct NamedClient {
  ClientKey client;
};
template <>
inline constexpr auto members_of<NamedClient> = members(Member{"clientKey", &NamedClient::client});

struct SecretRotation {
  ClientKey client;
  bool revoke_old = false;
};
template <>
inline constexpr auto members_of<SecretRotation> =
    members(Member{"clientKey", &SecretRotation::client},
            Member{"revokeOld",
                   &SecretRotation::revoke_old,
                   "Whether to stop accepting the earlier secrets at once.",
                   kLeftOut});

struct NamedSecret {
  ClientKey client;
  std::uint64_t secret_id = 0;
};
template <>
inline constexpr auto members_of<NamedSecret> =
    members(Member{"clientKey", &NamedSecret::client}, Member{"secretId", &NamedSecret::secret_id});

struct DisabledClient {
  ClientKey client;
  std::string reason{};
};
template <>
inline constexpr auto members_of<DisabledClient> = members(
    Member{"clientKey", &DisabledClient::client},
    Member{"reason", &DisabledClient::reason, "The reason, which the log keeps.", kReasonLeftOut});

}  // namespace countersign::http
