#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/ids.h"
#include "core/machine/threads/mutex.h"
#include "core/machine/threads/permit.h"
#include "core/result.h"
#include "core/utc_time.h"
#include "events/vault/files/vault.h"
#include "http/limits/fair_shares.h"

namespace countersign::http {

// The session, the device and the client of an upload, and when the session's token expires.
struct UploadOwner {
  SessionId session;
  TokenHash token;  // of the device
  ClientKey client;
  UtcTime expires_at;
};

// The uploads in flight: from their head to their answer, or until the client disconnects.
// They are bounded
//
//   - by number for each session: a device needs one, and a second when it repeats an upload whose
//     connection was lost,
//   - by number, open files and bytes on the disk for each client: a client gets its fair share
//     (fair_shares.h), since sessions cost it nothing.
//
// The bytes that an upload may write are reserved on the disk before the first byte is written
// (FreeSpace). The unused rest of the reservation is returned with the permit.
//
// Thread-safe; must outlive its permits.
class UploadPermits {
 public:
  struct Limits {
    std::size_t uploads = 0;
    std::size_t a_session = 0;
    std::size_t open_files = 0;
  };
  enum class Refused {
    SessionFull,  // the session has as many uploads as it may have
    Busy,         // the client has its share, or no permit is left
    NoRoom        // no room on the disk
  };

  // Why an upload ends before its last byte: the session is over, or another device has it.
  enum class Ended : std::uint8_t { SessionOver, HandedOff };

  // One of the session's permitted uploads.
  using Place = countersign::Permit<UploadPermits, SessionId>;
  // The resources that an upload in flight holds.
  struct Taken {
    Place place;
    FairShares::Share share;
    std::optional<FairShares::Share> bytes;
    std::optional<FreeSpace::Reservation> reserved;
  };

  // One upload in flight. Thread-safe.
  class Permit {
   public:
    using End = std::function<void(Ended)>;

    // Use enter().
    Permit(UploadPermits& permits, UploadOwner owner, Taken taken);
    ~Permit() { release(); }
    Permit(const Permit&) = delete;
    Permit& operator=(const Permit&) = delete;

    // `end` is called at most once, by UploadPermits::end(), without a lock held.
    void when_session_ends(End end);
    // Takes a file descriptor until the share is destroyed. Returns nullopt if the client has its
    // share.
    std::optional<FairShares::Share> open_file();
    // Reports that this many of the reserved bytes are now on the disk.
    void written(std::uint64_t bytes);
    // Releases everything except open files. Idempotent.
    void release();

   private:
    friend class UploadPermits;
    UploadPermits& permits_;
    const UploadOwner owner_;
    Mutex mutex_;
    End end_ GUARDED_BY(mutex_);
    std::optional<Taken> taken_ GUARDED_BY(mutex_);  // until the release
  };
  using PermitPtr = std::shared_ptr<Permit>;

  UploadPermits(Vault& vault, const Limits& limits);
  UploadPermits(const UploadPermits&) = delete;
  UploadPermits& operator=(const UploadPermits&) = delete;

  // `disk_bytes` is the maximum that the upload may write; 0 if it writes nothing.
  Result<PermitPtr, Refused> enter(const UploadOwner& owner, std::uint64_t disk_bytes);

  // Returns the owner of each upload in flight.
  std::vector<UploadOwner> owners() const;
  // Ends the uploads that a device has in flight in the session.
  void end(const SessionId& session, const TokenHash& token, Ended why);

  std::size_t in_flight() const { return uploads_.taken(); }

 private:
  struct Session {
    std::vector<std::weak_ptr<Permit>> permits;
    std::size_t count = 0;
  };

  friend Place;
  std::optional<Place> enter_session(const UploadOwner& owner);
  void give_back(const SessionId& session);

  Vault& vault_;
  const Limits limits_;
  FairShares uploads_;
  FairShares files_;
  FairShares bytes_{0};  // shares of the free disk space
  Mutex disk_mutex_;     // held from reading the free space to reserving it
  mutable Mutex mutex_;
  std::map<SessionId, Session> sessions_ GUARDED_BY(mutex_);
};

}  // namespace countersign::http
