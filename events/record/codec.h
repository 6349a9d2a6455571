#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/event/recorded.h"
#include "core/result.h"
#include "events/event_log.h"
#include "events/tlog/tree/entry_bundle.h"

namespace countersign {

// The stored form of an event: one line of JSON, UTF-8, fields in this order,
// written once and never serialised again; what is stored is what is hashed.
//
//   {"sequence":7,"stream":"session-<uuid>","version":3,"previous":"<hex>",
//    "at":"2026-11-21T05:00:00.000123Z","type":"ChallengeIssued","typeVersion":1,
//    "actor":{"kind":"DEVICE","ref":""},"requestId":"...",
//    "idempotency":{"key":"<hex>","request":"<hex>"},"data":{...},"sealed":"<base64url>"}
//
// `previous` is the leaf hash of the stream's event before, or "" for the first.
// `idempotency` and `sealed` are absent when there are none; inside `data` a
// member without a value is null. Integers are below 2^53; there are no floats. The
// words are those of json_text.h: every event has exactly one stored form.
std::string encode(const Recorded& recorded);

// Whether the bytes are the stored form of some event, in the present version of its type or in an
// older one: they are read, and written anew.
bool is_stored_form(std::string_view bytes);

// No stored form is longer, because an entry of a C2SP tlog-tiles bundle is not.
// What bounds it are the limits of whoever makes the texts and lists of a command.
inline constexpr std::size_t kEventBytesMax = tlog::kEntryBytesMax;

// Leaf hash of stored bytes: SHA-256(0x00 || bytes), RFC 6962 section 2.1.
Sha256 leaf_hash(std::string_view bytes);

StoredEvent encode_stored(Recorded recorded);

// The inverse. An older version of an event type is brought up to the present
// one (see upcaster.h); an unknown type or field is an error, never skipped. Any bytes
// that are not the stored form of some event are an error, whose words hold nothing of them.
Result<Recorded, std::string> decode(std::string_view bytes);

// The same into a record whose memory is used again; empty, or the error. For
// whoever decodes many.
std::optional<std::string> decode_into(std::string_view bytes, Recorded& recorded);

}  // namespace countersign
