#include "events/rocks/reading/event_reader.h"

#include <rocksdb/db.h>

#include <algorithm>
#include <cstddef>
#include <thread>
#include <vector>

#include "core/machine/threads/condition.h"
#include "core/machine/threads/mutex.h"
#include "events/record/codec.h"
#include "events/record/log_record.h"
#include "events/tlog/tree/tile_nodes.h"

namespace countersign {
namespace {

constexpr std::uint64_t kEventsAlone = 1024;  // read before helper threads are started
constexpr std::uint64_t kChunkEvents = 256;   // so that the chunks in progress fit into a cache
constexpr std::size_t kHelpersMax = 3;
constexpr std::size_t kChunksAThread = 2;

// The number of threads that decode a long range besides the caller's.
std::size_t helper_count() {
  const std::size_t cores = std::thread::hardware_concurrency();
  return cores > 1 ? std::min(cores - 1, kHelpersMax) : 0;
}

// Part of a range. A thread claims it and fills it; then it is given to the sink, and its place in
// the ring is free for a later chunk.
struct Chunk {
  std::vector<StoredEvent> events;
  std::size_t filled = 0;           // of `events`
  std::optional<StoreError> error;  // of the event after those
  bool ready = false;
};

// Reads a range in chunks. Helpers, and the caller whenever it would have to wait, claim the chunks
// in order. The chunks are given to the sink in order.
class ChunkedRead {
 public:
  ChunkedRead(const RocksDatabase& database, Sequence first, Sequence last)
      : database_(database),
        first_(first),
        last_(last),
        chunk_count_((last.value() - first.value()) / kChunkEvents + 1),
        ring_(kChunksAThread * (helper_count() + 1)) {
    for (std::size_t i = 0; i < helper_count(); ++i) helpers_.emplace_back([this] { help(); });
  }
  ~ChunkedRead() {
    {
      const MutexLock lock(mutex_);
      stopping_ = true;
    }
    changed_.notify_all();
    for (std::thread& helper : helpers_) helper.join();
  }
  ChunkedRead(const ChunkedRead&) = delete;
  ChunkedRead& operator=(const ChunkedRead&) = delete;

  Result<Sequence, StoreError> run(const EventStore::Sink& sink) {
    EventReader reader(database_, first_);
    Sequence given(first_.value() - 1);
    for (std::uint64_t index = 0; index < chunk_count_; ++index) {
      const Chunk& chunk = wait_for(index, reader);
      for (std::size_t i = 0; i < chunk.filled; ++i) {
        given = chunk.events[i].recorded.sequence;
        if (!sink(chunk.events[i])) return given;
      }
      if (chunk.error) return *chunk.error;
      give_back();
    }
    return given;
  }

 private:
  void help() {
    EventReader reader(database_, first_);
    const MutexLock lock(mutex_);
    for (;;) {
      while (!stopping_ && !can_claim()) changed_.wait(mutex_);
      if (stopping_ || claimed_ == chunk_count_) return;
      fill_next(reader);
    }
  }

  const Chunk& wait_for(std::uint64_t index, EventReader& reader) {
    Chunk& chunk = ring_[index % ring_.size()];
    const MutexLock lock(mutex_);
    while (!chunk.ready) {
      if (can_claim() && claimed_ < chunk_count_) {
        fill_next(reader);
      } else {
        changed_.wait(mutex_);
      }
    }
    return chunk;
  }

  void give_back() {
    {
      const MutexLock lock(mutex_);
      ring_[given_ % ring_.size()].ready = false;
      ++given_;
    }
    changed_.notify_all();
  }

  // Also true when nothing is left to claim.
  bool can_claim() const REQUIRES_LOCK(mutex_) {
    return claimed_ == chunk_count_ || claimed_ < given_ + ring_.size();
  }

  void fill_next(EventReader& reader) REQUIRES_LOCK(mutex_) {
    const std::uint64_t index = claimed_++;
    Chunk& chunk = ring_[index % ring_.size()];
    {
      const MutexUnlock unlocked(mutex_);
      fill(chunk, index, reader);
    }
    chunk.ready = true;
    changed_.notify_all();
  }

  void fill(Chunk& chunk, std::uint64_t index, EventReader& reader) const {
    const std::uint64_t begin = first_.value() + index * kChunkEvents;
    const std::uint64_t count = std::min(kChunkEvents, last_.value() - begin + 1);
    chunk.events.resize(std::max<std::size_t>(chunk.events.size(), count));
    chunk.error.reset();
    reader.seek(Sequence(begin));
    for (chunk.filled = 0; chunk.filled < count; ++chunk.filled) {
      chunk.error = reader.next(chunk.events[chunk.filled]);
      if (chunk.error) return;
    }
  }

  const RocksDatabase& database_;
  const Sequence first_;
  const Sequence last_;
  const std::uint64_t chunk_count_;

  Mutex mutex_;
  Condition changed_;
  // A chunk that is claimed and not ready belongs to the claiming thread; others to mutex_.
  std::vector<Chunk> ring_;
  std::uint64_t claimed_ GUARDED_BY(mutex_) = 0;
  std::uint64_t given_ GUARDED_BY(mutex_) = 0;
  bool stopping_ GUARDED_BY(mutex_) = false;
  std::vector<std::thread> helpers_;
};

// Compares the bytes of events, given in order, with the hashes in the tree of `size` leaves.
class TileCheck {
 public:
  TileCheck(const RocksDatabase& database, std::uint64_t size)
      : tiles_(database.scan(Family::Tree)), size_(size) {}

