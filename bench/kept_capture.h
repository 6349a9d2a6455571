#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/event/stored_file.h"
#include "core/ids.h"
#include "core/session/session_command.h"
#include "core/utc_time.h"
#include "events/crypto/os_random.h"
#include "events/vault/session_key.h"
#include "events/writer/submission.h"
#include "projections/folder/data_folder.h"

namespace countersign::bench {

// The files of a whole capture: two sides of a document and nine frames.
inline constexpr std::uint64_t kFilesASession = 11;
// The submissions of a whole capture to the writer, which make 13 events: creation, consent, three
// challenges, front, back and frames with two events each, the end, and a download of the bundle.
inline constexpr std::uint64_t kCommandsASession = 10;
inline constexpr Duration kBetweenCommands = std::chrono::seconds(5);
inline constexpr Duration kTokenLife = std::chrono::minutes(30);
inline constexpr Duration kExpiry = kTokenLife + std::chrono::minutes(1);
inline constexpr Duration kRetention = 3650 * Duration(std::chrono::hours(24));

// The clients of the folder and their secret. Session `n` of a kind belongs to client n % kClients,
// those that are due to kDueClient.
inline constexpr std::uint64_t kClients = 16;
inline constexpr std::uint64_t kDueClient = kClients;
inline constexpr const char* kClientSecret = "a secret of the clients that the bench has made";
ClientKey client_of(std::uint64_t number);

// How a session ends.
enum class Kind : std::uint8_t { Due, Expired, Purged, Kept, Open };

// The id of session `n` of the kind. The ids look random, as those of a server do.
SessionId session_of(Kind kind, std::uint64_t n);

// One session on its way through the commands of its kind, with the checks, the sealed origins, the
// idempotency keys, the wrapped keys and the records of files that a server gives it. One thread.
class KeptCapture {
 public:
  KeptCapture(const DataFolder& data, OsRandom& random, Kind kind, std::uint64_t n, UtcTime at);

  std::size_t commands() const;
  // The commands are to be made in order.
  Submission command(std::size_t place);
  // After the commands of an expired session: kExpiry after its begin.
  Submission expiry();

  // Files are made on the disk with the commands that submit them.
  void store_files() { stores_files_ = true; }
  // The files that were made. They are named by events once the commands are committed.
  const std::vector<StoredFile>& stored() const { return stored_; }

 private:
  Submission submission(SessionCommand command, ActorKind actor = ActorKind::Device);
  Submission repeatable(Submission made) const;
  NonceHash nonce(std::size_t place) const;
  Submission create(UtcTime at);
  Submission document(UtcTime at, std::size_t place);
  Submission liveness(UtcTime at);
  Submission finalize(UtcTime at);
  StoredFile file(UtcTime at, std::uint64_t place);
  void store(StoredFile& file);

  const DataFolder& data_;
  OsRandom& random_;
  const Kind kind_;
  const std::uint64_t n_;
  const SessionId id_;
  const ClientKey client_;
  const SessionKey key_;
  const UtcTime begun_;
  bool stores_files_ = false;
  std::uint64_t submissions_ = 0;
  std::vector<StoredFile> stored_;
};

}  // namespace countersign::bench
