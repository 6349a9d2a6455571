#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "core/ids.h"
#include "core/result.h"
#include "core/utc_time.h"
#include "events/vault/files/vault.h"
#include "http/limits/fair_shares.h"

namespace countersign::http {

// Who sends an upload, and until when the session's token is good.
struct UploadOwner {
  SessionId session;
  ClientKey client;
  UtcTime expires_at;
};

// The uploads that are in flight: from their head to their answer, or until nobody sends
// them any more. Bounds them
//
//   - for each session in number: a device needs one, and a second when it repeats one
//     whose connection was lost,
//   - for each client in number, in open files and in bytes of the disk, by its fair share
//     (fair_shares.h), because sessions cost a client nothing.
//
// The bytes that an upload may write are reserved on the disk before the first is written
// (FreeSpace), and what is left of that is given back with the place.
//
// Thread-safe; must outlive the places it hands out.
class UploadPlaces {
 public:
  struct Limits {
    std::size_t uploads = 0;
    std::size_t a_session = 0;
    std::size_t open_files = 0;
  };
  enum class Refused {
    SessionFull,  // the session has as many as it may have
    Busy,         // the client has its share, or there is none left
    NoRoom        // on the disk
  };

  // One upload in flight. Thread-safe.
  class Place {
   public:
    using End = std::function<void()>;

    // Use enter().
    Place(UploadPlaces& places,
          UploadOwner owner,
          FairShares::Share share,
          std::optional<FairShares::Share> bytes,
          std::optional<FreeSpace::Reservation> reserved);
    ~Place() { release(); }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

    // `end` is called at most once, by end(), without a lock held.
    void when_session_ends(End end);
    // A descriptor of a file, until it is destroyed. None: the client has its share.
    std::optional<FairShares::Share> open_file();
    // So many of the reserved bytes lie on the disk now.
    void written(std::uint64_t bytes);
    // Gives all back that is not an open file. May be repeated.
    void release();

   private:
    friend class UploadPlaces;
    UploadPlaces& places_;
    const UploadOwner owner_;
    std::mutex mutex_;
    End end_;
    bool released_ = false;
    std::optional<FairShares::Share> share_;
    std::optional<FairShares::Share> bytes_;
    std::optional<FreeSpace::Reservation> reserved_;
  };
  using PlacePtr = std::shared_ptr<Place>;

  UploadPlaces(Vault& vault, const Limits& limits);
  UploadPlaces(const UploadPlaces&) = delete;
  UploadPlaces& operator=(const UploadPlaces&) = delete;

  // `disk_bytes`: what it may write at most; 0 when it writes nothing.
  Result<PlacePtr, Refused> enter(const UploadOwner& owner, std::uint64_t disk_bytes);

  // Each session that has uploads in flight, once.
  std::vector<UploadOwner> owners() const;
  // Ends the uploads of a session.
  void end(const SessionId& session);

  std::size_t in_flight() const { return uploads_.taken(); }

 private:
  struct Session {
    UploadOwner owner;
    std::vector<std::weak_ptr<Place>> places;
    std::size_t count = 0;
  };

  class Entered;

  bool enter_session(const UploadOwner& owner);
  void leave_session(const SessionId& session);

  Vault& vault_;
  const Limits limits_;
  FairShares uploads_;
  FairShares files_;
  FairShares bytes_{0};    // of what the disk has left
  std::mutex disk_mutex_;  // between the look at what is left and the reservation
  mutable std::mutex mutex_;
  std::map<SessionId, Session> sessions_;
};

}  // namespace countersign::http
