#include "projections/folder/data_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/machine/files/atomic_file.h"
#include "core/machine/files/file_access.h"
#include "core/machine/files/folder_lock.h"
#include "core/machine/files/free_space.h"
#include "core/machine/files/held_folder.h"
#include "core/text/counted.h"
#include "events/checkpoints/anchor_keeper.h"
#include "projections/erasure/folder_age.h"
#include "projections/erasure/lost_keys.h"
#include "projections/folder/begin_log.h"
#include "projections/folder/hold_folder.h"
#include "projections/folder/master_key_id.h"
#include "projections/folder/open_files.h"
#include "projections/folder/rebuild.h"
#include "projections/folder/recall_frames.h"
#include "projections/folder/restored.h"
#include "projections/folder/rotation.h"
#include "projections/folder/served_by.h"
#include "projections/queries/capture_decider.h"
#include "projections/queries/slots_in_use.h"

namespace countersign {
namespace {

// The log's reserve is the vault's divided by this. After the vault refuses uploads, the log must
// still have room to record finalizes and purges.
constexpr std::uint64_t kLogReserveShare = 4;

std::optional<std::string> write_master_key_id(const DataFolderOptions& options) {
  // Makes the names of the other parts durable first, so that MASTER-KEY-ID never exists without
  // them.
  const auto folder = HeldFolder::open(options.path);
  if (!folder) return folder.error().why;
  if (auto failed = folder->sync()) return std::move(failed->why);
  return master_key_id_file(options.path).write(master_key_id_line(options.master_key.id()));
}

// Creates a log in a new folder only: an empty log must not replace a lost one.
Result<std::unique_ptr<EventLog>, std::string> open_log(const DataFolderOptions& options,
                                                        FolderAge age) {
  const std::uint64_t reserve = reserve_bytes_on(options.path, options.reserve_bytes);
  auto log = EventLog::open(options.path / "log",
                            {.create_if_missing = age == FolderAge::New && !options.read_only,
                             .read_only = options.read_only,
                             .reserve_bytes = reserve / kLogReserveShare,
                             .held_space = space::kClients,
                             .covered = covered_by_checkpoint(options.path),
                             .warn = options.warn});
  if (!log || age != FolderAge::New || (*log)->head().sequence == Sequence(0)) return log;
  return without_master_key_id(options.path,
                               "a log of " + counted((*log)->head().sequence.value(), "event"));
}

// Runs after open_log(), whose lock excludes other processes: opening the slots for writing also
// removes what a crash left of a write.
Result<std::unique_ptr<KeyRing>, std::string> open_keys(const DataFolderOptions& options,
                                                        FolderAge age,
                                                        RandomSource& random) {
  const bool has_none = age == FolderAge::New ||
                        (age == FolderAge::Restored && !master_key_id_file(options.path).exists());
  const bool may_create = has_none && !options.read_only;
  auto ring = KeyRing::open(options.path / "keys",
                            options.master_key,
                            {.may_create = may_create, .read_only = options.read_only},
                            random);
  // A new folder gets MASTER-KEY-ID last, when all other parts exist.
  if (!ring || !may_create || age == FolderAge::New) return ring;
  if (auto error = write_master_key_id(options)) return *std::move(error);
  return ring;
}

}  // namespace

struct DataFolder::Parts {
  Parts(const std::filesystem::path& folder,
        const Clock& the_clock,
        std::unique_ptr<KeyRing> the_keys,
        std::unique_ptr<EventLog> the_log,
        std::unique_ptr<Vault> the_vault)
      : path(folder),
        clock(the_clock),
        keys(std::move(the_keys)),
        log(std::move(the_log)),
        vault(std::move(the_vault)),
        queries(*log, log->views()) {}

