#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/machine/threads/mutex.h"
#include "core/result.h"
#include "core/utc_time.h"

namespace countersign::http {

// The kinds of work that may take longer than a second, each with a place of its own. Operations
// that use the same part of the data folder are of one kind.
enum class LongWork : std::uint8_t {
  None,  // an operation that is over at once
  LogVerify,
  LogExport,
  Views,  // verifies or rebuilds them in the one idle generation
  Backup,
  KeyBackup,
  KeyRotation,
  Sweep,
  ReviewReport
};
inline constexpr std::size_t kLongWorks = 8;

// One piece of long work, for whoever asks for another of its kind.
struct WorkInPlace {
  std::string operation;  // "log verify"
  std::string actor;      // "uid:0"
  UtcTime since;
};

// The places for the long work of the admin socket: at most one piece of each kind runs, so that
// impatient callers do not add up. A piece that finds its place taken is refused with the name of
// what runs there. It does not wait: whoever asked might leave, or ask again.
//
// Thread-safe. Must outlive the places that it gives.
class WorkPlaces {
 public:
  // A place that is taken, until end() or the end of its life.
  class Place {
   public:
    Place(WorkPlaces& places, LongWork kind) : places_(&places), kind_(kind) {}
    ~Place() { end(); }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

    // Leaves the place to the next piece of work: before the answer, so that a caller who has the
    // answer may ask again. Idempotent; one thread at a time.
    void end();

   private:
    WorkPlaces* places_;
    const LongWork kind_;
  };
  using PlacePtr = std::shared_ptr<Place>;

  // Returns the place, or what has it. REQUIRES: `kind` is not None.
  Result<PlacePtr, WorkInPlace> take(LongWork kind, WorkInPlace work) EXCLUDES_LOCK(mutex_);

 private:
  void give_back(LongWork kind) EXCLUDES_LOCK(mutex_);

  Mutex mutex_;
  std::array<std::optional<WorkInPlace>, kLongWorks + 1> running_ GUARDED_BY(mutex_);
};

}  // namespace countersign::http
