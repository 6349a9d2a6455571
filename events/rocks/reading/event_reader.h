#pragma once
#include <memory>
#include <optional>
#include <string_view>

#include "core/ids.h"
#include "core/result.h"
#include "events/event_log.h"
#include "events/rocks/database/rocks_database.h"

namespace countersign {

// The event that stands under its number, or Corrupt when these bytes are another's or no
// event's. `event` is used again.
std::optional<StoreError> take_event(Sequence sequence, std::string_view bytes, StoredEvent& event);

// Reads the events of the log one after another, and counts: a scan that ends early or
// skips a number is an error, whatever the database says of it. One thread.
class EventReader {
 public:
  EventReader(const RocksDatabase& database, Sequence first);
  ~EventReader();
  EventReader(EventReader&&) noexcept;
  EventReader& operator=(EventReader&&) noexcept;

  // The next one into `event`, which is used again. REQUIRES: the log has it.
  std::optional<StoreError> next(StoredEvent& event);
  // The same, of its bytes alone and whatever they are; there until the next call.
  std::optional<StoreError> next_bytes(std::string_view& bytes);
  // Goes on at another place.
  void seek(Sequence first);

 private:
  std::unique_ptr<rocksdb::Iterator> events_;
  Sequence next_;
  bool given_ = false;  // the iterator stands at the event before
};

// EventLog::read_bytes() from `first` to `last`. REQUIRES: the log has `last`.
Result<Sequence, StoreError> read_event_bytes(const RocksDatabase& database,
                                              Sequence first,
                                              Sequence last,
                                              const EventLog::BytesSink& sink);

// EventLog::read() from `first` to `last`. A long stretch is decoded and hashed by several
// threads at once, ahead of the sink, which is called on the caller's alone.
Result<Sequence, StoreError> read_events(const RocksDatabase& database,
                                         Sequence first,
                                         Sequence last,
                                         const EventLog::Sink& sink);

}  // namespace countersign
