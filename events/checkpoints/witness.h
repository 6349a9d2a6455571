#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/machine/files/owned_fd.h"
#include "core/machine/threads/mutex.h"
#include "core/result.h"
#include "core/utc_time.h"
#include "events/tlog/note/checkpoint.h"
#include "events/tlog/note/note_key.h"
#include "events/tlog/note/witness.h"

namespace countersign {

// A witness of logs (C2SP tlog-witness): keeps the last checkpoint of each log that it cosigned,
// and cosigns only checkpoints that continue from there.
//
//   <folder>/<SHA-256 of the origin, hex>   that checkpoint: a note with the log's signature and
//                                           the witness's
//
// A log without a file has never been cosigned. A file in which either signature is invalid is
// damaged or belongs to another witness; open() then fails, because treating the file as missing
// would allow a log to begin again. So a log's earlier key must stay among its keys until a
// checkpoint was cosigned under the next key. The folder is locked for one process.
//
// Threading: any thread. For each log, one submission at a time is judged and stored.
class Witness {
 public:
  struct Refused {
    tlog::WitnessRefusal why;
    // For OtherSize and Inconsistent, where the log has signed the checkpoint:
    std::string origin{};
    std::uint64_t size = 0;         // of the checkpoint
    std::uint64_t latest_size = 0;  // of the checkpoint cosigned last; 0 if none was
    // The log has signed another root at the size that was cosigned last: two histories. Nothing
    // else proves a fork, since anybody can put a wrong proof beside a checkpoint of the log.
    bool proves_fork = false;
  };
  struct NotStored {
    std::string why;  // a sentence for the operator
  };
  using Fault = std::variant<Refused, NotStored>;

  // Creates the folder if it is missing. Failures are sentences for the operator.
  // REQUIRES: the key is of type Witness, `clock` outlives the witness.
  static Result<std::unique_ptr<Witness>, std::string> open(std::filesystem::path folder,
                                                            tlog::SignerKey key,
                                                            std::vector<tlog::KnownLog> logs,
                                                            const Clock& clock);
  Witness(const Witness&) = delete;
  Witness& operator=(const Witness&) = delete;

  const tlog::VerifierKey& verifier() const { return key_.verifier(); }
  const std::vector<tlog::KnownLog>& logs() const { return logs_; }

  // Handles the body of an `add-checkpoint` request. Returns the line of this witness's cosignature
  // once the checkpoint is durable. After NotStored nothing was cosigned, and the request may be
  // repeated.
  Result<std::string, Fault> add_checkpoint(std::string_view body);
  // The last cosigned checkpoint of the log whose origin has this SHA-256, in lower-case
  // hexadecimal.
  std::optional<std::string> checkpoint(std::string_view origin_hash) const;

 private:
  struct Followed {
    Followed(const tlog::KnownLog& the_log, std::filesystem::path the_file);

    const tlog::KnownLog& log;
    const std::filesystem::path file;
    Mutex turn;  // held from judging to storing
    std::optional<tlog::Checkpoint> latest GUARDED_BY(turn);
    mutable Mutex mutex;                 // held for no longer than a copy takes
    std::string note GUARDED_BY(mutex);  // "" before the first checkpoint
  };

  Witness(std::filesystem::path folder,
          tlog::SignerKey key,
          std::vector<tlog::KnownLog> logs,
          const Clock& clock);
  std::optional<std::string> lock_folder();
  std::optional<std::string> load(Followed& followed) const;

  const std::filesystem::path folder_;
  const tlog::SignerKey key_;
  const std::vector<tlog::KnownLog> logs_;
  const Clock& clock_;
  OwnedFd lock_;
  std::vector<std::unique_ptr<Followed>> followed_;
};

// The hash by which Witness::checkpoint() finds a log; also the name of the log's file.
std::string origin_hash_of(std::string_view origin);

}  // namespace countersign
