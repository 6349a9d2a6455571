#include "events/rocks/generations.h"

#include <rocksdb/convenience.h>
#include <rocksdb/db.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "core/check.h"
#include "events/record/log_record.h"
#include "events/rocks/database/table_merge.h"
#include "events/rocks/generation_difference.h"
#include "events/rocks/generation_run.h"

namespace countersign {
namespace {

// A batch of a generation with more changes than this gets a table file of its own.
constexpr std::size_t kRunChangesMin = 2000;

void add_change(rocksdb::WriteBatch& batch,
                rocksdb::ColumnFamilyHandle* generation,
                std::string_view key,
                const std::optional<std::string>& value) {
  if (value) {
    batch.Put(generation, key, *value);
  } else {
    batch.Delete(generation, key);
  }
}

}  // namespace

Generations::Generations(const RocksDatabase& database,
                         DurableWrites& writes,
                         ViewGeneration active,
                         std::optional<ViewSpace> held_space,
                         Log log)
    : database_(database),
      writes_(writes),
      held_space_(held_space),
      log_(std::move(log)),
      active_(active),
      held_(held_space),
      views_(database_, active_, held_) {
  load_held_space();
}

Result<GenerationState, StoreError> Generations::state_of(ViewGeneration generation) const {
  const auto value = database_.get(Family::Records, log_record::generation_key(generation));
  if (!value) return value.error();
  if (!*value) return StoreError::Corrupt;
  auto state = log_record::parse_state(**value);
  if (!state) return StoreError::Corrupt;
  // Every append folds into the active generation, so its stored sequence is not kept up to date.
  if (generation == active()) state->folded = log_.head();
  return *std::move(state);
}

std::unique_ptr<ViewBatch> Generations::begin(const ViewBatch* before) const {
  const ViewGeneration generation = active();
  if (before == nullptr) return begin_in(generation);
  return std::make_unique<GenerationBatch>(
      database_, generation, &GenerationBatch::of(*before, generation));
}

std::unique_ptr<ViewBatch> Generations::begin_in(ViewGeneration generation) const {
  return std::make_unique<GenerationBatch>(database_, generation);
}

void Generations::add(rocksdb::WriteBatch& batch,
                      const GenerationBatch& views,
                      HeldSpace::Changes& held) const {
  rocksdb::ColumnFamilyHandle* const generation = family(views.generation());
  views.for_each_change([&](std::string_view key, const std::optional<std::string>& value) {
    held_.note(key, value, held);
    add_change(batch, generation, key, value);
  });
}

std::optional<StoreError> Generations::clear(ViewGeneration generation) {
  if (writes_.are_stopped()) return StoreError::Stopped;
  check(generation != active(), "a view generation that is cleared is not the active generation");
  const char end_byte = static_cast<char>(kSpaceEnd);
  const rocksdb::Slice begin;
  const rocksdb::Slice end(&end_byte, 1);
  rocksdb::WriteBatch batch;
  batch.DeleteRange(family(generation), begin, end);
  batch.Put(log_record::generation_key(generation), log_record::state_value({}));
  // Durable before files are dropped, or a crash would leave a generation with holes.
  if (const auto error = writes_.write(batch)) return error;
  const rocksdb::RangePtr everything(&begin, &end);
  const rocksdb::Status status =
      rocksdb::DeleteFilesInRanges(&database_.db(), family(generation), &everything, 1, false);
  if (!status.ok()) return store_error_of(status);
  // DeleteFilesInRanges() leaves level 0. A damaged table there would fail each merge and each scan
  // of the generation, although none of its entries can be seen.
  if (!is_level_sound(database_, family_of(generation), 0)) {
    drop_first_level(database_, family_of(generation));
  }
  return std::nullopt;
}

std::optional<StoreError> Generations::write(ViewBatch& views,
                                             ViewGeneration generation,
                                             const GenerationState& state) {
  if (writes_.are_stopped()) return StoreError::Stopped;
  check(generation != active(),
        "a view generation that is written by ViewStore::write_generation() is not the active "
        "generation");
  const GenerationBatch& changes = GenerationBatch::of(views, generation);
  if (changes.failed()) return StoreError::Io;
  GenerationRun run(database_, generation, changes);
  if (!log_.has_room(run.bytes())) return StoreError::Full;
  rocksdb::WriteBatch batch;
  if (run.count() < kRunChangesMin) {
    changes.for_each_change([&](std::string_view key, const std::optional<std::string>& value) {
      add_change(batch, family(generation), key, value);
    });
  } else if (const auto error = run.ingest()) {
    return writes_.stop(*error);
  }
  // After the run is durable, so that no crash leaves a state without its changes.
  batch.Put(log_record::generation_key(generation), log_record::state_value(state));
  // Synced like every write, so that a crash can tear only the last write (wal_end.h).
  return writes_.write(batch);
}

std::optional<StoreError> Generations::activate(ViewGeneration generation) {
  if (writes_.are_stopped()) return StoreError::Stopped;
  if (generation == active()) return std::nullopt;
  const auto state = state_of(generation);
  const auto active_state = state_of(active());
  if (!state) return state.error();
  if (!active_state) return active_state.error();
  check(state->folded == log_.head(),
        "a view generation that becomes active is folded up to the newest event");
  rocksdb::WriteBatch batch;
  batch.Put(log_record::generation_key(active()), log_record::state_value(*active_state));
  batch.Put(log_record::kActiveKey, log_record::generation_value(generation));
  if (const auto error = writes_.write(batch)) return error;
  active_.change();
  load_held_space();
  return std::nullopt;
}

void Generations::load_held_space() {
  if (!held_space_) return;
  HeldSpace::Entries entries;
  const auto scanned =
      views_.scan(*held_space_, {}, [&](std::string_view key, std::string_view value) {
        entries.emplace(key, value);
        return true;
      });
  held_.load(scanned ? std::optional(std::move(entries)) : std::nullopt);
}

rocksdb::ColumnFamilyHandle* Generations::family(ViewGeneration generation) const {
  return database_.family(family_of(generation));
}

}  // namespace countersign
