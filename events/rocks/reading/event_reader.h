#pragma once
#include <memory>
#include <optional>
#include <string_view>

#include "core/ids.h"
#include "core/result.h"
#include "events/event_store.h"
#include "events/rocks/database/rocks_database.h"

namespace countersign {

// Decodes the bytes stored under `sequence`. Corrupt if they are not an event with that sequence.
// Reuses the memory of `event`.
std::optional<StoreError> take_event(Sequence sequence, std::string_view bytes, StoredEvent& event);

// Reads the events of the log one after another, and counts them: a scan that ends early or skips a
// number is an error, even if the database reports none. One thread.
class EventReader {
 public:
  EventReader(const RocksDatabase& database, Sequence first);
  ~EventReader();
  EventReader(EventReader&&) noexcept;
  EventReader& operator=(EventReader&&) noexcept;

  // Reads the next event into `event`, whose memory is reused. REQUIRES: the log has it.
  std::optional<StoreError> next(StoredEvent& event);
  // Like next(), but gives the bytes without decoding them. Valid until the next call.
  std::optional<StoreError> next_bytes(std::string_view& bytes);
  // Continues at another event.
  void seek(Sequence first);

 private:
  std::unique_ptr<rocksdb::Iterator> events_;
  Sequence next_;
  bool given_ = false;  // the iterator stands at the previous event
};

// EventStore::read_unproven() from `first` to `last`. REQUIRES: the log has `last`.
Result<Sequence, StoreError> read_unproven_bytes(const RocksDatabase& database,
                                                 Sequence first,
                                                 Sequence last,
                                                 const EventStore::BytesSink& sink);

// EventStore::read_bytes() from `first` to `last`. REQUIRES: the log has `last`.
Result<Sequence, StoreError> read_event_bytes(const RocksDatabase& database,
                                              Sequence first,
                                              Sequence last,
                                              const EventStore::BytesSink& sink);

// EventStore::read() from `first` to `last`. A long range is decoded and hashed by several threads
// at once, ahead of the sink. The sink is called on the caller's thread alone.
Result<Sequence, StoreError> read_events(const RocksDatabase& database,
                                         Sequence first,
                                         Sequence last,
                                         const EventStore::Sink& sink);

}  // namespace countersign
