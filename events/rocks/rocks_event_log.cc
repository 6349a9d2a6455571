#include <fmt/format.h>
#include <rocksdb/convenience.h>
#include <rocksdb/db.h>

#include <atomic>
#include <unordered_map>
#include <utility>

#include "core/check.h"
#include "core/machine/files/durable_folder.h"
#include "core/machine/files/free_bytes.h"
#include "core/machine/threads/mutex.h"
#include "events/event_log.h"
#include "events/record/anchor.h"
#include "events/record/log_record.h"
#include "events/rocks/append_room.h"
#include "events/rocks/database/opening_room.h"
#include "events/rocks/database/rocks_database.h"
#include "events/rocks/database/table_merge.h"
#include "events/rocks/database/write_failures.h"
#include "events/rocks/generation_difference.h"
#include "events/rocks/generation_run.h"
#include "events/rocks/held_space.h"
#include "events/rocks/key_scrub.h"
#include "events/rocks/overlay.h"
#include "events/rocks/reading/event_reader.h"
#include "events/rocks/reading/log_check.h"
#include "events/rocks/reading/log_image.h"
#include "events/rocks/reading/log_tree.h"
#include "events/rocks/reading/tile_reader.h"
#include "events/rocks/tail/torn_write.h"

namespace countersign {
namespace {

// The first byte of every key of a generation is its space; this space is never assigned.
constexpr ViewSpace kSpaceEnd = 0xff;

// A batch of a generation with more changes than this gets a table file of its own.
constexpr std::size_t kRunChangesMin = 2000;

// A merge of tables may use the reserve but leaves this much of it: a purge makes room, and must
// not fail because of a merge.
constexpr std::uint64_t kMergeMarginBytes = std::uint64_t{32} << 20;

rocksdb::WriteOptions durable() {
  rocksdb::WriteOptions options;
  options.sync = true;
  return options;
}

bool has_free_bytes(const std::filesystem::path& folder, std::uint64_t bytes) {
  return free_bytes(folder) >= bytes;
}

// The active generation, for readers on any thread. Counts the changes, so that a reader can tell
// that none came between two looks.
class ActiveGeneration {
 public:
  explicit ActiveGeneration(ViewGeneration generation)
      : changes_(generation == ViewGeneration::A ? 0 : 1) {}

  std::uint64_t changes() const { return changes_.load(std::memory_order_acquire); }
  ViewGeneration generation() const { return generation_at(changes()); }
  static ViewGeneration generation_at(std::uint64_t changes) {
    return changes % 2 == 0 ? ViewGeneration::A : ViewGeneration::B;
  }
  void change() { changes_.fetch_add(1, std::memory_order_acq_rel); }

 private:
  std::atomic<std::uint64_t> changes_;
};

class ActiveViews : public Views {
 public:
  ActiveViews(const RocksDatabase& database, const ActiveGeneration& active, const HeldSpace& held)
      : database_(database), active_(active), held_(held) {}

  Result<std::optional<std::string>, StoreError> get(ViewSpace space,
                                                     std::string_view key) const override {
    std::string full_key(1, static_cast<char>(space));
    full_key.append(key);
    for (;;) {
      const std::uint64_t changes = active_.changes();
      auto value = database_.get(family_of(ActiveGeneration::generation_at(changes)), full_key);
      // If the generation stopped being active, it may have been cleared before it was read.
      if (active_.changes() == changes) return value;
    }
  }

  Result<std::size_t, StoreError> scan(ViewSpace space,
                                       std::string_view from,
                                       const Sink& sink) const override {
    check(space != kSpaceEnd, "a scanned view space is not kSpaceEnd");
    const char end = static_cast<char>(space + 1);
    const rocksdb::Slice upper_bound(&end, 1);
    rocksdb::ReadOptions options;
    options.iterate_upper_bound = &upper_bound;
    const std::unique_ptr<rocksdb::Iterator> entries = iterator(options);
    std::string first(1, static_cast<char>(space));
    first.append(from);
    std::size_t taken = 0;
    for (entries->Seek(first); entries->Valid(); entries->Next()) {
      ++taken;
      const rocksdb::Slice key = entries->key();
      if (!sink(key.ToStringView().substr(1), entries->value().ToStringView())) return taken;
    }
    if (!entries->status().ok()) return store_error_of(entries->status());
    return taken;
  }