  std::optional<FolderLock> lock;  // null in a folder opened read-only
  const std::filesystem::path path;
  const Clock& clock;
  const std::unique_ptr<KeyRing> keys;
  const std::unique_ptr<EventLog> log;
  const std::unique_ptr<Vault> vault;
  const Queries queries;
  CaptureDecider decider;
  // Null in a folder opened read-only. Outlives the writer, whose decisions use it.
  std::unique_ptr<FrameRecall> recall;
  Mutex rebuild_turn;
  // Null in a folder opened read-only. Destroyed in reverse order, before the parts that they use.
  std::unique_ptr<AnchorKeeper> anchor;
  std::unique_ptr<CheckpointKeeper> checkpoints;
  std::unique_ptr<Writer> writer;
  std::unique_ptr<Erasure> erasure;
  std::unique_ptr<FileSurvey> survey;
};

namespace {

RebuildProgress progress_to(const DataFolderOptions& options) {
  return [&options](Sequence folded, Sequence head) {
    if (!options.progress) return;
    options.progress(
        fmt::format("views: rebuilding: {} of {}", folded.value(), counted(head.value(), "event")));
  };
}

std::string not_rebuilt(StoreError error) {
  const std::string_view remedy = error == StoreError::Full ? "" : "; restore a backup";
  return fmt::format("cannot rebuild the views: {}{}", describe(error), remedy);
}

std::optional<std::string> bring_up_to_date(EventLog& log, const DataFolderOptions& options) {
  if (options.read_only) {
    const auto current = views_are_current(log, log);
    if (!current) return fmt::format("the views cannot be read: {}", describe(current.error()));
    if (*current) return std::nullopt;
    return "the views are out of date; start the server on the folder once, which rebuilds them";
  }
  const auto error = bring_views_up_to_date(log, log, progress_to(options));
  return error ? std::optional(not_rebuilt(*error)) : std::nullopt;
}

void tell(const DataFolderOptions& options, const std::string& what) {
  if (options.progress) options.progress(what);
}

void warn(const DataFolderOptions& options, const std::string& what) {
  if (options.warn) options.warn(what);
}

// Views follow from the events, so damaged ones do not refuse a start.
std::optional<std::string> mend_views(EventLog& log, const DataFolderOptions& options) {
  warn(options, "views: damaged: rebuilt from the log");
  const auto error = fold_views_again(log, log, progress_to(options));
  if (!error) return std::nullopt;
  return not_rebuilt(*error);
}

// Looks at the views that each start reads whole.
std::optional<std::string> mend_damaged_views(EventLog& log, const DataFolderOptions& options) {
  if (options.read_only) return std::nullopt;
  const Queries queries(log, log.views());
  const auto is_damaged = [](const auto& read) {
    return !read && read.error() == StoreError::Corrupt;
  };
  if (!is_damaged(queries.totals()) && !is_damaged(queries.key_history()) &&
      !is_damaged(queries.clients())) {
    return std::nullopt;
  }
  return mend_views(log, options);
}

std::optional<std::string> recover(Erasure& erasure,
                                   const Clock& clock,
                                   const DataFolderOptions& options) {
  const auto error = erasure.resume({.now = clock.now()});
  for (const auto& [slot, count] : erasure.punctured_at_open()) {
    const std::string what = "keys: the slot " + to_string(slot) + " was older than the log: ";
    tell(options, what + "keys that were erased again: " + std::to_string(count));
  }
  if (!error) return std::nullopt;
  const std::string why(describe(*error));
  if (!wrote_nothing(*error)) return "an interrupted purge cannot be finished: " + why;
  tell(options, "purge: not finished: " + why + ": the next sweep tries again");
  return std::nullopt;
}

}  // namespace

// For a folder made from a backup: purges the sessions that are in its log but whose keys no longer
// exist.
std::optional<std::string> DataFolder::settle(const RestoredNote& note,
                                              Parts& parts,
                                              UtcTime now,
                                              const DataFolderOptions& options) {
  const auto settled = settle_restored(
      note, *parts.log, parts.queries, *parts.keys, *parts.writer, *parts.erasure, now);
  if (!settled) {
    return fmt::format("what was erased since the backup cannot be recorded in the log: {}",
                       describe(settled.error()));
  }
  if (settled->lost_sessions > 0) {
    return fmt::format(
        "{} is refused: {} {} the key that {} had when the folder was restored; put the key slots "
        "back, or restore again",
        parts.path.string(),
        counted(settled->lost_sessions, "session"),
        agreeing(settled->lost_sessions, "has lost", "have lost"),
        agreeing(settled->lost_sessions, "it", "they"));
  }
  tell(options,
       fmt::format("restore: finished from backup {} of {}: {} without a key {} purged",
                   note.backup,
                   to_string(note.made_at),
                   counted(settled->purged_sessions, "session"),
                   agreeing(settled->purged_sessions, "is", "are")));
  if (settled->held_sessions > 0) {
    tell(options,
         fmt::format("restore: {} {} no key: {} files are kept, but unreadable",
                     counted(settled->held_sessions, "held session"),
                     agreeing(settled->held_sessions, "has", "have"),
                     agreeing(settled->held_sessions, "its", "their")));
  }
  return restored_marker(parts.path).remove();
}

// Creates the parts that a served folder has and a read-only one does not.
std::optional<std::string> DataFolder::serve(Parts& parts,
                                             DataFolderOptions& options,
                                             std::function<void(StoreError)> on_failure) {
  if (options.signing_key) {
    auto keeper = CheckpointKeeper::open(*parts.log,
                                         *parts.log,
                                         checkpoints_of(options.path),
                                         *std::move(options.signing_key),
                                         parts.clock);
    if (!keeper) return keeper.error();
    parts.checkpoints = std::move(keeper).value();
  }
  parts.recall = std::make_unique<FrameRecall>(
      *parts.log, *parts.keys, parts.decider.known_frames(), options.warn);
  parts.decider.recall_by([recall = parts.recall.get()] { recall->finish(); });
  parts.anchor = std::make_unique<AnchorKeeper>(*parts.log);
  parts.writer =
      std::make_unique<Writer>(*parts.log, *parts.log, parts.decider, std::move(on_failure));
  parts.erasure = std::make_unique<Erasure>(*parts.log,
                                            parts.log->views(),
                                            *parts.vault,
                                            *parts.keys,
                                            parts.queries,
                                            *parts.writer,
                                            options.path / "PURGING");
  return std::nullopt;
}

// Brings the folder to the state that the log describes.
std::optional<std::string> DataFolder::catch_up(const std::optional<RestoredNote>& restored,
                                                Parts& parts,
                                                const DataFolderOptions& options) {
  if (auto error = recover(*parts.erasure, parts.clock, options)) return error;
  const UtcTime now = parts.clock.now();
  if (restored) {
    if (auto error = settle(*restored, parts, now, options)) return error;
  }
  if (auto error = warn_of_lost_slots(*parts.log, parts.queries, *parts.keys, options.warn))
    return error;
  return record_master_key(*parts.writer, *parts.keys, parts.queries, now);
}

Result<std::unique_ptr<DataFolder>, std::string> DataFolder::open(
    DataFolderOptions options,
    const Clock& clock,
    RandomSource& random,
    std::function<void(StoreError)> on_failure) {
  // Before anything is read.
  auto lock = hold_folder(options.path, options.read_only);
  if (!lock) return lock.error();
  const auto restored = read_restored(options.path);
  if (!restored) return restored.error();
  const auto age = age_of(options.path, restored->has_value());
  if (!age) return age.error();
  // Before anything in the folder is used: with another master key all of it would be lost.
  if (auto error = wrong_master_key(options.path, options.master_key)) return *std::move(error);
  auto log = open_log(options, *age);
  if (!log) return log.error();
  if (auto error =
          take_over(options.path, options.begun_by, **log, options.read_only, options.warn)) {
    return *std::move(error);
  }
  auto keys = open_keys(options, *age, random);
  if (!keys) return keys.error();
  if (auto error = bring_up_to_date(**log, options)) return *std::move(error);
  if (auto error = mend_damaged_views(**log, options)) return *std::move(error);
  const std::vector<SessionId> purged = *restored ? (*restored)->purged : std::vector<SessionId>();
  auto vault = open_vault(options, purged, Queries(**log, (*log)->views()), clock);
  if (!vault) return vault.error();
  auto parts = std::make_unique<Parts>(
      options.path, clock, *std::move(keys), *std::move(log), *std::move(vault));
  parts->lock = *std::move(lock);
  if (options.read_only) return std::unique_ptr<DataFolder>(new DataFolder(std::move(parts)));

  auto left = look_at_files(options, *parts->vault, parts->queries, *parts->keys, purged, [&] {
    return mend_views(*parts->log, options);
  });
  if (!left) return left.error();
  if (auto error = serve(*parts, options, std::move(on_failure))) return *std::move(error);
  if (auto error = catch_up(*restored, *parts, options)) return *std::move(error);
  if (*age == FolderAge::New) {
    if (auto error = write_master_key_id(options)) return *std::move(error);
  }
  auto error = begin_log(options.begun_by, options.path, *parts->log, *parts->writer, clock);
  if (!error) error = claim_store(options, *parts->vault, *parts->log);
  if (error) return *std::move(error);
  parts->erasure->share_writer();
  parts->survey = std::make_unique<FileSurvey>(
      FileSurvey::Folder{
          *parts->vault, parts->queries, *parts->log, options.path / "files", clock.now()},
      std::move(left->in_doubt),
      options.warn,
      options.progress);
  return std::unique_ptr<DataFolder>(new DataFolder(std::move(parts)));
}

DataFolder::DataFolder(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
DataFolder::~DataFolder() = default;

std::filesystem::path checkpoints_of(const std::filesystem::path& data) {
  return data / "checkpoints";
}

const std::filesystem::path& DataFolder::path() const { return parts_->path; }
EventLog& DataFolder::log() const { return *parts_->log; }
const Queries& DataFolder::queries() const { return parts_->queries; }
Vault& DataFolder::vault() const { return *parts_->vault; }
KeyRing& DataFolder::keys() const { return *parts_->keys; }
const Clock& DataFolder::clock() const { return parts_->clock; }
CheckpointKeeper* DataFolder::checkpoints() const { return parts_->checkpoints.get(); }

Erasure& DataFolder::erasure() const {
  check(parts_->erasure != nullptr, "a data folder whose erasure is used is not read-only");
  return *parts_->erasure;
}

FileSurvey& DataFolder::survey() const {
  check(parts_->survey != nullptr, "a data folder that is surveyed is not read-only");
  return *parts_->survey;
}

FrameRecall& DataFolder::recall() const {
  check(parts_->recall != nullptr, "a data folder whose frames are recalled is not read-only");
  return *parts_->recall;
}

std::optional<StoreError> DataFolder::require_master_key(const Sha256& id) const {
  if (master_key_id_file(parts_->path).write(master_key_id_line(id.value()))) return StoreError::Io;
  return std::nullopt;
}

Writer& DataFolder::writer() const {
  check(parts_->writer != nullptr, "a data folder whose writer is used is not read-only");
  return *parts_->writer;
}

Mutex& DataFolder::rebuild_turn() const { return parts_->rebuild_turn; }

std::optional<StoreError> DataFolder::anchor_failure() const {
  return parts_->anchor ? parts_->anchor->failure() : std::nullopt;
}

WrapKey DataFolder::key_wrapping(const SessionId& session,
                                 const SessionKey& key,
                                 UtcTime purged_at) const {
  // A std::function can be copied, a SessionKey cannot.
  auto shared = std::make_shared<const SessionKey>(key.clone());
  // Refers to the parts and not to `this`: the writer decides its last groups while this folder is
  // being destroyed.
  return [&ring = *parts_->keys, session, shared, purged_at](
             const WrappedKeys& keys) -> Result<KeyToStore, StoreError> {
    const auto stored = keys.wrapped_key(session);
    if (!stored) return stored.error();
    std::vector<KeyLeaf> before;
    if (*stored) {
      if (const auto leaves = leaves_of(WrappedKey(**stored))) before = leaves->all();
    }
    const auto wrapped = ring.wrap(day_of(purged_at), session, *shared, before);
    if (!wrapped) return StoreError::Full;
    return key_to_store(*wrapped);
  };
}

Result<SessionKey, std::variant<KeyFault, StoreError>> DataFolder::session_key(
    const SessionId& session) const {
  using Failure = std::variant<KeyFault, StoreError>;
  std::optional<std::string> before;
  for (;;) {
    const auto wrapped = parts_->log->wrapped_key(session);
    if (!wrapped) return Failure(wrapped.error());
    if (!*wrapped) return Failure(KeyFault::Gone);
    auto key = parts_->keys->unwrap(session, WrappedKey(**wrapped));
    if (key) return *std::move(key);
    // Between the two reads the key may have been wrapped again and its old leaf erased.
    const bool is_erased =
        key.error() == UnwrapError::NoSlot || key.error() == UnwrapError::Punctured;
    if (!is_erased || before == **wrapped) {
      return Failure(KeyFault::Unreadable);
    }
    before = **wrapped;
  }
}

}  // namespace countersign
