#include "events/rocks/stream_check.h"

#include "core/check.h"
#include "events/record/log_record.h"

namespace countersign {

std::optional<StoreError> StreamCheck::next(const StreamId& stream, StreamVersion version) {
  const auto [place, fresh] = versions_.try_emplace(stream.value(), version);
  if (!fresh) {
    check(version.value() == place->second.value() + 1,
          "the versions of a stream's events in an append are consecutive");
    place->second = version;
    return std::nullopt;
  }
  check(version.value() >= 1, "the version of an event in its stream is at least 1");
  if (version.value() > 1) {
    const auto before = find(stream, StreamVersion(version.value() - 1));
    if (!before) return StoreError::Unreadable;
    if (!*before) return StoreError::Corrupt;
  }
  const auto taken = find(stream, version);
  if (!taken) return StoreError::Unreadable;
  if (*taken) return StoreError::Corrupt;
  return std::nullopt;
}

Result<std::optional<std::string>, StoreError> StreamCheck::find(const StreamId& stream,
                                                                 StreamVersion version) const {
  return database_.get(Family::Streams, log_record::stream_key(stream, version));
}

}  // namespace countersign
