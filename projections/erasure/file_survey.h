#pragma once
#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/enum_names.h"
#include "core/machine/threads/mutex.h"
#include "core/result.h"
#include "core/session/session.h"
#include "events/key_rows.h"
#include "events/store_error.h"
#include "events/vault/files/vault.h"
#include "projections/erasure/folder_age.h"
#include "projections/erasure/old_marks.h"
#include "projections/queries/queries.h"

namespace countersign {

// Compares the stored files and the wrapped keys of a data folder with its log, while the log is in
// use. A pass looks at every name in the folder of files, and then at every session:
//
// A name is that of a vault's file, which holds one stored file or all those of a submission.
//
//   named     the log names it
//   new       it is among the new files: an upload that is under way, or one that the last process
//             left behind (left_uploads.h)
//   purged    the log says that its session was purged: removed
//   stranger  an event has named it, but not in this log: kept
//   missing   the log names it, and it is not there
//
// A stranger means an older log, another folder's log, or another folder's files. Then a file that
// the last process left among the new ones is in doubt too, since that process may have died
// between an event and the removal of the name. So such files are removed at the end of a pass that
// has found no stranger, and kept otherwise. The times of files are ignored: clocks can be set.
//
// A store that several nodes use has the new files of each. Those of another node are looked at
// only when their ids are older than kUploadOfOthersMost; then they are in doubt too.
//
// A pass also replaces the marks of version 0.2.0 (old_marks.h), day by day.
//
// Memory: the names of a folder, and at most kStrangersMost strangers.
class FileSurvey {
 public:
  struct Folder {
    Vault& vault;
    const Queries& queries;
    const WrappedKeys& keys;
    std::filesystem::path files;  // has the markers of the operator
    UtcTime opened_at{};          // by the clock that makes the ids of files
  };
  // Receives sentences for the operator: what needs a look, and what was done.
  using Tell = std::function<void(std::string_view)>;
  // All that `folder` refers to must outlive the survey.
  FileSurvey(Folder folder, std::vector<FilePlace> in_doubt, Tell warn, Tell tell);

  enum class Phase : std::uint8_t { Waiting, Files, Sessions, Done, Stopped, Failed };
  struct Progress {
    Phase phase = Phase::Waiting;
    std::uint64_t names = 0;          // looked at in the folder of files
    std::uint64_t sessions = 0;       // looked at
    std::uint64_t missing_files = 0;  // each file of a container that is missing
    std::uint64_t missing_keys = 0;   // sessions that have no wrapped key, or an unreadable one
    std::uint64_t strangers = 0;      // kept, with those that are in doubt
    std::uint64_t removed = 0;        // files that no event names
    std::uint64_t failed = 0;         // files that could not be removed
    bool old_marks_replaced = false;  // of version 0.2.0
  };

  // Called after each step, with the time that the step took; false ends the pass.
  using Pause = std::function<bool(std::chrono::steady_clock::duration worked)>;
  // One pass, and one for each survey. The next start repeats a pass that was ended. Blocks; any
  // thread, one at a time.
  void run(const Pause& pause = {});

  // Any thread.
  Progress progress() const EXCLUDES_LOCK(mutex_);

  static constexpr std::size_t kStrangersMost = 65'536;
  static constexpr Duration kUploadOfOthersMost = std::chrono::hours(24);

 private:
  enum class Kind : std::uint8_t { Named, New, Gone, Stranger };

  void take_order();
  std::optional<StoreError> look_at_what_others_left();
  std::optional<StoreError> look_at_files();
  std::optional<StoreError> look_at_day(const std::string& day);
  std::optional<StoreError> look_at(const PlaceEntry& entry);
  Result<Kind, StoreError> kind_of(const PlaceEntry& entry);
  bool replace_old_mark(const FilePlace& place, bool is_named);
  std::optional<StoreError> look_at_sessions();
  std::optional<StoreError> look_at(const Session& session);
  std::optional<StoreError> look_for_files(const Session& session);
  std::optional<StoreError> look_for_key(const SessionId& session);
  Result<bool, StoreError> is_purged(const SessionId& session) const;
  void remove_purged(const Session& session);
  void remove(const FilePlace& place);
  void settle_doubts();
  void report(const std::optional<StoreError>& error);
  void count(std::uint64_t Progress::*what, std::uint64_t many = 1) EXCLUDES_LOCK(mutex_);
  // Ends a step. Returns Stopped if the pass is to end.
  std::optional<StoreError> end_step(const Pause& pause);

  const Folder folder_;
  const Tell warn_;
  const Tell tell_;
  OldMarks old_marks_;
  bool marks_replaced_ = true;  // of the days until now
  bool given_up_ = false;       // REMOVE-UNNAMED
  std::chrono::steady_clock::time_point step_began_{};
  const Pause* pause_ = nullptr;
  std::map<FileId, FilePlace> in_doubt_;
  std::map<FileId, FilePlace> strangers_;
  std::uint64_t more_strangers_ = 0;  // beyond kStrangersMost

  mutable Mutex mutex_;
  Progress progress_ GUARDED_BY(mutex_);
};

template <>
inline constexpr auto enum_names<FileSurvey::Phase> = std::to_array<Named<FileSurvey::Phase>>({
    {FileSurvey::Phase::Waiting, "WAITING"},
    {FileSurvey::Phase::Files, "FILES"},
    {FileSurvey::Phase::Sessions, "SESSIONS"},
    {FileSurvey::Phase::Done, "DONE"},
    {FileSurvey::Phase::Stopped, "STOPPED"},
    {FileSurvey::Phase::Failed, "FAILED"},
});

}  // namespace countersign
