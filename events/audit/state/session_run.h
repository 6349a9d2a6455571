#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ids.h"
#include "core/result.h"
#include "core/schema.h"
#include "events/audit/state/sealed_file.h"

// A run: a sealed file with the states of sessions in their order (../streams/session_hash.h), each
// session once. A state is text that only the rules of sessions understand; an empty one is that of
// a purged session. The records fill blocks of some 4 KiB, and the first session of each block is
// an entry of a block of the level above, up to one block: a tree that is searched from there. So a
// search holds one block of each level, and opens the blocks on its way alone.
namespace countersign {

// A run as a manifest names it.
struct SessionRun {
  std::string name;
  std::uint64_t bytes = 0;  // of the file
  std::uint64_t sessions = 0;
  std::uint32_t levels = 0;  // above the records
  SealedBlock top{};
  bool operator==(const SessionRun&) const = default;
};
template <>
inline constexpr auto fields_of<SessionRun> = fields(Field{"name", &SessionRun::name},
                                                     Field{"bytes", &SessionRun::bytes},
                                                     Field{"sessions", &SessionRun::sessions},
                                                     Field{"levels", &SessionRun::levels},
                                                     Field{"top", &SessionRun::top});
static_assert(record_is_sound<SessionRun>);

// Fewer levels than 64 hold more sessions than there can be.
inline constexpr std::uint32_t kRunLevelsMax = 32;

// Writes a run. One thread at a time; movable.
class RunWriter {
 public:
  explicit RunWriter(SealedWriter file) : file_(std::move(file)), levels_(1) {}

  // REQUIRES: the session comes after the one before. A state of more than a block's limit is a
  // fault.
  std::optional<StateFault> add(const SessionId& session, std::string_view state);
  // The run, whose content is durable. REQUIRES: it has a session. Called last.
  Result<SessionRun, StateFault> finish();

  bool is_empty() const { return sessions_ == 0; }

 private:
  struct Level {
    std::string block{};
    SessionId first{};  // in the block
  };
  std::optional<StateFault> append(std::size_t level,
                                   const SessionId& first,
                                   std::string_view record);
  std::optional<StateFault> close(std::size_t level);

  SealedWriter file_;
  std::vector<Level> levels_;
  std::uint64_t sessions_ = 0;
};

// Searches a run, and reads it in its order; both are strict about every byte. One thread at a
// time; movable.
class RunReader {
 public:
  RunReader(SealedReader file, SessionRun run);

  // The session's state; nullopt if the run has none.
  Result<std::optional<std::string>, StateFault> find(const SessionId& session);

  struct Record {
    SessionId session;
    std::string_view state;  // valid until the next call
  };
  // The next record, from the first; nullopt behind the last.
  Result<std::optional<Record>, StateFault> next();

 private:
  struct Held {
    std::optional<std::uint64_t> number{};  // of the block
    std::string bytes{};
    std::string_view rest{};  // of `bytes`, behind what next() gave
  };
  // Holds the block as the one of its level.
  std::optional<StateFault> hold(Held& held, const SealedBlock& block);
  // Moves to the next block of records; false at the end.
  Result<bool, StateFault> advance();

  SealedReader file_;
  SessionRun run_;
  std::vector<Held> found_;   // by level, 0 has records
  std::vector<Held> walked_;  // the same, of next()
  bool has_begun_ = false;
  std::optional<SessionId> given_;  // by next()
};

// Writes the sessions of two runs into a third; the newer state of a session wins.
std::optional<StateFault> merge_runs(RunReader& older, RunReader& newer, RunWriter& into);

}  // namespace countersign