  std::optional<StoreError> look_at(Sequence sequence, std::string_view bytes) {
    const std::uint64_t leaf = sequence.value() - 1;
    if (leaf >= tile_end_) {
      if (const auto error = open_tile(leaf / tlog::kTileWidth)) return error;
    }
    if (hashes_.empty()) return take_event(sequence, bytes, event_);
    const std::string_view hash =
        hashes_.substr(leaf % tlog::kTileWidth * tlog::kHashBytes, tlog::kHashBytes);
    if (text_of(tlog::leaf_hash(bytes)) != hash) return StoreError::Corrupt;
    return std::nullopt;
  }

 private:
  // The last tile of level 0 is not stored until it is full: its events are decoded instead.
  std::optional<StoreError> open_tile(std::uint64_t index) {
    hashes_ = {};
    tile_end_ = (index + 1) * tlog::kTileWidth;
    if (tile_end_ > size_) return std::nullopt;
    // The tiles are stored in the order of their indexes, so Next() is enough after the first.
    const std::string key = log_record::tile_key({0, index, tlog::kTileWidth});
    if (tiles_->Valid()) {
      tiles_->Next();
    } else {
      tiles_->Seek(key);
    }
    if (!tiles_->Valid()) {
      return tiles_->status().ok() ? StoreError::Corrupt : store_error_of(tiles_->status());
    }
    hashes_ = tiles_->value().ToStringView();
    const bool is_tile = tiles_->key().ToStringView() == key &&
                         hashes_.size() == tlog::kTileWidth * tlog::kHashBytes;
    return is_tile ? std::nullopt : std::optional(StoreError::Corrupt);
  }

  const std::unique_ptr<rocksdb::Iterator> tiles_;
  const std::uint64_t size_;
  std::uint64_t tile_end_ = 0;  // one past the leaves that `hashes_` covers
  std::string_view hashes_;     // at the iterator's position; empty: the tile is not full
  StoredEvent event_;
};

}  // namespace

std::optional<StoreError> take_event(Sequence sequence,
                                     std::string_view bytes,
                                     StoredEvent& event) {
  if (decode_into(bytes, event.recorded) || event.recorded.sequence != sequence) {
    return StoreError::Corrupt;
  }
  event.bytes.assign(bytes);
  event.leaf = leaf_hash(bytes);
  return std::nullopt;
}

EventReader::EventReader(const RocksDatabase& database, Sequence first)
    : events_(database.scan(Family::Events)), next_(0) {
  seek(first);
}
EventReader::~EventReader() = default;
EventReader::EventReader(EventReader&&) noexcept = default;
EventReader& EventReader::operator=(EventReader&&) noexcept = default;

void EventReader::seek(Sequence first) {
  if (next_ == first) return;
  next_ = first;
  given_ = false;
  events_->Seek(log_record::sequence_key(first));
}

std::optional<StoreError> EventReader::next_bytes(std::string_view& bytes) {
  if (given_) events_->Next();
  given_ = false;
  // A failed read can end a scan with an OK status, so the count decides.
  if (!events_->Valid()) {
    return events_->status().ok() ? StoreError::Corrupt : store_error_of(events_->status());
  }
  if (log_record::u64_of(events_->key().ToStringView()) != next_.value()) {
    return StoreError::Corrupt;
  }
  bytes = events_->value().ToStringView();
  next_ = Sequence(next_.value() + 1);
  given_ = true;
  return std::nullopt;
}

std::optional<StoreError> EventReader::next(StoredEvent& event) {
  const Sequence sequence = next_;
  std::string_view bytes;
  if (const auto error = next_bytes(bytes)) return error;
  return take_event(sequence, bytes, event);
}

Result<Sequence, StoreError> read_unproven_bytes(const RocksDatabase& database,
                                                 Sequence first,
                                                 Sequence last,
                                                 const EventStore::BytesSink& sink) {
  EventReader reader(database, first);
  Sequence given(first.value() - 1);
  while (given < last) {
    std::string_view bytes;
    if (const auto error = reader.next_bytes(bytes)) return *error;
    given = Sequence(given.value() + 1);
    if (!sink(given, bytes)) break;
  }
  return given;
}

Result<Sequence, StoreError> read_event_bytes(const RocksDatabase& database,
                                              Sequence first,
                                              Sequence last,
                                              const EventStore::BytesSink& sink) {
  TileCheck tiles(database, last.value());
  std::optional<StoreError> wrong;
  const auto read =
      read_unproven_bytes(database, first, last, [&](Sequence sequence, std::string_view bytes) {
        wrong = tiles.look_at(sequence, bytes);
        return !wrong && sink(sequence, bytes);
      });
  if (wrong) return *wrong;
  return read;
}

Result<Sequence, StoreError> read_events(const RocksDatabase& database,
                                         Sequence first,
                                         Sequence last,
                                         const EventStore::Sink& sink) {
  Sequence given(first.value() - 1);
  EventReader reader(database, first);
  StoredEvent event;
  // Most sinks stop soon; helper threads are worth their start only for the others.
  for (std::uint64_t alone = 0; alone < kEventsAlone && given < last; ++alone) {
    if (const auto error = reader.next(event)) return *error;
    given = event.recorded.sequence;
    if (!sink(event)) return given;
  }
  if (given >= last) return given;
  return ChunkedRead(database, Sequence(given.value() + 1), last).run(sink);
}

}  // namespace countersign
