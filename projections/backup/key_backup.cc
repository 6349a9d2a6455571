#include "projections/backup/key_backup.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "core/machine/files/atomic_file.h"
#include "core/machine/files/held_folder.h"
#include "core/text/counted.h"
#include "events/vault/key_slot_folder.h"
#include "projections/backup/backup_folder.h"
#include "projections/backup/places.h"
#include "projections/queries/slots_in_use.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLogFile = "LOG";
constexpr const char* kMasterKeyId = "MASTER-KEY-ID";
constexpr const char* kKeys = "keys";
constexpr const char* kDatabase = "log";  // in a data folder

std::string log_line(const Sha256& log) { return to_hex(log.value()) + '\n'; }

// Opened by the descriptor, so that the slots are those of the folder that was examined.
Result<std::unique_ptr<KeySlotFolder>, std::string> open_slots(const HeldFolder& folder,
                                                               bool writes,
                                                               RandomSource& random) {
  auto slots = KeySlotFolder::open(folder.pinned_path() / kKeys, writes, !writes, random);
  if (slots) return *std::move(slots);
  return "cannot open the key slots of " + folder.path().string() + ": " +
         std::string(name_of(slots.error()));
}

// Empty if the folder has no such file.
Result<std::optional<std::string>, std::string> read_marker(const HeldFolder& folder,
                                                            std::string_view name) {
  auto text = folder.read(name, AtomicFile::kBytesMax);
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

// The faults of the data folder's slots, each list sorted.
struct SlotFaults {
  std::set<KeySlotId> destroyed;  // by the log; never copied, wherever such a slot exists
  std::set<KeySlotId> damaged;    // exist, but do not open
  std::set<KeySlotId> gone;       // missing in the data folder; empty unless some of them were lost
  std::vector<KeySlotId> lost;    // of those, slots with keys of the log, and the service slot

  bool keeps(const KeySlotId& id) const { return damaged.contains(id) || gone.contains(id); }
};

class Mirror {
 public:
  Mirror(const KeySlotFolder& from, KeySlotFolder& to) : from_(from), to_(to) {}

  // Reads the slots of `from`, and lists those of `to`.
  std::optional<std::string> look() {
    const auto wanted = from_.list();
    const auto present = to_.list();
    auto parts = to_.list_parts();
    if (!wanted || !present || !parts) return "cannot list the key slots";
    for (const KeySlotId& id : *wanted) {
      auto files = from_.read(id);
      if (files) {
        wanted_[id] = *std::move(files);
      } else if (files.error() != VaultError::NotFound) {
        wanted_[id] = std::nullopt;
      }
    }
    present_.insert(present->begin(), present->end());
    present_parts_ = *std::move(parts);
    return std::nullopt;
  }

  // A slot that the log records as destroyed was not lost: its copy is destroyed whatever else is
  // missing. Other missing slots under which the log has no keys are destroyed in `to` only if no
  // slot was lost: otherwise `to` may have the only copies. A lost slot is missed even if `to`
  // never had a copy of it. REQUIRES: look().
  Result<SlotFaults, std::string> faults(const DataFolder& data, const GivenUp& given_up) const {
    SlotFaults found;
    const auto used = slots_in_use(data.log(), data.queries(), given_up);
    if (given_up()) return std::string(kBackupGivenUp);
    if (!used) return fmt::format("the keys of the log cannot be read: {}", describe(used.error()));
    std::set<KeySlotId> all = present_;
    all.insert(kServiceSlot);
    for (const auto& [id, files] : wanted_) all.insert(id);
    for (const auto& [id, sessions] : *used) all.insert(id);
    for (const KeySlotId& id : all) {
      const auto destroyed = data.queries().is_destroyed(id);
      if (!destroyed)
        return fmt::format("the view of keys cannot be read: {}", describe(destroyed.error()));
      if (*destroyed) {
        found.destroyed.insert(id);
      } else if (!wanted_.contains(id)) {
        found.gone.insert(id);
      } else if (is_damaged(data.keys(), id)) {
        found.damaged.insert(id);
      }
    }
    for (const KeySlotId& id : found.gone) {
      if (id == kServiceSlot || used->contains(id)) found.lost.push_back(id);
    }
    if (found.lost.empty()) found.gone.clear();
    return found;
  }

  // Makes `to` equal to `from`. First destroys the slots of `to` that must no longer exist.
  // REQUIRES: look().
  Result<KeyBackupReport, std::string> run(const SlotFaults& faults, const GivenUp& given_up) {
    for (const KeySlotId& id : present_) {
      if (given_up()) return std::string(kBackupGivenUp);
      const bool stays = wanted_.contains(id) || faults.keeps(id);
      if (stays && !faults.destroyed.contains(id)) continue;
      if (!to_.destroy(id)) return "cannot destroy the key slot " + to_string(id);
      ++report_.destroyed;
    }
    for (const auto& [id, files] : wanted_) {
      if (given_up()) return std::string(kBackupGivenUp);
      if (faults.destroyed.contains(id)) continue;
      ++report_.slots;
      if (faults.damaged.contains(id)) continue;
      if (!files || !copy(id, *files)) return "cannot copy the key slot " + to_string(id);
    }
    return report_;
  }

  // True if `to` has a copy that opens.
  bool has_good_copy(const KeyRing& ring, const KeySlotId& id) const {
    const auto files = to_.read(id);
    return files && ring.opens(id, *files);
  }

 private:
  // REQUIRES: `id` is a slot of the data folder.
  bool is_damaged(const KeyRing& ring, const KeySlotId& id) const {
    const std::optional<KeySlotFiles>& files = wanted_.at(id);
    return !files || !ring.opens(id, *files);
  }

  // The parts that the copy no longer lists are destroyed last: until then it opens with them.
  bool copy(const KeySlotId& id, const KeySlotFiles& files) {
    const auto written = to_.copy(id, files);
    if (!written) return false;
    if (*written) ++report_.written;
    std::set<std::uint32_t> unlisted = present_parts_[id];
    for (const auto& [part, bytes] : files.parts) unlisted.erase(part);
    return unlisted.empty() || to_.destroy_parts(id, unlisted).has_value();
  }

  const KeySlotFolder& from_;
  KeySlotFolder& to_;
  std::map<KeySlotId, std::optional<KeySlotFiles>> wanted_;  // empty: it cannot be read
  std::set<KeySlotId> present_;
  KeySlotFolder::PartsOnDisk present_parts_;  // of `to`, listed or not
  KeyBackupReport report_;
};

std::optional<std::string> refusal(const DataFolder& data, const fs::path& to) {
  if (lies_in(to, data.path()) || lies_in(data.path(), to)) {
    return to.string() + " lies in the data folder, or contains it; choose another folder";
  }
  if (const auto holder = holder_of(to, backup_folder::kMark)) {
    return holder->string() + " has backups of data; choose a folder apart from them for the keys";
  }
  return std::nullopt;
}

// A folder in which other users could add or remove slots is not a backup. A folder with other
// content is refused, by whatever path it was reached.
std::optional<std::string> refusal_to_write(const HeldFolder& held) {
  const auto entries = held.list();
  if (!entries) return entries.error().why;
  if (!entries->empty() && !held.kind_of(kLogFile)) {
    return held.path().string() + " is not empty, and is not a copy of keys; choose another folder";
  }
  if (auto why = held.refusal_to_write()) return why;
  if (!held.kind_of(kKeys)) return std::nullopt;
  return held.refusal_to_write(kKeys);
}

std::string of_another_log(const fs::path& folder) {
  return folder.string() + " has the keys of another log";
}

// RocksDB follows links and waits for pipes; a log has neither.
bool is_plain_database(const HeldFolder& folder) {
  bool plain = true;
  const auto failed = folder.walk(kDatabase, [&](const std::string&, HeldFolder::Kind kind) {
    plain = plain && (kind == HeldFolder::Kind::File || kind == HeldFolder::Kind::Folder);
  });
  return plain && !failed;
}

// A backup of keys names its log, and a data folder contains it.
Result<KeyOwner, std::string> owner_of(const HeldFolder& folder, const Sha256& log) {
  const auto line = read_marker(folder, kLogFile);
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

// The remedy for lost and damaged slots, for the operator; empty if all slots are sound.
std::string sentence_of(const SlotFaults& faults,
                        const Mirror& mirror,
                        const DataFolder& data,
                        const fs::path& to) {
  if (faults.lost.empty() && faults.damaged.empty()) return "";
  const std::string own = (data.path() / kKeys).string();
  const std::string copies = (to / kKeys).string();
  std::string text;
  if (!faults.lost.empty()) {
    text += fmt::format("{} {} missing in {}, and keys of the log are under {}: {}; ",
                        counted(faults.lost.size(), "key slot"),
                        agreeing(faults.lost.size(), "is", "are"),
                        own,
                        agreeing(faults.lost.size(), "it", "them"),
                        list_of_slots(faults.lost));
  }
  const std::vector<KeySlotId> damaged(faults.damaged.begin(), faults.damaged.end());
  if (!damaged.empty()) {
    text += fmt::format("{} in {} {} damaged, or {} written with another master key: {}; ",
                        counted(damaged.size(), "key slot"),
                        own,
                        agreeing(damaged.size(), "is", "are"),
                        agreeing(damaged.size(), "was", "were"),
                        list_of_slots(damaged));
  }
  std::vector<KeySlotId> good;
  std::vector<KeySlotId> bad;
  for (const auto& slots : {faults.lost, damaged}) {
    for (const KeySlotId& id : slots)
      (mirror.has_good_copy(data.keys(), id) ? good : bad).push_back(id);
  }
  text += "no copy of them was destroyed or replaced";
  if (!good.empty()) {
    text += fmt::format(
        "; put back from {}, and then start the server again: {}", copies, list_of_slots(good));
  }
  if (!bad.empty()) text += fmt::format("; {} has no good copy of {}", copies, list_of_slots(bad));
  return text;
}

}  // namespace

Result<KeyBackupReport, BackupFault> back_up_keys(const DataFolder& data,
                                                  const fs::path& to,
                                                  RandomSource& random,
                                                  const GivenUp& given_up) {
  const auto refused = [](std::string why) { return BackupFault{true, std::move(why)}; };
  const auto failed = [](std::string why) { return BackupFault{false, std::move(why)}; };
  if (auto why = refusal(data, to)) return refused(*std::move(why));
  const auto log = identity_of(data.log());
  if (!log) return failed(fmt::format("the log cannot be read: {}", describe(log.error())));
  if (!*log) return refused("the log is empty: there is nothing to back up yet");

  const auto held = HeldFolder::make(to);
  if (!held) return refused(held.error().why);
  if (auto why = refusal_to_write(*held)) return refused(*std::move(why));
  const auto line = read_marker(*held, kLogFile);
  if (!line) return failed(line.error());
  if (*line && **line != log_line(**log)) return refused(of_another_log(to));
  if (auto why = write_marker(*held, kLogFile, log_line(**log))) return failed(*std::move(why));
  FairMutex& turn = data.erasure().turn();
  if (!turn.lock_unless(given_up)) return failed(std::string(kBackupGivenUp));
  const FairMutexLock in_turn(turn, FairMutexLock::Taken{});
  const auto own = HeldFolder::open(data.path());
  if (!own) return failed(own.error().why);
  const auto source = open_slots(*own, false, random);
  if (!source) return failed(source.error());
  const auto target = open_slots(*held, true, random);
  if (!target) return failed(target.error());
  Mirror mirror(**source, **target);
  if (auto why = mirror.look()) return failed(*std::move(why));
  const auto faults = mirror.faults(data, given_up);
  if (!faults) return failed(faults.error());
  auto report = mirror.run(*faults, given_up);
  if (!report) return failed(report.error());
  const auto key_id = read_marker(*own, kMasterKeyId);
  if (!key_id) return failed(key_id.error());
  if (auto why = write_marker(*held, kMasterKeyId, key_id->value_or(""))) {
    return failed(*std::move(why));
  }
  const std::string why = sentence_of(*faults, mirror, data, to);
  if (why.empty()) return *report;
  return failed(why);
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
    return from.string() + " is neither a copy of keys nor a data folder";
  }
  const auto owner = owner_of(*held, log);
  if (!owner) return owner.error();
  const auto source = open_slots(*held, false, random);
  if (!source) return source.error();
  const auto target = open_slots(data, true, random);
  if (!target) return target.error();
  Mirror mirror(**source, **target);
  if (auto why = mirror.look()) return *std::move(why);
  const auto report = mirror.run({}, GivenUp());
  if (!report) return report.error();
  if (auto why = write_marker(data, kMasterKeyId, **key_id)) return *std::move(why);
  return *owner;
}

}  // namespace countersign
