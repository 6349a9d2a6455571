#pragma once
#include <cstdint>
#include <string>

#include "core/schema.h"
#include "projections/fold/projection.h"

namespace countersign {

// Counts since the first event. The numbers of what is open, unpurged or stored now are differences
// of these counts.
struct Totals {
  std::uint64_t clients_registered = 0;
  std::uint64_t sessions_created = 0;
  std::uint64_t sandbox_sessions = 0;  // of those created
  std::uint64_t sessions_completed = 0;
  std::uint64_t sessions_expired = 0;
  std::uint64_t sessions_canceled = 0;
  std::uint64_t sessions_purged = 0;
  // Results and reviews of sessions that are not sandbox sessions.
  std::uint64_t results_passed = 0;
  std::uint64_t results_failed = 0;
  std::uint64_t results_review = 0;
  std::uint64_t files_stored = 0;
  std::uint64_t bytes_stored = 0;
  std::uint64_t files_purged = 0;
  std::uint64_t bytes_purged = 0;
  std::uint64_t vault_files_stored = 0;  // which hold one file each, or those of a submission
  std::uint64_t vault_files_purged = 0;
  std::uint64_t downloads = 0;
  std::uint64_t holds = 0;            // in force
  std::uint64_t reviews_waiting = 0;  // for a person's decision
  std::uint64_t reviews_decided = 0;
  std::uint64_t reviews_overdue = 0;  // of those waiting: the log says that they are overdue
  bool operator==(const Totals&) const = default;

  std::uint64_t sessions_ended() const {
    return sessions_completed + sessions_expired + sessions_canceled;
  }
  std::uint64_t sessions_open() const { return sessions_created - sessions_ended(); }
  std::uint64_t retention_backlog() const { return sessions_ended() - sessions_purged; }
  std::uint64_t files_held() const { return files_stored - files_purged; }
  std::uint64_t vault_files_held() const { return vault_files_stored - vault_files_purged; }
  std::uint64_t bytes_held() const { return bytes_stored - bytes_purged; }
};
template <>
inline constexpr auto fields_of<Totals> =
    fields(Field{"clientsRegistered", &Totals::clients_registered},
           Field{"sessionsCreated", &Totals::sessions_created},
           Field{"sandboxSessions", &Totals::sandbox_sessions},
           Field{"sessionsCompleted", &Totals::sessions_completed},
           Field{"sessionsExpired", &Totals::sessions_expired},
           Field{"sessionsCanceled", &Totals::sessions_canceled},
           Field{"sessionsPurged", &Totals::sessions_purged},
           Field{"resultsPassed", &Totals::results_passed},
           Field{"resultsFailed", &Totals::results_failed},
           Field{"resultsReview", &Totals::results_review},
           Field{"filesStored", &Totals::files_stored},
           Field{"bytesStored", &Totals::bytes_stored},
           Field{"filesPurged", &Totals::files_purged},
           Field{"bytesPurged", &Totals::bytes_purged},
           Field{"vaultFilesStored", &Totals::vault_files_stored},
           Field{"vaultFilesPurged", &Totals::vault_files_purged},
           Field{"downloads", &Totals::downloads},
           Field{"holds", &Totals::holds},
           Field{"reviewsWaiting", &Totals::reviews_waiting},
           Field{"reviewsDecided", &Totals::reviews_decided},
           Field{"reviewsOverdue", &Totals::reviews_overdue});
static_assert(record_is_sound<Totals>);

// One record of counts, for the metrics.
class TotalsView {
 public:
  static std::string key() { return "totals"; }

  static Projection projection();
  static void fold(const FoldedEvent<SessionCreated>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<DocumentAccepted>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<LivenessAccepted>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<SessionFinalized>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<SessionExpired>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<SessionCanceled>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<DocumentsDownloaded>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<FilesPurged>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<HoldSet>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<HoldReleased>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<ReviewDecided>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<ReviewOverdue>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<ClientRegistered>& folded, ViewBatch& views);
};

}  // namespace countersign
