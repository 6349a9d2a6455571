#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.h"
#include "core/utc_time.h"
#include "core/webhook/webhooks.h"

namespace countersign::http {

// An event that has not been delivered yet.
struct OutstandingEvent {
  Sequence event;
  SessionId session;
  UtcTime at;  // of the event
  std::uint32_t failed_attempts = 0;
  UtcTime due;
  bool operator==(const OutstandingEvent&) const = default;
};

// How far the deliveries to one endpoint are: every event up to the cursor is delivered, is not for
// the endpoint, or is outstanding. Kept in a file of the data folder, outside the log; a file that
// is lost or older than the log only makes events arrive again.
struct DeliveryProgress {
  static constexpr std::size_t kOutstandingMax = 256;

  Sequence placed_by;   // see Webhook
  Sequence resumed_by;  // see Webhook
  Sequence cursor;
  std::vector<OutstandingEvent> outstanding;  // in the order of the log, at most kOutstandingMax
  bool operator==(const DeliveryProgress&) const = default;
};

// The text of the file, and back. Only what progress_text() writes is read: nullopt for anything
// else. Pure.
std::string progress_text(const DeliveryProgress& progress);
std::optional<DeliveryProgress> parse_progress(std::string_view text);

// The progress to go on with. Without one, or if a replay has put the endpoint elsewhere since, the
// deliveries begin behind `webhook.after`; so they do if the file is of a later state of a log that
// was restored from a backup (`head`). After the endpoint was enabled again, everything outstanding
// has all its attempts again, from `now`.
DeliveryProgress progress_of(const Webhook& webhook,
                             std::optional<DeliveryProgress> kept,
                             Sequence head,
                             UtcTime now);

}  // namespace countersign::http
