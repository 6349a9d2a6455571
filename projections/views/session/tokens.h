#pragma once
#include <optional>
#include <string>

#include "core/ids.h"
#include "core/schema.h"
#include "core/utc_time.h"
#include "projections/fold/expiry_queue.h"
#include "projections/fold/projection.h"

namespace countersign {

struct TokenEntry {
  SessionId session;
  // When the device's last call with an idempotency key was answered; empty if no call had one.
  std::optional<UtcTime> answered{};
  bool operator==(const TokenEntry&) const = default;
};
template <>
inline constexpr auto fields_of<TokenEntry> = fields(Field{"session", &TokenEntry::session},
                                                     Field{"answered", &TokenEntry::answered});
static_assert(record_is_sound<TokenEntry>);

// The session that a device's token opens, be it the session's token or one from before another
// device took the session over (Session::older_tokens):
//
//   't' token hash -> TokenEntry
//   'q' ...        -> an ExpiryQueue of the token hashes of ended sessions
//
// A token is removed when the session drops it, and with its session: when that expires, is
// canceled, finalized or purged. If a call of the device with an idempotency key may still be
// answered again, the token stays for kIdempotencyWindow after the end, so that the device can be
// distinguished from others.
class Tokens {
 public:
  static std::string key(const TokenHash& token);

  static Projection projection();
  static void fold(const FoldedEvent<SessionCreated>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<DeviceJoined>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<DocumentAccepted>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<DocumentRejected>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<LivenessAccepted>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<LivenessRejected>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<LivenessNotPossible>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<SessionFinalized>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<SessionExpired>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<SessionCanceled>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<FilesPurged>& folded, ViewBatch& views);
};

}  // namespace countersign
