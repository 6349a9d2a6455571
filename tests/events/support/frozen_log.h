#pragma once
#include <optional>
#include <vector>

#include "events/event_store.h"
#include "tests/projections/support/history.h"

namespace countersign {

// The events of a history, for readers.
class FrozenLog : public EventStore {
 public:
  explicit FrozenLog(const History& history) : history_(history) {}

  LogHead head() const override {
    if (events().empty()) return {};
    const StoredEvent& last = events().back();
    return {last.recorded.sequence, last.leaf, last.recorded.at};
  }
  Result<Sequence, StoreError> read(Sequence first, const Sink& sink) const override {
    for (const StoredEvent& event : events()) {
      if (event.recorded.sequence >= first && !sink(event)) break;
    }
    return head().sequence;
  }
  Result<Sequence, StoreError> read_bytes(Sequence first, const BytesSink& sink) const override {
    return read(first, [&](const StoredEvent& event) {
      return sink(event.recorded.sequence, event.bytes);
    });
  }
  Result<Sequence, StoreError> read_unproven(Sequence first, const BytesSink& sink) const override {
    return read_bytes(first, sink);
  }
  Result<StreamVersion, StoreError> read_stream(const StreamId& stream,
                                                const Sink& sink) const override {
    StreamVersion last;
    for (const StoredEvent& event : events()) {
      if (event.recorded.stream != stream) continue;
      last = event.recorded.version;
      if (!sink(event)) break;
    }
    return last;
  }
  Result<std::optional<Sequence>, StoreError> place(const StreamId& stream,
                                                    StreamVersion version) const override {
    for (const StoredEvent& event : events()) {
      if (event.recorded.stream == stream && event.recorded.version == version) {
        return std::optional(event.recorded.sequence);
      }
    }
    return std::optional<Sequence>();
  }
  std::optional<StoreError> read_places(const PlaceSink& sink) const override {
    for (const StoredEvent& event : events()) {
      const RecordedEvent& recorded = event.recorded;
      if (!sink(recorded.stream, recorded.version, recorded.sequence)) break;
    }
    return std::nullopt;
  }
  Result<std::optional<StoredEvent>, StoreError> find(Sequence sequence) const override {
    if (sequence.value() == 0 || sequence.value() > events().size()) {
      return std::optional<StoredEvent>();
    }
    return std::optional(events()[sequence.value() - 1]);
  }

 private:
  const std::vector<StoredEvent>& events() const { return history_.events(); }

  const History& history_;
};

}  // namespace countersign
