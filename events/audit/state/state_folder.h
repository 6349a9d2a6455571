#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ids.h"
#include "core/machine/files/folder_lock.h"
#include "core/machine/files/held_folder.h"
#include "core/random_source.h"
#include "core/result.h"
#include "events/audit/state/manifest.h"
#include "events/audit/state/sealed_file.h"
#include "events/audit/state/session_run.h"
#include "events/crypto/keys/master_key.h"

namespace countersign {

// The states of all sessions at a checkpoint: the newest run that has a session wins. One thread at
// a time; movable.
class SessionStates {
 public:
  explicit SessionStates(std::vector<RunReader> runs) : runs_(std::move(runs)) {}

  // nullopt: the session had no event yet.
  Result<std::optional<std::string>, StateFault> find(const SessionId& session);

 private:
  std::vector<RunReader> runs_;  // the oldest first
};

// The state of an audit, in a folder of the auditor's, sealed under the auditor's key:
//
//   manifest     what is there, for which log, at which checkpoint, by which rules (manifest.h)
//   pass-<id>    what the rules know that are no session's
//   run-<id>     the states of sessions that one audit touched, or of several such runs
//
// A new state takes new files, and the manifest is replaced last: a crash leaves files that no
// manifest names, which the next open() removes. One process at a time, which holds a lock on the
// folder. sessions() is for any thread; the rest for one thread at a time.
class StateFolder {
 public:
  // Opens the folder of a log's state, or makes it. Fails, with a sentence, if the folder cannot be
  // used, or has a state that was not sealed under this key. A state of another log or of other
  // rules is refused: see refusal(). REQUIRES: `random` outlives the object.
  static Result<StateFolder, std::string> open(const std::filesystem::path& path,
                                               MasterKey key,
                                               std::string origin,
                                               StateRules rules,
                                               RandomSource& random);

  // The state that an audit goes on from; null if there is none.
  const StateManifest* manifest() const { return manifest_ ? &*manifest_ : nullptr; }
  // Why a state that is there is not used, as the end of a sentence that begins with "the state".
  const std::optional<std::string>& refusal() const { return refusal_; }
  // The audit begins anew.
  void refuse(std::string why);

  // REQUIRES: manifest().
  Result<std::string, StateFault> pass() const;
  Result<SessionStates, StateFault> sessions() const;

  // Makes the next state. A run gets the sessions that the audit touched.
  Result<RunWriter, StateFault> new_run();
  // Makes the state durable, to be put in place by commit(). `run` is the finished run; none: no
  // session was touched. Runs are merged: see README.md.
  std::optional<StateFault> prepare(std::uint64_t size,
                                    const Sha256& root,
                                    std::string_view pass,
                                    std::optional<SessionRun> run);
  // Puts the state that was prepared in the place of the one before. Does nothing if none was.
  std::optional<StateFault> commit();

 private:
  StateFolder(HeldFolder folder,
              FolderLock lock,
              MasterKey key,
              std::string origin,
              StateRules rules,
              RandomSource& random)
      : folder_(std::move(folder)),
        lock_(std::move(lock)),
        key_(std::move(key)),
        origin_(std::move(origin)),
        rules_(std::move(rules)),
        random_(&random) {}

  std::optional<std::string> read_manifest();
  void remove_strays() const;
  Result<RunReader, StateFault> reader_of(const SessionRun& run) const;
  Result<SealedWriter, StateFault> new_file(std::string_view kind);
  Result<SealedText, StateFault> write_pass(std::string_view text);
  std::optional<StateFault> merge_last(std::vector<SessionRun>& runs);

  HeldFolder folder_;
  FolderLock lock_;
  MasterKey key_;
  std::string origin_;
  StateRules rules_;
  RandomSource* random_;
  std::optional<StateManifest> manifest_;
  std::optional<std::string> refusal_;
  std::optional<StateManifest> prepared_;
};

}  // namespace countersign
