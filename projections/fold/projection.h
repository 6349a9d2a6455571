#pragma once
#include <cstdint>
#include <string_view>

#include "events/view.h"
#include "projections/fold/folded_event.h"

namespace countersign {

// The key spaces of the views. Each number is assigned once and is on the disk; the number of a
// removed view stays here, so that it is not used again.
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
inline constexpr ViewSpace kRefusedRecordings = 15;
inline constexpr ViewSpace kReviews = 16;
inline constexpr ViewSpace kReviewActs = 19;  // removed
inline constexpr ViewSpace kReviewDays = 20;
inline constexpr ViewSpace kReviewers = 17;
inline constexpr ViewSpace kWebhooks = 18;
inline constexpr ViewSpace kClaims = 23;
inline constexpr ViewSpace kPasskeys = 26;
inline constexpr ViewSpace kLog = 27;
inline constexpr ViewSpace kSessionIndex = 28;
inline constexpr ViewSpace kLooks = 29;
inline constexpr ViewSpace kDesk = 30;
inline constexpr ViewSpace kHolds = 31;
inline constexpr ViewSpace kCaptureEnds = 32;
}  // namespace space

// A read model, as it is stored: one question, answered by folding the log.
//
// A view is a class of static functions:
//
//   static Projection projection();
//   static void fold(const FoldedEvent<E>& folded, ViewBatch& views);  // for each E that it folds
//
// fold() is deterministic and total: it uses no clock and no random source, and keeps all state in
// the batch, so that a rebuilt view equals the live one byte for byte. It works on a bounded number
// of entries, whatever the size of the view. An event has happened, so a fold cannot refuse it. One
// thread uses the batch. `projections/views/folds.h` says which views fold an event.
struct Projection {
  std::string_view name;
  ViewSpace space = 0;
  // Raised when fold() changes its meaning: a stored view of another version is rebuilt when the
  // data folder is opened.
  std::uint32_t version = 1;
  // The shape of the stored records (see record_bytes.h), so that adding a field to a record makes
  // another version without raising `version` by hand. 0: the view stores no record.
  std::uint32_t shape = 0;
};

}  // namespace countersign
