#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/big_endian.h"
#include "core/ids.h"
#include "events/stored_event.h"
#include "events/tlog/tree/tile.h"
#include "events/view_store.h"

// The keys and values of the log's database, as rocks/rocks_event_log.h lists them. Integers are
// big-endian, so that keys sort like their numbers.
namespace countersign::log_record {

inline constexpr std::string_view kFormatKey = "format";
inline constexpr std::string_view kFormat = "2";
inline constexpr std::string_view kHeadKey = "head";
inline constexpr std::string_view kActiveKey = "active";

constexpr std::string_view generation_key(ViewGeneration generation) {
  return generation == ViewGeneration::A ? "slot-a" : "slot-b";
}

inline void append_u64(std::string& out, std::uint64_t value) { append_big_endian(out, value); }

// REQUIRES: at least 8 bytes.
inline std::uint64_t u64_of(std::string_view bytes) { return big_endian<std::uint64_t>(bytes); }

inline std::string sequence_key(Sequence sequence) {
  std::string key;
  append_u64(key, sequence.value());
  return key;
}

inline std::string stream_key(const StreamId& stream, StreamVersion version) {
  std::string key;
  key.reserve(stream.value().size() + 9);
  key.append(stream.value()).push_back('\0');
  append_u64(key, version.value());
  return key;
}

// The key of a tile of hashes. Its value is the tile's bytes, rewritten longer until it is full.
inline std::string tile_key(const tlog::Tile& tile) {
  std::string key(1, static_cast<char>(tile.level));
  append_u64(key, tile.index);
  return key;
}

inline std::string session_key(const SessionId& session) {
  return {reinterpret_cast<const char*>(session.value().data()), session.value().size()};
}

inline std::optional<SessionId> parse_session_key(std::string_view key) {
  Uuid session{};
  if (key.size() != session.size()) return std::nullopt;
  std::copy(key.begin(), key.end(), session.begin());
  return SessionId(session);
}

inline std::string head_value(const LogHead& head) {
  std::string value;
  append_u64(value, head.sequence.value());
  value.append(reinterpret_cast<const char*>(head.leaf.value().data()), head.leaf.value().size());
  append_u64(value, static_cast<std::uint64_t>(head.at.value()));
  value.append(reinterpret_cast<const char*>(head.root.data()), head.root.size());
  return value;
}

inline std::optional<LogHead> parse_head(std::string_view value) {
  if (value.size() != 80) return std::nullopt;
  Digest leaf{};
  std::copy_n(value.begin() + 8, leaf.size(), leaf.begin());
  Digest root{};
  std::copy_n(value.begin() + 48, root.size(), root.begin());
  return LogHead{Sequence(u64_of(value)),
                 Sha256(leaf),
                 UtcTime(static_cast<std::int64_t>(u64_of(value.substr(40)))),
                 root};
}

inline std::string_view generation_value(ViewGeneration generation) {
  return generation == ViewGeneration::A ? "a" : "b";
}

inline std::optional<ViewGeneration> parse_generation(std::string_view value) {
  if (value == "a") return ViewGeneration::A;
  if (value == "b") return ViewGeneration::B;
  return std::nullopt;
}

inline std::string state_value(const GenerationState& state) {
  std::string value;
  append_u64(value, state.folded.value());
  return value + state.versions;
}

inline std::optional<GenerationState> parse_state(std::string_view value) {
  if (value.size() < 8) return std::nullopt;
  return GenerationState{std::string(value.substr(8)), Sequence(u64_of(value))};
}

}  // namespace countersign::log_record
