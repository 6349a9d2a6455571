#pragma once
#include <optional>
#include <string>

#include "core/check.h"
#include "events/event_log.h"
#include "events/record/codec.h"

namespace countersign::test {

// The stored form of an event that only a newer program knows: it continues the stream of the log's
// first event, of which it is a copy under a type without a reader. REQUIRES: that stream has no
// other event.
inline StoredEvent future_event(const EventStore& log) {
  const auto first = log.find(Sequence(1));
  check(first && *first, "a log that gets an event from the future has a first event");
  const LogHead head = log.head();
  RecordedEvent next = (*first)->recorded;
  next.sequence = Sequence(head.sequence.value() + 1);
  next.version = StreamVersion(2);
  next.previous = (*first)->leaf;
  next.at = head.at;
  std::string bytes = encode(next);
  const std::string member = "\"type\":\"";
  const std::size_t begin = bytes.find(member) + member.size();
  bytes.replace(begin, bytes.find('"', begin) - begin, "FromTheFuture");
  const Sha256 leaf = leaf_hash(bytes);
  return {std::move(next), std::move(bytes), leaf};
}

// Appends it as a newer program would. Returns why it cannot be appended.
inline std::optional<StoreError> append_future_event(EventLog& log) {
  const auto views = log.begin(nullptr);
  return log.append({future_event(log)}, *views, {});
}

}  // namespace countersign::test
