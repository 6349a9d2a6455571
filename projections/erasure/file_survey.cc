#include "projections/erasure/file_survey.h"

#include <fmt/format.h>

#include <system_error>
#include <utility>

#include "core/event/vault_file.h"
#include "core/text/counted.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;
using Steady = std::chrono::steady_clock;

// Names, or sessions, of a step: a few milliseconds.
constexpr std::size_t kAtOnce = 128;

bool is_ordered(const fs::path& files) {
  std::error_code ignored;
  return fs::is_regular_file(fs::symlink_status(files / kRemoveStrangersMarker, ignored));
}

std::string kept_sentence(const std::string& store,
                          const fs::path& files,
                          std::uint64_t kept,
                          const std::map<FileId, FilePlace>& some) {
  const std::string first =
      some.empty() ? "" : ", the first is " + store + '/' + some.begin()->second.path();
  return fmt::format(
      "files: {} that the log does not name {} kept{}: another log may have named {}; if the log "
      "or "
      "the files are not those that belong there, stop the server and mount the right ones; if "
      "what "
      "is kept is worth nothing, run 'touch {}', and the survey after the next start removes it",
      counted(kept, "file"),
      agreeing(kept, "is", "are"),
      first,
      agreeing(kept, "it", "them"),
      (files / kRemoveStrangersMarker).string());
}

}  // namespace

FileSurvey::FileSurvey(Folder folder, std::vector<FilePlace> in_doubt, Tell warn, Tell tell)
    : folder_(std::move(folder)),
      warn_(warn ? std::move(warn) : [](std::string_view) {}),
      tell_(tell ? std::move(tell) : [](std::string_view) {}),
      old_marks_(folder_.files) {
  for (FilePlace& place : in_doubt) in_doubt_.emplace(place.file, std::move(place));
  progress_.old_marks_replaced = old_marks_.all_done();
}

FileSurvey::Progress FileSurvey::progress() const {
  const MutexLock lock(mutex_);
  return progress_;
}

void FileSurvey::count(std::uint64_t Progress::*what, std::uint64_t many) {
  const MutexLock lock(mutex_);
  progress_.*what += many;
}

void FileSurvey::run(const Pause& pause) {
  pause_ = &pause;
  step_began_ = Steady::now();
  take_order();
  std::optional<StoreError> error = look_at_what_others_left();
  if (!error) error = look_at_files();
  if (!error) error = look_at_sessions();
  if (!error) settle_doubts();
  report(error);
  pause_ = nullptr;
}

std::optional<StoreError> FileSurvey::end_step(const Pause& pause) {
  if (!pause) return std::nullopt;
  const bool goes_on = pause(Steady::now() - step_began_);
  step_began_ = Steady::now();
  return goes_on ? std::nullopt : std::optional(StoreError::Stopped);
}

// The order is carried out once, and must not apply to files that are found on another day. So it
// is taken away before any file is removed; a pass that was ended loses the rest of the order.
void FileSurvey::take_order() {
  if (!is_ordered(folder_.files)) return;
  const AtomicFile order(folder_.files / kRemoveStrangersMarker);
  const auto why = order.remove();
  if (why) warn_(*why);
  given_up_ = !why;
}

// An upload takes minutes, and the clocks of two nodes differ by less than a day. So the process
// that had such a file under way is dead, or has long given it up.
std::optional<StoreError> FileSurvey::look_at_what_others_left() {
  FileStore& store = folder_.vault.store();
  const auto left = store.left_by_others();
  if (!left) return StoreError::Io;
  for (const FilePlace& place : *left) {
    const auto made_at = time_of(place.file);
    if (!made_at || *made_at + kUploadOfOthersMost > folder_.opened_at) continue;
    const auto entry = folder_.queries.file(place.file);
    if (!entry) return entry.error();
    if (*entry && (*entry)->day == place.day) {
      (void)store.forget_new(place);  // if this fails, the next survey does it
    } else {
      in_doubt_.emplace(place.file, place);
    }
  }
  return std::nullopt;
}

// ---- files ------------------------------------------------------------------------

