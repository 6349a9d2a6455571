#pragma once
#include <functional>
#include <optional>
#include <string_view>

#include "core/result.h"
#include "core/stream/recorded_event.h"
#include "events/store_error.h"
#include "events/stored_event.h"

namespace countersign {

// The events of the log, for readers: in the order of the log, by stream, and one by one.
//
// Threading: every function is thread-safe and sees whole batches of the writer. Failure: errors
// are values, and reads go on after the log has stopped.
class EventStore {
 public:
  virtual ~EventStore() = default;

  virtual LogHead head() const = 0;

  // Calls `sink` on the caller's thread for each event from `first` to the head at the time of the
  // call, oldest first, until it returns false. Returns the last sequence given to it. Counts the
  // events: a scan that ends before the head is Corrupt. REQUIRES: `first` is at least 1.
  using Sink = std::function<bool(const StoredEvent&)>;
  virtual Result<Sequence, StoreError> read(Sequence first, const Sink& sink) const = 0;
  // Like read(), but gives only the stored bytes and does not decode them. The bytes under a full
  // tile must have the tile's hashes, so a changed byte is Corrupt. Runs on the caller's thread
  // alone.
  using BytesSink = std::function<bool(Sequence sequence, std::string_view bytes)>;
  virtual Result<Sequence, StoreError> read_bytes(Sequence first, const BytesSink& sink) const = 0;
  // The same without the comparison, for a caller that hashes every event itself and compares the
  // hashes: each event is hashed once.
  virtual Result<Sequence, StoreError> read_unproven(Sequence first,
                                                     const BytesSink& sink) const = 0;
  virtual Result<StreamVersion, StoreError> read_stream(const StreamId& stream,
                                                        const Sink& sink) const = 0;
  // Returns the event that is listed under this version of the stream, if there is one. Does not
  // read the event.
  virtual Result<std::optional<Sequence>, StoreError> place(const StreamId& stream,
                                                            StreamVersion version) const = 0;
  // Calls `sink` on the caller's thread for each entry of the streams' lists, as they were at the
  // time of the call, in any order, until it returns false. An entry of another form is Corrupt. A
  // scan of entries that cannot be read may also just end: who needs every entry counts them.
  using PlaceSink = std::function<bool(const StreamId&, StreamVersion, Sequence)>;
  virtual std::optional<StoreError> read_places(const PlaceSink& sink) const = 0;
  virtual Result<std::optional<StoredEvent>, StoreError> find(Sequence sequence) const = 0;
};

}  // namespace countersign
