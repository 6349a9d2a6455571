#pragma once
#include <cstdint>
#include <string_view>

#include "core/client/client.h"
#include "core/event/recorded_event.h"
#include "core/ids.h"
#include "core/keys/key_history.h"
#include "core/session/session.h"
#include "core/thresholds/threshold_history.h"
#include "events/view.h"

namespace countersign {

// The key spaces of the views. Each number is given out once and is on the disk for ever; the
// number of a removed view stays here, so that it is not used again.
namespace space {
inline constexpr ViewSpace kClients = 1;
inline constexpr ViewSpace kSessions = 2;
inline constexpr ViewSpace kTokens = 3;
inline constexpr ViewSpace kUsage = 4;
inline constexpr ViewSpace kIdempotency = 5;
inline constexpr ViewSpace kFingerprints = 6;
inline constexpr ViewSpace kFiles = 7;
inline constexpr ViewSpace kRetention = 8;
inline constexpr ViewSpace kDownloads = 9;
inline constexpr ViewSpace kFeed = 10;
inline constexpr ViewSpace kTotals = 11;
inline constexpr ViewSpace kKeys = 12;
inline constexpr ViewSpace kThresholds = 13;
inline constexpr ViewSpace kDocumentImages = 14;
}  // namespace space

// One event, with the state after the event of what it happened to. Exactly one of the pointers is
// set: the one whose stream the event is in.
struct Fact {
  const RecordedEvent& recorded;
  const Session* session = nullptr;
  const Client* client = nullptr;
  const KeyHistory* keys = nullptr;
  const ThresholdHistory* thresholds = nullptr;
};

// A read model: one question, answered by folding the log.
//
// fold() is deterministic and total: it uses no clock and no random source, and keeps all state in
// the batch, so that a rebuilt view equals the live one byte for byte. It works on a bounded number
// of entries, whatever the size of the view. An event has happened, so a fold cannot refuse it.
// Immutable and thread-safe; one thread uses the batch.
class Projection {
 public:
  virtual ~Projection() = default;

  virtual std::string_view name() const = 0;
  virtual ViewSpace space() const = 0;
  // Raised when fold() changes its meaning: a stored view of another version
  // is rebuilt when the data folder is opened.
  virtual std::uint32_t version() const = 0;
  // The shape of the stored records (see record_bytes.h), so that adding a field to a record makes
  // another version without raising version() by hand.
  virtual std::uint32_t shape() const = 0;

  virtual void fold(const Fact& fact, ViewBatch& views) const = 0;
};

}  // namespace countersign