  Result<std::optional<ViewEntry>, StoreError> seek(ViewSpace space,
                                                    std::string_view from) const override {
    std::optional<ViewEntry> entry;
    if (held_.is_of(space) && held_.seek(from, entry)) return entry;
    return Views::seek(space, from);
  }

 private:
  // Iterates over the generation that is active now, even if it stops being active.
  std::unique_ptr<rocksdb::Iterator> iterator(const rocksdb::ReadOptions& options) const {
    for (;;) {
      const std::uint64_t changes = active_.changes();
      std::unique_ptr<rocksdb::Iterator> entries(database_.db().NewIterator(
          options, database_.family(family_of(ActiveGeneration::generation_at(changes)))));
      if (active_.changes() == changes) return entries;
    }
  }

  const RocksDatabase& database_;
  const ActiveGeneration& active_;
  const HeldSpace& held_;
};

// A batch of changes to one generation.
class GenerationBatch : public Overlay {
 public:
  GenerationBatch(const RocksDatabase& database,
                  ViewGeneration generation,
                  const GenerationBatch* before = nullptr)
      : Overlay([&database, family = family_of(generation)](
                    std::string_view key) { return database.get(family, key); },
                before),
        generation_(generation) {}

  ViewGeneration generation() const { return generation_; }

  static const GenerationBatch& of(const ViewBatch& views, ViewGeneration generation) {
    const auto* batch = dynamic_cast<const GenerationBatch*>(&views);
    check(batch != nullptr, "a view batch was begun by this log");
    check(batch->generation_ == generation,
          "a view batch was begun for the view generation that is written");
    return *batch;
  }

 private:
  ViewGeneration generation_;
};

// Checks each stream that one append continues once against the log.
class StreamCheck {
 public:
  explicit StreamCheck(const RocksDatabase& database) : database_(database) {}

  // Empty if `version` is the next version of the stream.
  std::optional<StoreError> next(const StreamId& stream, StreamVersion version) {
    const auto [place, fresh] = versions_.try_emplace(stream.value(), version);
    if (!fresh) {
      check(version.value() == place->second.value() + 1,
            "the versions of a stream's events in an append are consecutive");
      place->second = version;
      return std::nullopt;
    }
    check(version.value() >= 1, "the version of an event in its stream is at least 1");
    if (version.value() > 1) {
      const auto before = find(stream, StreamVersion(version.value() - 1));
      if (!before) return StoreError::Unreadable;
      if (!*before) return StoreError::Corrupt;
    }
    const auto taken = find(stream, version);
    if (!taken) return StoreError::Unreadable;
    if (*taken) return StoreError::Corrupt;
    return std::nullopt;
  }

 private:
  Result<std::optional<std::string>, StoreError> find(const StreamId& stream,
                                                      StreamVersion version) const {
    return database_.get(Family::Streams, log_record::stream_key(stream, version));
  }

  const RocksDatabase& database_;
  std::unordered_map<std::string_view, StreamVersion> versions_;
};

class RocksKeyScan : public EventLog::KeyScan {
 public:
  explicit RocksKeyScan(const RocksDatabase& database) : entries_(database.scan(Family::Keys)) {}

  Result<std::uint64_t, StoreError> read(const Sink& sink) override {
    std::uint64_t count = 0;
    for (entries_->SeekToFirst(); entries_->Valid(); entries_->Next(), ++count) {
      const auto session = log_record::parse_session_key(entries_->key().ToStringView());
      if (!session) return StoreError::Corrupt;
      sink(*session, entries_->value().ToStringView());
    }
    if (!entries_->status().ok()) return store_error_of(entries_->status());
    return count;
  }