std::optional<StoreError> FileSurvey::look_at_files() {
  {
    const MutexLock lock(mutex_);
    progress_.phase = Phase::Files;
  }
  const auto days = folder_.vault.store().days();
  if (!days) return StoreError::Io;
  for (const std::string& day : *days) {
    if (const auto error = look_at_day(day)) return error;
  }
  if (!marks_replaced_ || old_marks_.all_done()) return std::nullopt;
  if (const auto why = old_marks_.set_all_done()) {
    warn_(*why);
    return std::nullopt;
  }
  const MutexLock lock(mutex_);
  progress_.old_marks_replaced = true;
  return std::nullopt;
}

std::optional<StoreError> FileSurvey::look_at_day(const std::string& day) {
  std::optional<StoreError> error;
  const auto listed =
      folder_.vault.store().list_day(day, [&](const std::vector<PlaceEntry>& entries) {
        std::size_t looked_at = 0;
        for (const PlaceEntry& entry : entries) {
          error = look_at(entry);
          if (!error && ++looked_at % kAtOnce == 0) error = end_step(*pause_);
          if (error) return false;
        }
        error = end_step(*pause_);
        return !error;
      });
  if (error) return error;
  if (!listed) return StoreError::Io;
  (void)folder_.vault.store().drop_empty_folders(day);
  if (!marks_replaced_ || !old_marks_.may_have(day)) return std::nullopt;
  if (const auto why = old_marks_.set_done(day)) {
    warn_(*why);
    marks_replaced_ = false;  // the next start goes on from the day before
  }
  return std::nullopt;
}

std::optional<StoreError> FileSurvey::look_at(const PlaceEntry& entry) {
  count(&Progress::names);
  const auto kind = kind_of(entry);
  if (!kind) return kind.error();
  if (*kind != Kind::Stranger) return std::nullopt;
  if (given_up_) {
    remove(entry.place);
  } else if (strangers_.size() < kStrangersMost) {
    strangers_.emplace(entry.place.file, entry.place);
  } else {
    ++more_strangers_;
  }
  return std::nullopt;
}

// The log is in use: between two of these questions a file may be named or removed. The name among
// the new files goes only after the event is in the view, and a purged file leaves the view before
// it leaves the disk; the second look at the view and the look at the place settle both.
Result<FileSurvey::Kind, StoreError> FileSurvey::kind_of(const PlaceEntry& entry) {
  const FilePlace& place = entry.place;
  const FileStore& store = folder_.vault.store();
  const auto is_named = [&]() -> Result<bool, StoreError> {
    const auto found = folder_.queries.file(place.file);
    if (!found) return found.error();
    return entry.is_file && *found && (*found)->day == place.day;
  };
  const bool has_old_mark =
      entry.is_file && old_marks_.may_have(place.day) && store.bears_old_mark(place);
  const auto before = is_named();
  if (!before) return before.error();
  if (has_old_mark && replace_old_mark(place, *before)) return *before ? Kind::Named : Kind::New;
  if (*before) return Kind::Named;
  const auto is_new = store.is_new(place);
  if (!is_new) return StoreError::Io;
  if (*is_new) return Kind::New;
  const auto after = is_named();
  if (!after) return after.error();
  if (*after) return Kind::Named;
  if (!entry.is_file) return Kind::Stranger;
  const auto is_there = store.has(place);
  if (!is_there) return StoreError::Io;
  return *is_there ? Kind::Stranger : Kind::Gone;
}

// Files of this version bear no such mark. So one that does is not under way: the process that made
// it is dead.
bool FileSurvey::replace_old_mark(const FilePlace& place, bool is_named) {
  if (!folder_.vault.store().replace_old_mark(place, is_named)) {
    marks_replaced_ = false;
    return false;
  }
  if (!is_named) in_doubt_.emplace(place.file, place);
  return true;
}

// ---- sessions ---------------------------------------------------------------------

std::optional<StoreError> FileSurvey::look_at_sessions() {
  {
    const MutexLock lock(mutex_);
    progress_.phase = Phase::Sessions;
  }
  std::optional<SessionId> last;
  for (;;) {
    const auto sessions = folder_.queries.sessions_behind(last, kAtOnce);
    if (!sessions) return sessions.error();
    for (const Session& session : *sessions) {
      if (const auto error = look_at(session)) return error;
    }
    if (sessions->size() < kAtOnce) return std::nullopt;
    last = sessions->back().id;
    if (const auto error = end_step(*pause_)) return error;
  }
}

