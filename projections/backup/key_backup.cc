#include "projections/backup/key_backup.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "events/vault/held_folder.h"
#include "events/vault/key_slot_folder.h"
#include "projections/backup/backup_folder.h"
#include "projections/marker_file.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLog = "LOG";
constexpr const char* kMasterKeyId = "MASTER-KEY-ID";
constexpr const char* kKeys = "keys";
constexpr const char* kDatabase = "log";  // of a data folder

std::string log_line(const Sha256& log) { return to_hex(log.value()) + '\n'; }

// Reached by the descriptor, so that the slots stay those of the folder that was looked at.
Result<std::unique_ptr<KeySlotFolder>, std::string> open_slots(const HeldFolder& folder,
                                                               bool writes,
                                                               RandomSource& random) {
  auto slots = KeySlotFolder::open(folder.pinned_path() / kKeys, writes, !writes, random);
  if (slots) return *std::move(slots);
  return "cannot open the key slots of " + folder.path().string() + ": " +
         std::string(name_of(slots.error()));
}

// Nothing if the folder has no such file.
Result<std::optional<std::string>, std::string> read_marker(const HeldFolder& folder,
                                                            std::string_view name) {
  auto text = folder.read(name, MarkerFile::kBytesMax);
  if (text) return std::optional(*std::move(text));
  if (text.error().not_there) return std::optional<std::string>();
  return text.error().why;
}

std::optional<std::string> write_marker(const HeldFolder& folder,
                                        std::string_view name,
                                        std::string_view text) {
  auto failed = folder.replace(name, text);
  if (!failed) return std::nullopt;
  return std::move(failed->why);
}

// Under which the log has keys that open stored files. A scan that ended early is an error.
Result<std::set<KeySlotId>, std::string> slots_in_use(const DataFolder& data) {
  const auto totals = data.queries().totals();
  if (!totals) return std::string(describe(totals.error()));
  std::set<KeySlotId> slots;
  const auto rows =
      data.log().begin_key_scan()->read([&](const SessionId&, std::string_view wrapped) {
        if (const auto of = slots_of(WrappedKey(std::string(wrapped)))) slots.insert(of->slot);
      });
  if (!rows) return std::string(describe(rows.error()));
  if (*rows < totals->sessions_created - totals->sessions_purged) {
    return std::string("the log's keys could not be read whole");
  }
  return slots;
}

// The slots of `to` that the data folder has no more, if it has lost some: its log has keys under
// one of them, or it is the service slot. Then what `to` has may be all that there is.
Result<std::set<KeySlotId>, std::string> lost_slots(const DataFolder& data,
                                                    const KeySlotFolder& from,
                                                    const KeySlotFolder& to) {
  const auto wanted = from.list();
  const auto present = to.list();
  if (!wanted || !present) return std::string("cannot list the key slots");
  std::set<KeySlotId> gone(present->begin(), present->end());
  for (const KeySlotId& id : *wanted) gone.erase(id);
  if (gone.empty() || gone.contains(kServiceSlot)) return gone;
  const auto used = slots_in_use(data);
  if (!used) return used.error();
  const bool lost =
      std::ranges::any_of(gone, [&](const KeySlotId& id) { return used->contains(id); });
  if (!lost) gone.clear();
  return gone;
}

// Brings `to` to what `from` is, but for what is `kept`.
Result<KeyBackupReport, std::string> mirror(const KeySlotFolder& from,
                                            KeySlotFolder& to,
                                            const std::set<KeySlotId>& kept) {
  const auto failed = [](const KeySlotId& id) {
    return "cannot copy the key slot " + to_string(id);
  };
  const auto wanted = from.list();
  const auto present = to.list();
  if (!wanted || !present) return std::string("cannot list the key slots");
  KeyBackupReport report;
  // First what must not be there any more.
  for (const KeySlotId& id : *present) {
    if (std::ranges::count(*wanted, id) > 0 || kept.contains(id)) continue;
    if (!to.destroy(id)) return "cannot destroy the key slot " + to_string(id);
    ++report.destroyed;
  }
  for (const KeySlotId& id : *wanted) {
    const auto bytes = from.read(id);
    // One that the server has destroyed since the list was made.
    if (!bytes && bytes.error() == VaultError::NotFound) continue;
    if (!bytes) return failed(id);
    ++report.slots;
    if (std::ranges::count(*present, id) > 0) {
      const auto before = to.read(id);
      if (before && *before == *bytes) continue;
    }
    if (!to.write(id, *bytes)) return failed(id);
    ++report.written;
  }
  return report;
}

std::optional<std::string> refusal(const DataFolder& data, const fs::path& to) {
  if (lies_in(to, data.path()) || lies_in(data.path(), to)) {
    return to.string() + " and the data folder must not lie in each other";
  }
  if (const auto holder = holder_of(to, backup_folder::kMark)) {
    return holder->string() + " has backups of data; keys must lie apart from them";
  }
  return std::nullopt;
}