 private:
  const std::unique_ptr<rocksdb::Iterator> entries_;
};

class RocksEventLog : public EventLog {
 public:
  RocksEventLog(std::filesystem::path folder,
                const Options& options,
                std::unique_ptr<RocksDatabase> database,
                const LogHead& head,
                LogTree tree,
                ViewGeneration active,
                const std::optional<Anchor>& anchor)
      : folder_(std::move(folder)),
        options_(options),
        database_(std::move(database)),
        active_(active),
        held_(options.held_space),
        views_(*database_, active_, held_),
        stopped_(options.read_only),
        head_(head),
        tree_(std::move(tree)),
        anchored_(anchor ? anchor->sequence : Sequence(0)) {
    load_held_space();
    watch_writes({});
    if (!options.read_only) {
      note_damaged_tables(*database_);
      heed_damage();
    }
  }
  ~RocksEventLog() override { database_->failures().observe({}); }

  LogHead head() const override {
    const MutexLock lock(head_mutex_);
    return head_;
  }

  std::unique_ptr<ViewBatch> begin(const ViewBatch* before) override {
    const ViewGeneration generation = active_generation();
    if (before == nullptr) return begin_in(generation);
    return std::make_unique<GenerationBatch>(
        *database_, generation, &GenerationBatch::of(*before, generation));
  }

  std::optional<StoreError> append(const std::vector<StoredEvent>& events,
                                   ViewBatch& views,
                                   const std::vector<KeyChange>& keys) override;

  Result<Sequence, StoreError> read(Sequence first, const Sink& sink) const override;
  Result<Sequence, StoreError> read_bytes(Sequence first, const BytesSink& sink) const override;
  Result<StreamVersion, StoreError> read_stream(const StreamId& stream,
                                                const Sink& sink) const override;
  Result<std::optional<Sequence>, StoreError> place(const StreamId& stream,
                                                    StreamVersion version) const override;
  Result<std::optional<StoredEvent>, StoreError> find(Sequence sequence) const override;

  Result<std::optional<std::string>, StoreError> tile(const tlog::Tile& tile) const override;

  const Views& views() const override { return views_; }
  Result<std::optional<std::string>, StoreError> wrapped_key(
      const SessionId& session) const override {
    return database_->get(Family::Keys, log_record::session_key(session));
  }

  std::unique_ptr<KeyScan> begin_key_scan() const override {
    return std::make_unique<RocksKeyScan>(*database_);
  }
  std::optional<StoreError> replace_keys(const std::vector<KeyChange>& keys) override;

  ViewGeneration active_generation() const override { return active_.generation(); }
  Result<GenerationState, StoreError> state_of(ViewGeneration generation) const override;
  std::optional<StoreError> clear_generation(ViewGeneration generation) override;
  std::unique_ptr<ViewBatch> begin_in(ViewGeneration generation) override {
    return std::make_unique<GenerationBatch>(*database_, generation);
  }
  std::optional<StoreError> write_generation(ViewBatch& views,
                                             ViewGeneration generation,
                                             const GenerationState& state) override;
  std::optional<StoreError> activate(ViewGeneration generation) override;
  Result<std::optional<std::string>, StoreError> first_difference(ViewGeneration a,
                                                                  ViewGeneration b) const override {
    const MutexLock lock(snapshot_mutex_);
    return first_difference_of(*database_, a, b);
  }

  std::optional<StoreError> scrub_keys() override {
    if (stopped_) return StoreError::Stopped;
    heed_damage();
    const MutexLock lock(snapshot_mutex_);
    if (const auto error = scrub_deleted_keys(*database_)) return error;
    return merge_tables();
  }
  std::optional<std::string> copy_files(const CopyFiles& copy) const override {
    // A scrub would remove files while they are copied.
    const MutexLock lock(snapshot_mutex_);
    auto error = copy(*database_);
    // The copy's flush has left small tables. A failed merge stops the log, but the copy is good.
    if (!stopped_) (void)merge_tables();
    return error;
  }
  std::optional<StoreError> write_anchor() override;
  bool has_room() const override { return has_free_bytes(folder_, options_.reserve_bytes); }
  std::uint64_t tables() const override { return count_tables(*database_); }
  bool is_damaged() const override { return database_->failures().met_damage(); }
  void on_failure(std::function<void(StoreError)> tell) override { watch_writes(std::move(tell)); }

