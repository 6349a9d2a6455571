#pragma once
#include <optional>

#include "core/result.h"
#include "core/stream/recorded_event.h"
#include "events/event_log.h"
#include "events/rocks/database/rocks_database.h"

namespace countersign {

// EventLog::place().
Result<std::optional<Sequence>, StoreError> find_place(const RocksDatabase& database,
                                                       const StreamId& stream,
                                                       StreamVersion version);

// EventLog::find().
Result<std::optional<StoredEvent>, StoreError> find_event(const RocksDatabase& database,
                                                          Sequence sequence);

// EventLog::read_stream().
Result<StreamVersion, StoreError> read_stream_events(const RocksDatabase& database,
                                                     const StreamId& stream,
                                                     const EventLog::Sink& sink);

}  // namespace countersign
