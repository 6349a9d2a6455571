#pragma once
#include <rocksdb/write_batch.h>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/machine/threads/mutex.h"
#include "events/event_log.h"
#include "events/record/anchor.h"
#include "events/rocks/append_room.h"
#include "events/rocks/database/durable_writes.h"
#include "events/rocks/database/rocks_database.h"
#include "events/rocks/generations.h"
#include "events/rocks/reading/log_tree.h"

namespace countersign {

// The log in a database that is open and was found complete (open_log.cc). The ports that
// event_log.h names have the contract. All of it is one RocksDB with one write-ahead log.
//
// On disk, by column family (all integers big-endian):
//   default  "format" -> "2"; "head" -> sequence u64, leaf 32 B, time i64, root 32 B;
//            "active" -> generation; "slot-a", "slot-b" -> GenerationState
//   events   sequence u64 -> the stored bytes
//   streams  stream id, 0x00, version u64 -> sequence u64
//   views_a, views_b   space u8, key -> value; space 255 is never assigned
//   keys     session id 16 B -> wrapped key
//   tree     level u8, index u64 -> the hashes of a tile, full or, above level 0, partial
class RocksEventLog : public EventLog {
 public:
  RocksEventLog(std::filesystem::path folder,
                const Options& options,
                std::unique_ptr<RocksDatabase> database,
                const LogHead& head,
                LogTree tree,
                ViewGeneration active,
                const std::optional<Anchor>& anchor);
  ~RocksEventLog() override;
  RocksEventLog(const RocksEventLog&) = delete;
  RocksEventLog& operator=(const RocksEventLog&) = delete;

  // ---- events
  LogHead head() const override;
  std::optional<StoreError> append(const std::vector<StoredEvent>& events,
                                   ViewBatch& views,
                                   const std::vector<KeyChange>& keys) override;
  Result<Sequence, StoreError> read(Sequence first, const Sink& sink) const override;
  Result<Sequence, StoreError> read_bytes(Sequence first, const BytesSink& sink) const override;
  Result<Sequence, StoreError> read_unproven(Sequence first, const BytesSink& sink) const override;
  Result<StreamVersion, StoreError> read_stream(const StreamId& stream,
                                                const Sink& sink) const override;
  Result<std::optional<Sequence>, StoreError> place(const StreamId& stream,
                                                    StreamVersion version) const override;
  std::optional<StoreError> read_places(const PlaceSink& sink) const override;
  Result<std::optional<StoredEvent>, StoreError> find(Sequence sequence) const override;
  Result<std::optional<std::string>, StoreError> tile(const tlog::Tile& tile) const override;

  // ---- views
  const Views& views() const override { return generations_.views(); }
  std::unique_ptr<ViewBatch> begin(const ViewBatch* before) override {
    return generations_.begin(before);
  }
  ViewGeneration active_generation() const override { return generations_.active(); }
  Result<GenerationState, StoreError> state_of(ViewGeneration generation) const override {
    return generations_.state_of(generation);
  }
  std::optional<StoreError> clear_generation(ViewGeneration generation) override {
    return generations_.clear(generation);
  }
  std::unique_ptr<ViewBatch> begin_in(ViewGeneration generation) override {
    return generations_.begin_in(generation);
  }
  std::optional<StoreError> write_generation(ViewBatch& views,
                                             ViewGeneration generation,
                                             const GenerationState& state) override {
    return generations_.write(views, generation, state);
  }
  std::optional<StoreError> activate(ViewGeneration generation) override {
    return generations_.activate(generation);
  }
  Result<std::optional<std::string>, StoreError> first_difference(
      ViewGeneration a, ViewGeneration b, const GivenUp& given_up) const override;

  // ---- keys
  Result<std::optional<std::string>, StoreError> wrapped_key(
      const SessionId& session) const override;
  std::unique_ptr<KeyScan> begin_key_scan() const override;
  std::optional<StoreError> replace_keys(const std::vector<KeyChange>& keys) override;
  std::optional<StoreError> scrub_keys() override;

  // ---- files
  // Lets `CopyFiles` copy the files of the database while it is in use (log_backups.h).
  // scrub_keys() waits for the copy to end. Returns a sentence if the copy failed. Any thread.
  using CopyFiles = std::function<std::optional<std::string>(const RocksDatabase& database)>;
  std::optional<std::string> copy_files(const CopyFiles& copy) const;
  std::optional<StoreError> write_anchor() override;
  bool has_room() const override { return has_room_for(0); }
  std::uint64_t tables() const override;
  bool is_damaged() const override;
  void on_failure(std::function<void(StoreError)> tell) override;

  // Merges small tables on a thread of the log's own, as table_merge.h says, while the log is in
  // use. A merge that fails is one of RocksDB's own writes that fails; see on_failure(). The
  // destructor waits for the merge of one run at most. Call it once.
  void merge_behind();

 private:
  std::optional<StoreError> merge_tables() const REQUIRES_LOCK(snapshot_mutex_);
  // Returns whether `bytes` can be written without touching the reserve. Asks the file system.
  bool has_room_for(std::uint64_t bytes) const;
  // RocksDB slows writes when level 0 has 20 tables, until a merge. A damaged table prevents that
  // merge, so the log disables RocksDB's merges: RocksDB then does not slow writes.
  void heed_damage();
  // For append(), which alone changes these two: its thread reads them without the lock.
  const LogHead& own_head() const UNCHECKED_LOCKS { return head_; }
  const LogTree& own_tree() const UNCHECKED_LOCKS { return tree_; }
  // These add to batch_.
  std::optional<StoreError> add_events(const std::vector<StoredEvent>& events);
  void add_head(const std::vector<StoredEvent>& events, LogTree& tree);
  void add_keys(const std::vector<KeyChange>& keys);

  rocksdb::ColumnFamilyHandle* family(Family family) const { return database_->family(family); }

  const std::filesystem::path folder_;
  const Options options_;
  const std::unique_ptr<RocksDatabase> database_;
  DurableWrites writes_;
  Generations generations_;
  std::atomic<bool> merging_stopped_{false};
  rocksdb::WriteBatch batch_;                         // empty between calls; kept for its memory
  AppendRoom room_{folder_, options_.reserve_bytes};  // of append()

  mutable Mutex head_mutex_;
  LogHead head_ GUARDED_BY(head_mutex_);
  LogTree tree_ GUARDED_BY(head_mutex_);

  // Held by scrub_keys(), and while a snapshot or a copy exists, which would keep deleted keys from
  // being dropped.
  mutable Mutex snapshot_mutex_;

  Mutex anchor_mutex_;
  Sequence anchored_ GUARDED_BY(anchor_mutex_);

  std::atomic<bool> closing_{false};
  std::thread merging_;  // uses the members above
};

}  // namespace countersign
