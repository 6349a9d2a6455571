#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/result.h"
#include "core/stream/recorded_event.h"
#include "events/stored_event.h"
#include "events/tlog/tree/entry_bundle.h"

namespace countersign {

struct Upcaster;

// The stored form of an event: one line of JSON in UTF-8, with its fields in this order. It is
// written once and never serialised again; the stored bytes are the bytes that are hashed.
//
//   {"sequence":7,"stream":"session-<uuid>","version":3,"previous":"<hex>",
//    "at":"2026-11-21T05:00:00.000123Z","type":"ChallengeIssued","typeVersion":1,
//    "actor":{"kind":"DEVICE","ref":""},"requestId":"...",
//    "idempotency":{"key":"<hex>","request":"<hex>"},"data":{...},"sealed":"<base64url>"}
//
// `previous` is the leaf hash of the previous event of the stream, or "" for the first.
// `idempotency` and `sealed` are absent if the event has none; inside `data` a member without a
// value is null. Integers are below 2^53; there are no floats. Values are written as
// canonical_json.h says, so every event has exactly one stored form.
std::string encode(const RecordedEvent& recorded);

// Whether the bytes are the stored form of some event, in the present or an older version of its
// type: decodes them, encodes the result again and compares.
bool is_stored_form(std::string_view bytes);

// The maximum length of a stored form: an entry of a C2SP tlog-tiles bundle cannot be longer. The
// code that makes the texts and lists of a command limits them so that the event stays below this.
inline constexpr std::size_t kEventBytesMax = tlog::kEntryBytesMax;

// Leaf hash of stored bytes: SHA-256(0x00 || bytes), RFC 6962 section 2.1.
Sha256 leaf_hash(std::string_view bytes);

StoredEvent encode_stored(RecordedEvent recorded);

// The inverse of encode(). Brings an older version of an event type up to the present one (see
// upcaster.h). Bytes that are not the stored form of some event are an error, and so is an unknown
// type or field, which is never skipped. The error's text contains nothing of the bytes.
Result<RecordedEvent, std::string> decode(std::string_view bytes);

// Decodes into a record whose memory is reused, for callers that decode many events. Empty on
// success, else the error.
std::optional<std::string> decode_into(std::string_view bytes, RecordedEvent& recorded);

// The same with other upcasters than the program's own (older_events.h): a type is then in the
// version after that of its last upcaster. For the tests of the path that older events take.
std::optional<std::string> decode_into(std::string_view bytes,
                                       RecordedEvent& recorded,
                                       std::span<const Upcaster> upcasters);
bool is_stored_form(std::string_view bytes, std::span<const Upcaster> upcasters);

}  // namespace countersign
