#pragma once
#include <optional>

#include "core/result.h"
#include "core/stream/recorded_event.h"
#include "events/event_store.h"
#include "events/rocks/database/rocks_database.h"

namespace countersign {

// EventStore::place().
Result<std::optional<Sequence>, StoreError> find_place(const RocksDatabase& database,
                                                       const StreamId& stream,
                                                       StreamVersion version);

// EventStore::read_places().
std::optional<StoreError> read_stream_places(const RocksDatabase& database,
                                             const EventStore::PlaceSink& sink);

// EventStore::find().
Result<std::optional<StoredEvent>, StoreError> find_event(const RocksDatabase& database,
                                                          Sequence sequence);

// EventStore::read_stream().
Result<StreamVersion, StoreError> read_stream_events(const RocksDatabase& database,
                                                     const StreamId& stream,
                                                     const EventStore::Sink& sink);

}  // namespace countersign
