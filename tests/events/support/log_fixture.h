#pragma once
#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/check.h"
#include "events/event_log.h"
#include "events/record/codec.h"
#include "tests/events/support/temp_folder.h"

namespace countersign::test {

inline constexpr ViewSpace kSpace = 7;

inline SessionId session_id(std::uint8_t number) { return SessionId(Uuid{number}); }

// A log in a temporary folder, with shorthands to append to the log and to inspect it.
class LogFixture {
 public:
  explicit LogFixture(EventLog::Options options = {}) : options_(options) { open(); }

  const std::filesystem::path& folder() const { return folder_.path(); }
  EventLog& log() {
    check(log_ != nullptr, "the log of the fixture is open");
    return *log_;
  }

  // Returns an empty string, or the message with which the log was refused.
  std::string try_open(EventLog::Options options) {
    log_.reset();
    auto opened = EventLog::open(folder(), options);
    if (!opened) return opened.error();
    log_ = *std::move(opened);
    return "";
  }
  std::string try_open() { return try_open(options_); }
  void open() { REQUIRE(try_open() == ""); }
  void close() { log_.reset(); }

  // An event of the stream with the next sequence of the log.
  StoredEvent next(std::uint8_t stream, std::string reason = "because") {
    const LogHead head = log().head();
    return event(head.sequence.value() + 1 + pending_.size(), stream, std::move(reason));
  }
  // Adds such an event to the batch that append() writes.
  LogFixture& with(std::uint8_t stream, std::string reason = "because") {
    pending_.push_back(next(stream, std::move(reason)));
    return *this;
  }
  LogFixture& with_key(std::uint8_t session, std::optional<std::string> wrapped) {
    keys_.push_back({session_id(session), std::move(wrapped)});
    return *this;
  }
  LogFixture& with_view(std::string key, std::string value) {
    views_[std::move(key)] = std::move(value);
    return *this;
  }
  std::optional<StoreError> append() {
    const std::unique_ptr<ViewBatch> batch = log().begin(nullptr);
    for (const auto& [key, value] : views_) batch->put(kSpace, key, value);
    const auto error = log().append(pending_, *batch, keys_);
    if (error) {
      for (const StoredEvent& stored : pending_) --versions_[stored.recorded.stream.value()];
    }
    pending_.clear();
    keys_.clear();
    views_.clear();
    return error;
  }
  // Appends `count` groups of one event each.
  void append_events(int count) {
    for (int i = 0; i < count; ++i) REQUIRE_FALSE(with(static_cast<std::uint8_t>(i % 5)).append());
  }

  // The reasons of all events; "error" follows the events before a read error.
  std::vector<std::string> reasons(Sequence first = Sequence(1)) {
    std::vector<std::string> found;
    const auto end = log().read(first, [&](const StoredEvent& event) {
      found.push_back(std::get<HoldSet>(event.recorded.event).reason);
      return true;
    });
    if (!end) found.emplace_back("error");
    return found;
  }
  std::uint64_t count() { return log().head().sequence.value(); }
  std::optional<std::string> view(std::string_view key) { return *log().views().get(kSpace, key); }

 private:
  StoredEvent event(std::uint64_t sequence, std::uint8_t stream, std::string reason) {
    const StreamId id = stream_of(session_id(stream));
    const StreamVersion version(++versions_[id.value()]);
    return encode_stored({Sequence(sequence),
                          id,
                          version,
                          Sha256{},
                          UtcTime(static_cast<std::int64_t>(1'000'000 * sequence)),
                          {ActorKind::Operator, "uid:0"},
                          RequestId("r"),
                          std::nullopt,
                          std::nullopt,
                          HoldSet{std::move(reason)}});
  }

  TempFolder folder_;
  EventLog::Options options_;
  std::unique_ptr<EventLog> log_;
  std::map<std::string, std::uint64_t> versions_;
  std::vector<StoredEvent> pending_;
  std::vector<KeyChange> keys_;
  std::map<std::string, std::string> views_;
};

}  // namespace countersign::test
