#pragma once
#include <map>
#include <memory>
#include <string>

#include "core/check.h"
#include "events/event_log.h"
#include "tests/projections/support/history.h"

namespace countersign {

// A read-only log over a history.
class FrozenLog : public EventLog {
 public:
  explicit FrozenLog(History& history) : history_(history) {}

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
  Result<Sequence, StoreError> read_bytes(Sequence, const BytesSink&) const override {
    return no<StoreError>();
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
  Result<std::optional<Sequence>, StoreError> place(const StreamId&, StreamVersion) const override {
    return no<StoreError>();
  }
  Result<std::optional<StoredEvent>, StoreError> find(Sequence sequence) const override {
    if (sequence.value() == 0 || sequence.value() > events().size()) {
      return std::optional<StoredEvent>();
    }
    return std::optional(events()[sequence.value() - 1]);
  }
  const Views& views() const override { return history_.views(); }
  Result<std::optional<std::string>, StoreError> wrapped_key(const SessionId&) const override {
    return std::optional<std::string>();
  }
  bool has_room() const override { return true; }
  std::unique_ptr<KeyScan> begin_key_scan() const override {
    check(false, "the keys of a frozen log are not scanned");
    return nullptr;
  }
  std::optional<StoreError> replace_keys(const std::vector<KeyChange>&) override {
    return no<std::optional<StoreError>>();
  }

  std::unique_ptr<ViewBatch> begin(const ViewBatch*) override {
    return no<std::unique_ptr<ViewBatch>>();
  }
  std::optional<StoreError> append(const std::vector<StoredEvent>&,
                                   ViewBatch&,
                                   const std::vector<KeyChange>&) override {
    return no<std::optional<StoreError>>();
  }
  Result<std::optional<std::string>, StoreError> tile(const tlog::Tile&) const override {
    return std::optional<std::string>();
  }
  ViewGeneration active_generation() const override { return ViewGeneration::A; }
  Result<GenerationState, StoreError> state_of(ViewGeneration) const override {
    return GenerationState{projection_versions(), head().sequence};
  }
  std::optional<StoreError> clear_generation(ViewGeneration) override {
    return no<std::optional<StoreError>>();
  }
  std::unique_ptr<ViewBatch> begin_in(ViewGeneration) override {
    return no<std::unique_ptr<ViewBatch>>();
  }
  std::optional<StoreError> write_generation(ViewBatch&,
                                             ViewGeneration,
                                             const GenerationState&) override {
    return no<std::optional<StoreError>>();
  }
  std::optional<StoreError> activate(ViewGeneration) override {
    return no<std::optional<StoreError>>();
  }
  Result<std::optional<std::string>, StoreError> first_difference(ViewGeneration,
                                                                  ViewGeneration) const override {
    return std::optional<std::string>();
  }
  std::optional<StoreError> scrub_keys() override { return no<std::optional<StoreError>>(); }
  std::optional<StoreError> write_anchor() override { return no<std::optional<StoreError>>(); }

 private:
  template <class T>
  static T no() {
    check(false, "a frozen log is only read");
    return T();
  }
  const std::vector<StoredEvent>& events() const { return history_.events(); }

  History& history_;
};

}  // namespace countersign
