#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/strong.h"
#include "core/utc_time.h"

// The identities of the domain. All of them are values: copyable, comparable, without an owner, and
// safe to use from any thread.
namespace countersign {

using Uuid = std::array<std::uint8_t, 16>;
using Digest = std::array<std::uint8_t, 32>;  // the output of SHA-256

using SessionId = Strong<struct SessionIdTag, Uuid>;
using FileId = Strong<struct FileIdTag, Uuid>;
using ClientKey = Strong<struct ClientKeyTag, std::string>;       // "svck_..."; names a client
using TokenHash = Strong<struct TokenHashTag, Digest>;            // of a session token
using NonceHash = Strong<struct NonceHashTag, Digest>;            // of a challenge's nonce
using CodeHash = Strong<struct CodeHashTag, Digest>;              // of a code that opens a session
using SecretHash = Strong<struct SecretHashTag, Digest>;          // of a client secret
using Sha256 = Strong<struct Sha256Tag, Digest>;                  // of bytes as they were received
using PerceptualHash = Strong<struct PerceptualHashTag, Digest>;  // of what a picture shows
using ReviewerId = Strong<struct ReviewerIdTag, std::string>;     // "rvw_..."; names a reviewer
using LinkHash = Strong<struct LinkHashTag, Digest>;              // of a reviewer's one-time link
using WebhookId = Strong<struct WebhookIdTag, std::string>;  // "whep_..."; an endpoint of a client
using RequestId = Strong<struct RequestIdTag, std::string>;

using Sequence = Strong<struct SequenceTag, std::uint64_t>;            // in the log, from 1
using StreamVersion = Strong<struct StreamVersionTag, std::uint64_t>;  // in a stream, from 1

// Names one stream: `session-<uuid>`, `client-<client key>`, `webhooks-<client key>`,
// `reviewer-<reviewer id>`, `keys`, `thresholds`, or `log`.
using StreamId = Strong<struct StreamIdTag, std::string>;
StreamId stream_of(const SessionId& session);
StreamId stream_of(const ClientKey& client);
StreamId stream_of(const ReviewerId& reviewer);
std::optional<SessionId> session_of(const StreamId& stream);
std::optional<ClientKey> client_of(const StreamId& stream);
// Takes only a name whose id is_reviewer_id().
std::optional<ReviewerId> reviewer_of(const StreamId& stream);
// The stream of a client's webhooks.
StreamId webhooks_stream_of(const ClientKey& client);
std::optional<ClientKey> webhooks_client_of(const StreamId& stream);
// The single stream of the events that concern the keys themselves.
StreamId keys_stream();
bool is_keys_stream(const StreamId& stream);
// The single stream of the threshold sets that images were judged by.
StreamId thresholds_stream();
bool is_thresholds_stream(const StreamId& stream);
// The single stream of the event that begins the log.
StreamId log_stream();
bool is_log_stream(const StreamId& stream);

// RFC 9562 text form, lower case. Parsing takes exactly 36 characters, upper or lower case, and any
// version of UUID.
std::string to_string(const Uuid& uuid);
std::optional<Uuid> parse_uuid(std::string_view text);
inline std::string to_string(const SessionId& id) { return to_string(id.value()); }
inline std::string to_string(const FileId& id) { return to_string(id.value()); }

// Turns 16 random bytes into a version 4 UUID.
Uuid uuid_from_random(Uuid random);
// Turns a time and 16 random bytes into a version 7 UUID (RFC 9562, section 5.7, with the
// microseconds in rand_a by method 3 of section 6.2). A later time gives a larger UUID. 62 bits
// stay random.
Uuid uuid_from_time(UtcTime at, Uuid random);

// The id of a reviewer is `rvw_` and 16 bytes in base64url (RFC 4648 section 5), 22 characters. So
// it has no `.`, and needs no escape in a path or a file name.
inline constexpr std::string_view kReviewerPrefix = "rvw_";
bool is_reviewer_id(std::string_view text);

// Lower-case hexadecimal. Parsing takes upper or lower case, and exactly 64 digits.
std::string to_hex(const Digest& digest);
std::optional<Digest> parse_digest(std::string_view hex);

}  // namespace countersign
