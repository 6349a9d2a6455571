#include "events/rocks/rocks_event_log.h"

#include <utility>

#include "core/check.h"
#include "core/machine/files/free_bytes.h"
#include "events/record/log_record.h"
#include "events/rocks/database/table_merge.h"
#include "events/rocks/database/write_failures.h"
#include "events/rocks/generation_difference.h"
#include "events/rocks/key_scrub.h"
#include "events/rocks/reading/event_reader.h"
#include "events/rocks/reading/key_scan.h"
#include "events/rocks/reading/stream_reader.h"
#include "events/rocks/reading/tile_reader.h"
#include "events/rocks/stream_check.h"

namespace countersign {
namespace {

// A merge of tables may use the reserve but leaves this much of it: a purge makes room, and must
// not fail because of a merge.
constexpr std::uint64_t kMergeMarginBytes = std::uint64_t{32} << 20;

LogHead head_after(const std::vector<StoredEvent>& events, const LogTree& tree) {
  const StoredEvent& last = events.back();
  return {last.recorded.sequence, last.leaf, last.recorded.at, tree.root()};
}

}  // namespace

RocksEventLog::RocksEventLog(std::filesystem::path folder,
                             const Options& options,
                             std::unique_ptr<RocksDatabase> database,
                             const LogHead& head,
                             LogTree tree,
                             ViewGeneration active,
                             const std::optional<Anchor>& anchor)
    : folder_(std::move(folder)),
      options_(options),
      database_(std::move(database)),
      writes_(*database_, options.read_only),
      generations_(*database_,
                   writes_,
                   active,
                   options.held_space,
                   {.head = [this] { return this->head().sequence; },
                    .has_room = [this](std::uint64_t bytes) { return has_room_for(bytes); }}),
      head_(head),
      tree_(std::move(tree)),
      anchored_(anchor ? anchor->sequence : Sequence(0)) {
  if (!options.read_only) {
    note_damaged_tables(*database_);
    heed_damage();
  }
}

RocksEventLog::~RocksEventLog() {
  closing_ = true;
  if (merging_.joinable()) merging_.join();
}

// ---- appending --------------------------------------------------------------

std::optional<StoreError> RocksEventLog::append(const std::vector<StoredEvent>& events,
                                                ViewBatch& views,
                                                const std::vector<KeyChange>& keys) {
  if (writes_.are_stopped()) return StoreError::Stopped;
  const GenerationBatch& generation = GenerationBatch::of(views, active_generation());
  if (generation.failed()) return StoreError::Unreadable;
  heed_damage();
  batch_.Clear();
  if (const auto error = add_events(events)) {
    return wrote_nothing(*error) ? error : writes_.stop(*error);
  }
  LogTree tree = own_tree();
  add_head(events, tree);
  HeldSpace::Changes held;
  generations_.add(batch_, generation, held);
  add_keys(keys);
  // Before the write: running out of space within it would leave an unknown tail.
  if (!room_.take(batch_.GetDataSize())) return StoreError::Full;
  if (const auto error = writes_.write(batch_)) return error;
  generations_.apply(std::move(held));
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
  if (writes_.are_stopped()) return StoreError::Stopped;
  batch_.Clear();
  add_keys(keys);
  if (!has_room_for(batch_.GetDataSize())) return StoreError::Full;
  return writes_.write(batch_);
}

// ---- reading ----------------------------------------------------------------

LogHead RocksEventLog::head() const {
  const MutexLock lock(head_mutex_);
  return head_;
}

Result<Sequence, StoreError> RocksEventLog::read(Sequence first, const Sink& sink) const {
  check(first.value() >= 1, "the log is read from sequence 1 or later");
  return read_events(*database_, first, head().sequence, sink);
}

Result<Sequence, StoreError> RocksEventLog::read_bytes(Sequence first,
                                                       const BytesSink& sink) const {
  check(first.value() >= 1, "the log is read from sequence 1 or later");
  return read_event_bytes(*database_, first, head().sequence, sink);
}

Result<Sequence, StoreError> RocksEventLog::read_unproven(Sequence first,
                                                          const BytesSink& sink) const {
  check(first.value() >= 1, "the log is read from sequence 1 or later");
  return read_unproven_bytes(*database_, first, head().sequence, sink);
}

Result<StreamVersion, StoreError> RocksEventLog::read_stream(const StreamId& stream,
                                                             const Sink& sink) const {
  return read_stream_events(*database_, stream, sink);
}

Result<std::optional<Sequence>, StoreError> RocksEventLog::place(const StreamId& stream,
                                                                 StreamVersion version) const {
  return find_place(*database_, stream, version);
}

std::optional<StoreError> RocksEventLog::read_places(const PlaceSink& sink) const {
  return read_stream_places(*database_, sink);
}

Result<std::optional<StoredEvent>, StoreError> RocksEventLog::find(Sequence sequence) const {
  return find_event(*database_, sequence);
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

Result<std::optional<std::string>, StoreError> RocksEventLog::first_difference(
    ViewGeneration a, ViewGeneration b, const GivenUp& given_up) const {
  const MutexLock lock(snapshot_mutex_);
  return first_difference_of(*database_, a, b, given_up);
}

Result<std::optional<std::string>, StoreError> RocksEventLog::wrapped_key(
    const SessionId& session) const {
  return database_->get(Family::Keys, log_record::session_key(session));
}

std::unique_ptr<KeyRows::KeyScan> RocksEventLog::begin_key_scan() const {
  return std::make_unique<RocksKeyScan>(*database_);
}

// ---- files ------------------------------------------------------------------

std::optional<StoreError> RocksEventLog::scrub_keys() {
  if (writes_.are_stopped()) return StoreError::Stopped;
  heed_damage();
  const MutexLock lock(snapshot_mutex_);
  if (const auto error = scrub_deleted_keys(*database_)) return error;
  return merge_tables();
}

std::optional<std::string> RocksEventLog::copy_files(const CopyFiles& copy) const {
  // A scrub would remove files while they are copied.
  const MutexLock lock(snapshot_mutex_);
  auto error = copy(*database_);
  // The copy's flush has left small tables. A failed merge stops the log, but the copy is good.
  if (!writes_.are_stopped()) (void)merge_tables();
  return error;
}

void RocksEventLog::merge_behind() {
  merging_ = std::thread([this] {
    const MutexLock lock(snapshot_mutex_);
    if (!closing_) (void)merge_tables();
  });
}

std::optional<StoreError> RocksEventLog::merge_tables() const {
  return merge_small_tables(*database_, [&](std::uint64_t bytes) {
    return !closing_ && free_bytes(folder_) >= bytes + kMergeMarginBytes;
  });
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

bool RocksEventLog::has_room_for(std::uint64_t bytes) const {
  return free_bytes(folder_) >= options_.reserve_bytes + bytes;
}

std::uint64_t RocksEventLog::tables() const { return count_tables(*database_); }

bool RocksEventLog::is_damaged() const { return database_->failures().met_damage(); }

void RocksEventLog::heed_damage() {
  if (database_->failures().met_damage() && !merging_stopped_.exchange(true))
    database_->stop_merging();
}

void RocksEventLog::on_failure(std::function<void(StoreError)> tell) {
  writes_.observe(std::move(tell));
}

}  // namespace countersign