  // See table_merge.h.
  Mutex& snapshot_mutex() const RETURNS_LOCK(snapshot_mutex_) { return snapshot_mutex_; }
  std::optional<StoreError> merge_tables() const REQUIRES_LOCK(snapshot_mutex_) {
    return merge_small_tables(*database_, [&](std::uint64_t bytes) {
      return has_free_bytes(folder_, bytes + kMergeMarginBytes);
    });
  }

 private:
  // RocksDB slows writes when level 0 has 20 tables, until a merge. A damaged table prevents that
  // merge, so the log disables RocksDB's merges: RocksDB then does not slow writes.
  void heed_damage() {
    if (is_damaged() && !merging_stopped_.exchange(true)) database_->stop_merging();
  }
  // For append(), which alone changes these two: its thread reads them without the lock.
  const LogHead& own_head() const UNCHECKED_LOCKS { return head_; }
  const LogTree& own_tree() const UNCHECKED_LOCKS { return tree_; }
  std::optional<StoreError> add_events(const std::vector<StoredEvent>& events);
  void load_held_space();
  // Adds the changes of the held space to `held`, if given.
  void add_views(rocksdb::WriteBatch& batch,
                 const GenerationBatch& views,
                 HeldSpace::Changes* held = nullptr) const;
  void add_head(const std::vector<StoredEvent>& events, LogTree& tree);
  void add_keys(const std::vector<KeyChange>& keys);
  // Writes `batch`, or batch_. A failure stops the log for good: how much of a failed write has
  // reached the disk is unknown, and a later fsync does not tell.
  std::optional<StoreError> write(const rocksdb::WriteOptions& options) {
    return write(batch_, options);
  }
  std::optional<StoreError> write(rocksdb::WriteBatch& batch, const rocksdb::WriteOptions& options);
  std::optional<StoreError> stop(StoreError error) {
    stopped_ = true;
    return error;
  }
  // On a failed write of the database, stops the log before calling `tell`.
  void watch_writes(std::function<void(StoreError)> tell) {
    database_->failures().observe([this, tell = std::move(tell)](StoreError error) {
      stop(error);
      if (tell) tell(error);
    });
  }

  rocksdb::ColumnFamilyHandle* family(Family family) const { return database_->family(family); }

