#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/machine/files/owned_fd.h"
#include "core/result.h"
#include "core/utc_time.h"
#include "events/tlog/note/checkpoint.h"
#include "events/tlog/note/note_key.h"
#include "events/tlog/note/witness.h"

namespace countersign {

// A witness of logs, C2SP tlog-witness: keeps of each the last checkpoint that it cosigned, and
// cosigns only what goes on from there.
//
//   <folder>/<SHA-256 of the origin, hex>   that checkpoint: a note with the log's signature and
//   ours
//
// A log without a file is one that it has cosigned nothing of. A file in which either signature is
// not good is damaged, or another witness's, and nothing is opened: taken for a missing one it
// would let a log begin again. So a log's earlier key stays among its keys until it was cosigned
// under the next. The folder is locked; one process may have it.
//
// Threading: any thread. Of each log one submission at a time is judged and stored.
class Witness {
 public:
  struct Refused {
    tlog::WitnessRefusal why;
    // Of OtherSize and Inconsistent, whose checkpoint the log has signed:
    std::string origin{};
    std::uint64_t size = 0;         // of the checkpoint
    std::uint64_t latest_size = 0;  // of what was cosigned last; 0 if nothing was
    // The log has signed another root at the size that was cosigned last: two histories. Nothing
    // else proves it, since anybody can put a wrong proof beside a checkpoint of the log.
    bool proves_fork = false;
  };
  struct NotStored {
    std::string why;  // a sentence for the operator
  };
  using Fault = std::variant<Refused, NotStored>;

  // Makes the folder if it is not there. Failures are sentences for the operator.
  // REQUIRES: the key is of type Witness, `clock` outlives it.
  static Result<std::unique_ptr<Witness>, std::string> open(std::filesystem::path folder,
                                                            tlog::SignerKey key,
                                                            std::vector<tlog::KnownLog> logs,
                                                            const Clock& clock);
  Witness(const Witness&) = delete;
  Witness& operator=(const Witness&) = delete;

  const tlog::VerifierKey& verifier() const { return key_.verifier(); }
  const std::vector<tlog::KnownLog>& logs() const { return logs_; }

  // The body of an `add-checkpoint` request. Answers with the line of our cosignature, after the
  // checkpoint is durable; after NotStored nothing was cosigned, and it may be asked again.
  Result<std::string, Fault> add_checkpoint(std::string_view body);
  // The last one of the log whose origin has this SHA-256, in lower-case hexadecimal.
  std::optional<std::string> checkpoint(std::string_view origin_hash) const;

 private:
  struct Followed {
    Followed(const tlog::KnownLog& the_log, std::filesystem::path the_file);

    const tlog::KnownLog& log;
    const std::filesystem::path file;
    std::mutex turn;                         // held from judging to storing
    std::optional<tlog::Checkpoint> latest;  // guarded by turn
    mutable std::mutex mutex;                // held for no longer than a copy takes
    std::string note;                        // guarded by mutex; "" before the first
  };

  Witness(std::filesystem::path folder,
          tlog::SignerKey key,
          std::vector<tlog::KnownLog> logs,
          const Clock& clock);
  std::optional<std::string> lock_folder();
  std::optional<std::string> load(Followed& log) const;

  const std::filesystem::path folder_;
  const tlog::SignerKey key_;
  const std::vector<tlog::KnownLog> logs_;
  const Clock& clock_;
  OwnedFd lock_;
  std::vector<std::unique_ptr<Followed>> followed_;
};

// What Witness::checkpoint() finds the log by, and the name of its file.
std::string origin_hash_of(std::string_view origin);

}  // namespace countersign
