// Queries of the start and of the survey (projections/erasure/file_survey.h).
#include <string>
#include <utility>
#include <variant>

#include "projections/fold/record_bytes.h"
#include "projections/queries/queries.h"
#include "projections/views/keys.h"
#include "projections/views/session/files.h"
#include "projections/views/session/sessions.h"

namespace countersign {

Result<bool, StoreError> Queries::any_file(
    const std::function<bool(const FileId& file, const FileEntry& entry)>& is_it) const {
  bool sound = true;
  bool found = false;
  const auto scanned =
      views_.scan(space::kFiles, {}, [&](std::string_view key, std::string_view bytes) {
        const std::optional<FileId> file = Files::parse(key);
        const std::optional<FileEntry> entry = from_bytes<FileEntry>(bytes);
        sound = file && entry;
        found = sound && is_it(*file, *entry);
        return sound && !found;
      });
  if (!scanned) return scanned.error();
  if (!sound) return StoreError::Corrupt;
  return found;
}

Result<std::vector<Session>, StoreError> Queries::sessions_behind(
    const std::optional<SessionId>& after, std::size_t limit) const {
  std::vector<Session> sessions;
  if (limit == 0) return sessions;
  bool sound = true;
  // The key directly behind a key is that key followed by a zero byte.
  const std::string from = after ? Sessions::key(*after) + '\0' : std::string();
  const auto scanned =
      views_.scan(space::kSessions, from, [&](std::string_view, std::string_view bytes) {
        std::optional<Session> session = from_bytes<Session>(bytes);
        sound = session.has_value();
        if (sound) sessions.push_back(*std::move(session));
        return sound && sessions.size() < limit;
      });
  if (!scanned) return scanned.error();
  if (!sound) return StoreError::Corrupt;
  return sessions;
}

Result<std::vector<SessionId>, StoreError> Queries::purged_since(Sequence before) const {
  std::vector<SessionId> sessions;
  if (before >= head()) return sessions;
  const auto read = events_.read(Sequence(before.value() + 1), [&](const StoredEvent& event) {
    const auto session = session_of(event.recorded.stream);
    if (session && std::holds_alternative<FilesPurged>(event.recorded.event)) {
      sessions.push_back(*session);
    }
    return true;
  });
  if (!read) return read.error();
  return sessions;
}

Result<std::vector<KeySlotId>, StoreError> Queries::slots_with_leaves() const {
  const std::string prefix = Keys::reserved_key({});
  std::vector<KeySlotId> slots;
  const auto scanned =
      views_.scan(space::kKeys, prefix, [&](std::string_view key, std::string_view) {
        if (!key.starts_with(prefix)) return false;
        if (const auto slot = parse_key_slot_id(key.substr(prefix.size()))) slots.push_back(*slot);
        return true;
      });
  if (!scanned) return scanned.error();
  return slots;
}

}  // namespace countersign