// Slots that others could put there, or take away, would be no backup. A folder of something else
// is left alone, whatever path led to it.
std::optional<std::string> refusal_to_write(const HeldFolder& held) {
  const auto entries = held.list();
  if (!entries) return entries.error().why;
  if (!entries->empty() && !held.kind_of(kLog)) {
    return held.path().string() + " is not empty, and is no backup of keys";
  }
  if (auto why = held.refusal_to_write()) return why;
  if (!held.kind_of(kKeys)) return std::nullopt;
  return held.refusal_to_write(kKeys);
}

std::string of_another_log(const fs::path& folder) {
  return folder.string() + " has the keys of another log";
}

// RocksDB follows links and waits for pipes, which no log has.
bool is_plain_database(const HeldFolder& folder) {
  bool plain = true;
  const auto failed = folder.walk(kDatabase, [&](const std::string&, HeldFolder::Kind kind) {
    plain = plain && (kind == HeldFolder::Kind::File || kind == HeldFolder::Kind::Folder);
  });
  return plain && !failed;
}

// A backup of keys says whose they are, and a data folder has its log.
Result<KeyOwner, std::string> owner_of(const HeldFolder& folder, const Sha256& log) {
  const auto line = read_marker(folder, kLog);
  if (!line) return line.error();
  if (*line && **line != log_line(log)) return of_another_log(folder.path());
  if (*line) return KeyOwner::ThisLog;
  if (!is_plain_database(folder)) return KeyOwner::Unknown;
  const auto opened = EventLog::open(folder.pinned_path() / kDatabase, {.read_only = true});
  const auto own = opened ? identity_of(**opened) : StoreError::Corrupt;
  if (!own) return KeyOwner::Unknown;
  if (*own != log) return of_another_log(folder.path());
  return KeyOwner::ThisLog;
}

}  // namespace

Result<KeyBackupReport, BackupFault> back_up_keys(const DataFolder& data,
                                                  const fs::path& to,
                                                  RandomSource& random) {
  const auto refused = [](std::string why) { return BackupFault{true, std::move(why)}; };
  const auto failed = [](std::string why) { return BackupFault{false, std::move(why)}; };
  if (auto why = refusal(data, to)) return refused(*std::move(why));
  const auto log = identity_of(data.log());
  if (!log) return failed(std::string(describe(log.error())));
  if (!*log) return refused("the log is empty: there is nothing to back up yet");

  const auto held = HeldFolder::make(to);
  if (!held) return refused(held.error().why);
  if (auto why = refusal_to_write(*held)) return refused(*std::move(why));
  const auto line = read_marker(*held, kLog);
  if (!line) return failed(line.error());
  if (*line && **line != log_line(**log)) return refused(of_another_log(to));
  if (auto why = write_marker(*held, kLog, log_line(**log))) return failed(*std::move(why));
  const auto turn = data.erasure().turn();
  const auto own = HeldFolder::open(data.path());
  if (!own) return failed(own.error().why);
  const auto source = open_slots(*own, false, random);
  if (!source) return failed(source.error());
  const auto target = open_slots(*held, true, random);
  if (!target) return failed(target.error());
  const auto lost = lost_slots(data, **source, **target);
  if (!lost) return failed(lost.error());
  auto report = mirror(**source, **target, *lost);
  if (!report) return failed(report.error());
  const auto key_id = read_marker(*own, kMasterKeyId);
  if (!key_id) return failed(key_id.error());
  if (auto why = write_marker(*held, kMasterKeyId, key_id->value_or(""))) {
    return failed(*std::move(why));
  }
  if (lost->empty()) return *report;
  return failed(
      fmt::format("{} key slots are not in {} any more, and the log has keys under some of them: "
                  "they were lost, "
                  "so no copy of them was destroyed; put them back from {}",
                  lost->size(),
                  (data.path() / kKeys).string(),
                  (to / kKeys).string()));
}

Result<KeyOwner, std::string> restore_keys(const fs::path& from,
                                           const Sha256& log,
                                           const HeldFolder& data,
                                           RandomSource& random) {
  const auto held = HeldFolder::open(from);
  if (!held) return held.error().why;
  const auto key_id = read_marker(*held, kMasterKeyId);
  if (!key_id) return key_id.error();
  if (!*key_id) {
    return from.string() + " has no keys: neither a backup of keys nor a data folder";
  }
  const auto owner = owner_of(*held, log);
  if (!owner) return owner.error();
  const auto source = open_slots(*held, false, random);
  if (!source) return source.error();
  const auto target = open_slots(data, true, random);
  if (!target) return target.error();
  const auto report = mirror(**source, **target, {});
  if (!report) return report.error();
  if (auto why = write_marker(data, kMasterKeyId, **key_id)) return *std::move(why);
  return *owner;
}

}  // namespace countersign