std::optional<StoreError> FileSurvey::look_at(const Session& session) {
  count(&Progress::sessions);
  if (session.purged_at) {
    remove_purged(session);
    return std::nullopt;
  }
  if (const auto error = look_for_files(session)) return error;
  return look_for_key(session.id);
}

std::optional<StoreError> FileSurvey::look_for_files(const Session& session) {
  const FileStore& store = folder_.vault.store();
  for (const VaultFile& file : vault_files_of(session.files)) {
    const auto is_there = is_vault_day(file.day) ? store.has(FilePlace(file.id, file.day))
                                                 : Result<bool, VaultError>(false);
    if (!is_there) return StoreError::Io;
    if (*is_there) continue;
    const auto purged = is_purged(session.id);
    if (!purged) return purged.error();
    if (*purged) return std::nullopt;
    count(&Progress::missing_files, file.files);
  }
  return std::nullopt;
}

std::optional<StoreError> FileSurvey::look_for_key(const SessionId& session) {
  const auto row = folder_.keys.wrapped_key(session);
  if (row && *row) return std::nullopt;
  const auto purged = is_purged(session);
  if (!purged) return purged.error();
  if (!*purged) count(&Progress::missing_keys);
  return std::nullopt;
}

Result<bool, StoreError> FileSurvey::is_purged(const SessionId& id) const {
  const auto session = folder_.queries.session(id);
  if (!session) return session.error();
  return *session && (*session)->purged_at.has_value();
}

void FileSurvey::remove_purged(const Session& session) {
  for (const VaultFile& file : vault_files_of(session.files)) {
    for (auto* places : {&strangers_, &in_doubt_}) {
      const auto found = places->find(file.id);
      if (found == places->end()) continue;
      remove(found->second);
      places->erase(found);
    }
  }
}

// ---- the end of a pass ------------------------------------------------------------

void FileSurvey::remove(const FilePlace& place) {
  const bool removed = folder_.vault.store().remove_unnamed(place).has_value();
  count(removed ? &Progress::removed : &Progress::failed);
}

void FileSurvey::settle_doubts() {
  if (given_up_ || (strangers_.empty() && more_strangers_ == 0)) {
    for (const auto& [file, place] : in_doubt_) remove(place);
    in_doubt_.clear();
    return;
  }
  const MutexLock lock(mutex_);
  progress_.strangers = strangers_.size() + more_strangers_ + in_doubt_.size();
}

void FileSurvey::report(const std::optional<StoreError>& error) {
  const bool stopped = error == StoreError::Stopped;
  Progress found;
  {
    const MutexLock lock(mutex_);
    progress_.phase = !error ? Phase::Done : stopped ? Phase::Stopped : Phase::Failed;
    found = progress_;
  }
  if (stopped) return;
  if (error) {
    warn_(
        fmt::format("files: the survey of the stored files has failed: {}{}: the next start begins "
                    "another",
                    describe(*error),
                    error == StoreError::Corrupt ? ": rebuild the projections" : ""));
    return;
  }
  if (found.missing_files > 0) {
    const auto totals = folder_.queries.totals();
    warn_(fmt::format("files: {} of the {} that the log names {} missing: {} cannot be downloaded",
                      found.missing_files,
                      counted(totals ? totals->files_held() : found.missing_files, "stored file"),
                      agreeing(found.missing_files, "is", "are"),
                      agreeing(found.missing_files, "it", "they")));
  }
  if (found.missing_keys > 0) {
    warn_(
        fmt::format("keys: the log has no readable key of {}: {} files cannot be read; restore a "
                    "backup",
                    counted(found.missing_keys, "session"),
                    agreeing(found.missing_keys, "its", "their")));
  }
  if (found.strangers > 0) {
    warn_(kept_sentence(folder_.vault.store().name(), folder_.files, found.strangers, strangers_));
  }
  if (found.failed > 0) {
    warn_(
        "files: files that no event names could not be removed: the survey after the next start "
        "tries again");
  }
  if (found.removed > 0) {
    tell_(fmt::format("files: removed {} that no event names", counted(found.removed, "file")));
  }
  tell_(fmt::format("files: surveyed {} of {}",
                    counted(found.names, "file"),
                    counted(found.sessions, "session")));
}

}  // namespace countersign
