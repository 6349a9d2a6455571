#include "events/rocks/reading/stream_reader.h"

#include <rocksdb/iterator.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "events/record/log_record.h"
#include "events/rocks/reading/event_reader.h"

namespace countersign {

Result<std::optional<Sequence>, StoreError> find_place(const RocksDatabase& database,
                                                       const StreamId& stream,
                                                       StreamVersion version) {
  const auto stored = database.get(Family::Streams, log_record::stream_key(stream, version));
  if (!stored) return stored.error();
  if (!*stored) return std::optional<Sequence>();
  if ((*stored)->size() != 8) return StoreError::Corrupt;
  return std::optional(Sequence(log_record::u64_of(**stored)));
}

std::optional<StoreError> read_stream_places(const RocksDatabase& database,
                                             const EventStore::PlaceSink& sink) {
  constexpr std::size_t kVersionBytes = 8;
  const auto entries = database.scan(Family::Streams);
  for (entries->SeekToFirst(); entries->Valid(); entries->Next()) {
    const std::string_view key = entries->key().ToStringView();
    const std::string_view place = entries->value().ToStringView();
    if (key.size() <= kVersionBytes || place.size() != 8) return StoreError::Corrupt;
    const std::size_t end = key.size() - kVersionBytes - 1;  // of the stream's name
    if (key[end] != '\0') return StoreError::Corrupt;
    const StreamId stream{std::string(key.substr(0, end))};
    const StreamVersion version(log_record::u64_of(key.substr(end + 1)));
    if (!sink(stream, version, Sequence(log_record::u64_of(place)))) return std::nullopt;
  }
  if (!entries->status().ok()) return store_error_of(entries->status());
  return std::nullopt;
}

Result<std::optional<StoredEvent>, StoreError> find_event(const RocksDatabase& database,
                                                          Sequence sequence) {
  const auto bytes = database.get(Family::Events, log_record::sequence_key(sequence));
  if (!bytes) return bytes.error();
  if (!*bytes) return std::optional<StoredEvent>();
  StoredEvent event;
  if (const auto error = take_event(sequence, **bytes, event)) return *error;
  return std::optional(std::move(event));
}

Result<StreamVersion, StoreError> read_stream_events(const RocksDatabase& database,
                                                     const StreamId& stream,
                                                     const EventStore::Sink& sink) {
  // By key, not by scan: a key that cannot be read is an error, while a scan may just end.
  for (StreamVersion given(0);;) {
    const StreamVersion next(given.value() + 1);
    const auto sequence = find_place(database, stream, next);
    if (!sequence) return sequence.error();
    if (!*sequence) return given;
    const auto event = find_event(database, **sequence);
    if (!event) return event.error();
    if (!*event) return StoreError::Corrupt;
    const RecordedEvent& recorded = (*event)->recorded;
    if (recorded.stream != stream || recorded.version != next) return StoreError::Corrupt;
    given = next;
    if (!sink(**event)) return given;
  }
}

}  // namespace countersign