  const std::filesystem::path folder_;
  const Options options_;
  const std::unique_ptr<RocksDatabase> database_;
  ActiveGeneration active_;
  HeldSpace held_;
  const ActiveViews views_;
  std::atomic<bool> stopped_;
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
};

LogHead head_after(const std::vector<StoredEvent>& events, const LogTree& tree) {
  const StoredEvent& last = events.back();
  return {last.recorded.sequence, last.leaf, last.recorded.at, tree.root()};
}

// ---- appending --------------------------------------------------------------

std::optional<StoreError> RocksEventLog::append(const std::vector<StoredEvent>& events,
                                                ViewBatch& views,
                                                const std::vector<KeyChange>& keys) {
  if (stopped_) return StoreError::Stopped;
  const GenerationBatch& generation = GenerationBatch::of(views, active_generation());
  if (generation.failed()) return StoreError::Unreadable;
  heed_damage();
  batch_.Clear();
  if (const auto error = add_events(events)) {
    return wrote_nothing(*error) ? error : stop(*error);
  }
  LogTree tree = own_tree();
  add_head(events, tree);
  HeldSpace::Changes held;
  add_views(batch_, generation, &held);
  add_keys(keys);
  // Before the write: running out of space within it would leave an unknown tail.
  if (!room_.take(batch_.GetDataSize())) return StoreError::Full;
  if (const auto error = write(durable())) return error;
  held_.apply(std::move(held));
  if (events.empty()) return std::nullopt;
  const LogHead head = head_after(events, tree);
  const MutexLock lock(head_mutex_);
  head_ = head;
  tree_ = std::move(tree);
  return std::nullopt;
}

std::optional<StoreError> RocksEventLog::add_events(const std::vector<StoredEvent>& events) {
  if (events.empty()) return std::nullopt;
  StreamCheck streams(*database_);
  LogHead last = own_head();
  for (const StoredEvent& event : events) {
    const RecordedEvent& recorded = event.recorded;
    check(recorded.sequence.value() == last.sequence.value() + 1,
          "events are appended without a gap in their sequence");
    check(recorded.at >= last.at,
          "the time of an appended event is at or after the time of the previous event");
    if (const auto error = streams.next(recorded.stream, recorded.version)) return error;
    const std::string sequence = log_record::sequence_key(recorded.sequence);
    batch_.Put(family(Family::Events), sequence, event.bytes);
    batch_.Put(family(Family::Streams),
               log_record::stream_key(recorded.stream, recorded.version),
               sequence);
    last = {recorded.sequence, event.leaf, recorded.at};
  }
  return std::nullopt;
}

void RocksEventLog::add_head(const std::vector<StoredEvent>& events, LogTree& tree) {
  if (events.empty()) return;
  for (const StoredEvent& event : events) {
    if (!options_.grows_tree) break;
    tree.append(event.leaf.value(), [&](const tlog::Tile& tile, std::string_view bytes) {
      batch_.Put(family(Family::Tree), log_record::tile_key(tile), bytes);
    });
  }
  batch_.Put(log_record::kHeadKey, log_record::head_value(head_after(events, tree)));
}

void RocksEventLog::add_views(rocksdb::WriteBatch& batch,
                              const GenerationBatch& views,
                              HeldSpace::Changes* held) const {
  rocksdb::ColumnFamilyHandle* generation = family(family_of(views.generation()));
  views.for_each_change([&](std::string_view key, const std::optional<std::string>& value) {
    if (held != nullptr) held_.note(key, value, *held);
    if (value) {
      batch.Put(generation, key, *value);
    } else {
      batch.Delete(generation, key);
    }
  });
}

void RocksEventLog::add_keys(const std::vector<KeyChange>& keys) {
  for (const KeyChange& change : keys) {
    const std::string key = log_record::session_key(change.session);
    if (change.wrapped) {
      batch_.Put(family(Family::Keys), key, *change.wrapped);
    } else {
      batch_.Delete(family(Family::Keys), key);
    }
  }
}

std::optional<StoreError> RocksEventLog::replace_keys(const std::vector<KeyChange>& keys) {
  if (stopped_) return StoreError::Stopped;
  batch_.Clear();
  add_keys(keys);
  if (!has_free_bytes(folder_, options_.reserve_bytes + batch_.GetDataSize())) {
    return StoreError::Full;
  }
  return write(durable());
}

std::optional<StoreError> RocksEventLog::write(rocksdb::WriteBatch& batch,
                                               const rocksdb::WriteOptions& options) {
  const rocksdb::Status status = database_->db().Write(options, &batch);
  if (!status.ok()) return stop(store_error_of(status));
  return std::nullopt;
}

std::optional<StoreError> RocksEventLog::write_anchor() {
  if (options_.read_only) return StoreError::Stopped;
  const LogHead last = head();
  const MutexLock lock(anchor_mutex_);
  if (last.sequence <= anchored_) return std::nullopt;
  if (!countersign::write_anchor(folder_, {last.sequence, last.leaf, last.at})) {
    return StoreError::Io;
  }
  anchored_ = last.sequence;
  return std::nullopt;
}

// ---- reading ----------------------------------------------------------------

Result<Sequence, StoreError> RocksEventLog::read(Sequence first, const Sink& sink) const {
  check(first.value() >= 1, "the log is read from sequence 1 or later");
  return read_events(*database_, first, head().sequence, sink);
}

Result<Sequence, StoreError> RocksEventLog::read_bytes(Sequence first,
                                                       const BytesSink& sink) const {
  check(first.value() >= 1, "the log is read from sequence 1 or later");
  return read_event_bytes(*database_, first, head().sequence, sink);
}

Result<StreamVersion, StoreError> RocksEventLog::read_stream(const StreamId& stream,
                                                             const Sink& sink) const {
  // By key, not by scan: a key that cannot be read is an error, while a scan may just end.
  for (StreamVersion given(0);;) {
    const StreamVersion next(given.value() + 1);
    const auto sequence = place(stream, next);
    if (!sequence) return sequence.error();
    if (!*sequence) return given;
    const auto event = find(**sequence);
    if (!event) return event.error();
    if (!*event) return StoreError::Corrupt;
    const RecordedEvent& recorded = (*event)->recorded;
    if (recorded.stream != stream || recorded.version != next) return StoreError::Corrupt;
    given = next;
    if (!sink(**event)) return given;
  }
}

Result<std::optional<Sequence>, StoreError> RocksEventLog::place(const StreamId& stream,
                                                                 StreamVersion version) const {
  const auto stored = database_->get(Family::Streams, log_record::stream_key(stream, version));
  if (!stored) return stored.error();
  if (!*stored) return std::optional<Sequence>();
  if ((*stored)->size() != 8) return StoreError::Corrupt;
  return std::optional(Sequence(log_record::u64_of(**stored)));
}

Result<std::optional<StoredEvent>, StoreError> RocksEventLog::find(Sequence sequence) const {
  const auto bytes = database_->get(Family::Events, log_record::sequence_key(sequence));
  if (!bytes) return bytes.error();
  if (!*bytes) return std::optional<StoredEvent>();
  StoredEvent event;
  if (const auto error = take_event(sequence, **bytes, event)) return *error;
  return std::optional(std::move(event));
}

Result<std::optional<std::string>, StoreError> RocksEventLog::tile(const tlog::Tile& tile) const {
  {
    const MutexLock lock(head_mutex_);
    if (!tlog::is_in_tree(tile, tree_.size())) return std::optional<std::string>();
    if (auto bytes = tree_.partial(tile)) return bytes;
  }
  auto bytes = read_tile(*database_, tile);
  if (!bytes) return bytes.error();
  return std::optional(*std::move(bytes));
}

// ---- generations ------------------------------------------------------------------

Result<GenerationState, StoreError> RocksEventLog::state_of(ViewGeneration generation) const {
  const auto value = database_->get(Family::Records, log_record::generation_key(generation));
  if (!value) return value.error();
  if (!*value) return StoreError::Corrupt;
  auto state = log_record::parse_state(**value);
  if (!state) return StoreError::Corrupt;
  // Every append folds into the active generation, so its stored sequence is not kept up to date.
  if (generation == active_generation()) state->folded = head().sequence;
  return *std::move(state);
}

std::optional<StoreError> RocksEventLog::clear_generation(ViewGeneration generation) {
  if (stopped_) return StoreError::Stopped;
  check(generation != active_generation(),
        "a view generation that is cleared is not the active generation");
  const char end_byte = static_cast<char>(kSpaceEnd);
  const rocksdb::Slice begin;
  const rocksdb::Slice end(&end_byte, 1);
  batch_.Clear();
  batch_.DeleteRange(family(family_of(generation)), begin, end);
  batch_.Put(log_record::generation_key(generation), log_record::state_value({}));
  // Durable before files are dropped, or a crash would leave a generation with holes.
  if (const auto error = write(durable())) return error;
  const rocksdb::RangePtr everything(&begin, &end);
  const rocksdb::Status status = rocksdb::DeleteFilesInRanges(
      &database_->db(), family(family_of(generation)), &everything, 1, false);
  if (!status.ok()) return store_error_of(status);
  // DeleteFilesInRanges() leaves level 0. A damaged table there would fail each merge and each scan
  // of the generation, although none of its entries can be seen.
  if (!is_level_sound(*database_, family_of(generation), 0)) {
    drop_first_level(*database_, family_of(generation));
  }
  return std::nullopt;
}

std::optional<StoreError> RocksEventLog::write_generation(ViewBatch& views,
                                                          ViewGeneration generation,
                                                          const GenerationState& state) {
  if (stopped_) return StoreError::Stopped;
  check(generation != active_generation(),
        "a view generation that is written by EventLog::write_generation() is not the active "
        "generation");
  const GenerationBatch& changes = GenerationBatch::of(views, generation);
  if (changes.failed()) return StoreError::Io;
  GenerationRun run(*database_, generation, changes);
  if (!has_free_bytes(folder_, options_.reserve_bytes + run.bytes())) return StoreError::Full;
  rocksdb::WriteBatch batch;  // not batch_, which is the writer's
  if (run.count() < kRunChangesMin) {
    add_views(batch, changes);
  } else if (const auto error = run.ingest()) {
    return stop(*error);
  }
  // After the run is durable, so that no crash leaves a state without its changes.
  batch.Put(log_record::generation_key(generation), log_record::state_value(state));
  // Synced like every write, so that a crash can tear only the last write (wal_end.h).
  return write(batch, durable());
}

std::optional<StoreError> RocksEventLog::activate(ViewGeneration generation) {
  if (stopped_) return StoreError::Stopped;
  if (generation == active_generation()) return std::nullopt;
  const auto state = state_of(generation);
  const auto active_state = state_of(active_generation());
  if (!state) return state.error();
  if (!active_state) return active_state.error();
  check(state->folded == head().sequence,
        "a view generation that becomes active is folded up to the newest event");
  batch_.Clear();
  batch_.Put(log_record::generation_key(active_generation()),
             log_record::state_value(*active_state));
  batch_.Put(log_record::kActiveKey, log_record::generation_value(generation));
  if (const auto error = write(durable())) return error;
  active_.change();
  load_held_space();
  return std::nullopt;
}

void RocksEventLog::load_held_space() {
  if (!options_.held_space) return;
  HeldSpace::Entries entries;
  const auto scanned =
      views_.scan(*options_.held_space, {}, [&](std::string_view key, std::string_view value) {
        entries.emplace(key, value);
        return true;
      });
  held_.load(scanned ? std::optional(std::move(entries)) : std::nullopt);
}

// ---- opening ----------------------------------------------------------------

std::string refused(const std::filesystem::path& folder, const std::string& why) {
  return fmt::format("the log in {} is refused: {}; restore a backup", folder.string(), why);
}

// Makes the folder. Its name is durable before anything in it is acknowledged.
std::optional<std::string> make_folder(const std::filesystem::path& folder) {
  const std::error_code error = make_durable_folder(folder, 0700);
  if (!error) return std::nullopt;
  return fmt::format("the folder {} cannot be made: {}", folder.string(), error.message());
}

// Empty if there is a log to open, or a place for a new one. A folder whose CURRENT was taken away
// must not pass for an empty one.
std::optional<std::string> refusal_of(const std::filesystem::path& folder,
                                      bool may_create,
                                      const std::optional<Anchor>& anchor) {
  if (RocksDatabase::is_in(folder)) return std::nullopt;
  if (anchor || RocksDatabase::has_remains_in(folder)) {
    return refused(folder, "its file CURRENT is missing");
  }
  if (may_create) return std::nullopt;
  return fmt::format("there is no log in {}", folder.string());
}

std::optional<std::string> initialise(const RocksDatabase& database,
                                      const std::filesystem::path& folder) {
  rocksdb::WriteBatch batch;
  batch.Put(log_record::kFormatKey, log_record::kFormat);
  batch.Put(log_record::kHeadKey, log_record::head_value({}));
  batch.Put(log_record::kActiveKey, log_record::generation_value(ViewGeneration::A));
  batch.Put(log_record::generation_key(ViewGeneration::A), log_record::state_value({}));
  batch.Put(log_record::generation_key(ViewGeneration::B), log_record::state_value({}));
  const rocksdb::Status status = database.db().Write(durable(), &batch);
  if (!status.ok()) {
    return fmt::format("the log in {} cannot be made: {}", folder.string(), status.ToString());
  }
  return std::nullopt;
}

// Makes the log of an open database, if the log is complete.
Result<std::unique_ptr<EventLog>, std::string> open_checked(const std::filesystem::path& folder,
                                                            const EventLog::Options& options,
                                                            std::unique_ptr<RocksDatabase> database,
                                                            const std::optional<Anchor>& anchor) {
  const auto head = check_log(*database, folder, anchor);
  if (!head) return head.error();
  if (!options.read_only) GenerationRun::remove_remains(folder);
  auto tree = open_tree(*database, *head);
  if (!tree) return refused(folder, "its Merkle tree cannot be read: " + tree.error().why);
  // From here on a missing file is reported as damage, not taken for a new folder.
  if (!anchor && !options.read_only && !countersign::write_anchor(folder, {})) {
    return fmt::format("the file ANCHOR in {} cannot be written", folder.string());
  }
  const auto active = database->get(Family::Records, log_record::kActiveKey);
  const auto generation = active && *active ? log_record::parse_generation(**active) : std::nullopt;
  if (!generation) return refused(folder, "its record of the active view generation is unreadable");
  auto log = std::make_unique<RocksEventLog>(
      folder, options, std::move(database), *head, *std::move(tree), *generation, anchor);
  if (options.read_only) return std::unique_ptr<EventLog>(std::move(log));
  const MutexLock lock(log->snapshot_mutex());
  if (const auto failed = log->merge_tables()) {
    return fmt::format("the log in {} cannot be opened: its tables cannot be merged: {}",
                       folder.string(),
                       describe(*failed));
  }
  return std::unique_ptr<EventLog>(std::move(log));
}

// Does what must precede RocksDB's opening of the files. A sentence if they must not be opened.
std::optional<std::string> refusal_before_open(const std::filesystem::path& folder,
                                               const EventLog::Options& options,
                                               const std::optional<Anchor>& anchor) {
  if (!options.read_only) {
    if (auto refusal = refusal_for_room(folder)) return refusal;
  }
  if (!RocksDatabase::is_in(folder)) return std::nullopt;
  if (const auto name = RocksDatabase::irregular_file_in(folder)) {
    return fmt::format("the log in {} is refused: {} is not a regular file; restore it or a backup",
                       folder.string(),
                       *name);
  }
  return settle_torn_write(folder,
                           {anchor, options.covered, options.create_if_missing},
                           options.read_only,
                           options.warn);
}

}  // namespace

Result<std::unique_ptr<EventLog>, std::string> EventLog::open(const std::filesystem::path& folder,
                                                              const Options& options) {
  const bool may_create = options.create_if_missing && !options.read_only;
  if (may_create) {
    if (auto error = make_folder(folder)) return *std::move(error);
  }
  // Read before the database is opened: a running server can only add events in between.
  const auto anchor = read_anchor(folder);
  if (!anchor) return anchor.error();
  if (auto refusal = refusal_of(folder, may_create, *anchor)) return *std::move(refusal);
  if (auto refusal = refusal_before_open(folder, options, *anchor)) return *std::move(refusal);
  auto database = RocksDatabase::open(folder, may_create, options.read_only);
  if (!database) return database.error();
  // The log is new, or its creation was cut short.
  if (may_create && !*anchor && (*database)->is_blank()) {
    if (auto error = initialise(**database, folder)) return *std::move(error);
  }
  return open_checked(folder, options, *std::move(database), *anchor);
}

Result<std::unique_ptr<EventLog>, std::string> open_log_image(const std::filesystem::path& folder,
                                                              rocksdb::Env& env,
                                                              const Anchor& anchor) {
  auto database = RocksDatabase::open_image(folder, env);
  if (!database) return database.error();
  return open_checked(
      folder, {.create_if_missing = false, .read_only = true}, *std::move(database), anchor);
}

}  // namespace countersign
