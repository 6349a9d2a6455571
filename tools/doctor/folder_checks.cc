#include "tools/doctor/folder_checks.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>

#include "core/ids.h"
#include "core/machine/files/file_access.h"
#include "core/machine/files/owned_fd.h"
#include "events/crypto/keys/master_key.h"
#include "events/crypto/secret.h"
#include "projections/backup/verify_backup.h"
#include "tools/terminal/quantity.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;

constexpr ::mode_t kWrittenByOthers = S_IWGRP | S_IWOTH;
constexpr ::mode_t kUsedByOthers = S_IRWXG | S_IRWXO;
constexpr const char* kStartFirst = "start the server first";

std::string why_not_seen() { return std::generic_category().message(errno); }

// Looks at a file or folder that must be of `owner` or of root, and give nobody else the rights in
// `forbidden`.
Finding check_access(const std::string& check,
                     const fs::path& path,
                     ::uid_t owner,
                     ::mode_t forbidden,
                     const std::string& remedy) {
  struct ::stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    return not_checked(check,
                       path.string() + " cannot be looked at: " + why_not_seen(),
                       "run this as the server's user or as root");
  }
  if (status.st_uid != owner && status.st_uid != 0) {
    return error(
        check,
        fmt::format("{} belongs to the user {}, who is neither the server's user {} nor root",
                    path.string(),
                    status.st_uid,
                    owner),
        fmt::format("chown {} {}", owner, path.string()));
  }
  if ((status.st_mode & forbidden) == 0) return good(check, path.string() + " is safe from others");
  return error(check,
               fmt::format("{} has mode {:04o}", path.string(), status.st_mode & 07777),
               remedy + " " + path.string());
}

void add_modes_within(Diagnosis& findings, const InstallationPlaces& places, ::uid_t owner) {
  for (const char* part :
       {"log", "files", "keys", "checkpoints", "webhooks", "reviewers", "inspectors"}) {
    const fs::path folder = places.data / part;
    std::error_code failed;
    if (!fs::exists(folder, failed)) continue;
    Finding found = check_access("modes", folder, owner, kWrittenByOthers, "chmod go-w");
    if (found.verdict != Verdict::Good) findings.push_back(std::move(found));
  }
}

void add_modes_of_key(Diagnosis& findings,
                      const char* check,
                      const std::optional<fs::path>& key,
                      const InstallationPlaces& places,
                      ::uid_t owner) {
  if (!key) return;
  std::error_code failed;
  if (lies_inside(*key, places.data)) {
    findings.push_back(error(check,
                             key->string() + " lies in the data folder, whose copies hold it",
                             "move it elsewhere, and change the setting"));
  } else if (fs::exists(*key, failed) || failed) {
    findings.push_back(check_access(check, *key, owner, kUsedByOthers, "chmod 0600"));
  } else if (places.is_new && key == places.signing_key) {
    findings.push_back(
        not_checked(check,
                    "there is no key at " + key->string() + " yet: the first start makes it",
                    kStartFirst));
  }
}

Finding no_master_key(const InstallationPlaces& places) {
  constexpr const char* kCheck = "master-key";
  const std::string file = places.master_key->string();
  if (places.is_new) {
    return warning(kCheck,
                   "there is no master key at " + file + " yet",
                   "make it as the server's user: countersign key make " + file +
                       "; without it the first start makes one");
  }
  return error(kCheck,
               "there is no master key at " + file,
               "name it with --config or --master-key-file, or put back its copy");
}

Finding compare_master_key(const InstallationPlaces& places,
                           const std::string& id,
                           const std::optional<std::string>& known) {
  constexpr const char* kCheck = "master-key";
  const std::string file = places.master_key->string();
  if (places.is_new) {
    return good(kCheck, file + " holds a master key, which the first start takes for the folder");
  }
  if (!known) return not_checked(kCheck, "MASTER-KEY-ID of the data folder cannot be read");
  if (*known == id) return good(kCheck, "the master key is the one that the data folder needs");
  return error(kCheck,
               file + " is not the key of the data folder",
               "put back the key that the folder was last served with");
}

// The id of the master key in a file; no copy of the content stays in memory.
Result<Digest, std::string> master_key_id_in(const fs::path& file) {
  const OwnedFd fd(::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (!fd) return file.string() + " cannot be read: " + why_not_seen();
  std::array<std::uint8_t, 128> content{};
  const ::ssize_t size = ::read(fd.get(), content.data(), content.size());
  if (size < 0) return file.string() + " cannot be read: " + why_not_seen();
  const auto key = MasterKey::parse(ByteView(content).first(static_cast<std::size_t>(size)));
  cleanse(content);
  if (!key) return file.string() + " holds no master key";
  return key->id();
}

std::optional<std::string> content_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return std::nullopt;
  std::string content(std::istreambuf_iterator<char>(stream), {});
  if (stream.bad()) return std::nullopt;
  return content;
}

std::optional<std::string> known_master_key_id(const fs::path& folder) {
  auto line = content_of(folder / "MASTER-KEY-ID");
  if (line && line->ends_with('\n')) line->pop_back();
  return line;
}

Finding check_copy(const fs::path& copy, const InstallationPlaces& places, const std::string& id) {
  constexpr const char* kCheck = "master-key-copy";
  std::error_code ignored;
  if (fs::equivalent(copy, *places.master_key, ignored)) {
    return error(kCheck,
                 copy.string() + " is the master key itself, and no copy of it",
                 "copy the key to another disk, and name that file with --key-copy");
  }
  if (lies_inside(copy, places.data)) {
    return error(kCheck,
                 copy.string() + " lies in the data folder, whose copies hold it",
                 "keep the copy apart from the data");
  }
  const auto found = master_key_id_in(copy);
  if (!found) {
    return error(kCheck, found.error(), "make the copy again, and keep it apart from the data");
  }
  if (to_hex(*found) == id) return good(kCheck, copy.string() + " is a copy of the master key");
  return error(kCheck,
               copy.string() + " holds another master key than the data folder needs",
               "copy the key that is in use; destroy the older one after a rotation");
}

struct SlotCounts {
  std::size_t all = 0;
  std::size_t behind = 0;  // missing in the copy, or different there
  std::size_t beyond = 0;  // in the copy alone: not yet destroyed there
};

std::optional<SlotCounts> compare_slots(const fs::path& keys, const fs::path& copy) {
  SlotCounts counts;
  std::error_code failed;
  for (fs::directory_iterator at(keys, failed); !failed && at != fs::directory_iterator();
       at.increment(failed)) {
    ++counts.all;
    const auto slot = content_of(at->path());
    if (!slot) return std::nullopt;
    if (content_of(copy / at->path().filename()) != slot) ++counts.behind;
  }
  if (failed) return std::nullopt;
  for (fs::directory_iterator at(copy, failed); !failed && at != fs::directory_iterator();
       at.increment(failed)) {
    std::error_code ignored;
    if (!fs::exists(keys / at->path().filename(), ignored)) ++counts.beyond;
  }
  if (failed) return std::nullopt;
  return counts;
}

}  // namespace

Diagnosis check_modes(const InstallationPlaces& places) {
  struct ::stat data {};
  if (::stat(places.data.c_str(), &data) != 0) {
    if (places.is_new) {
      return {not_checked("modes",
                          "there is no folder " + places.data.string() +
                              " yet: the first start makes it, for the server's user alone",
                          kStartFirst)};
    }
    return {
        error("modes",
              "the data folder " + places.data.string() + " cannot be looked at: " + why_not_seen(),
              "name it with --data, and run this as the server's user or as root")};
  }
  const ::uid_t owner = data.st_uid;
  Diagnosis findings{
      check_access("modes", places.data, owner, kWrittenByOthers, "look at it, then chmod go-w")};
  add_modes_within(findings, places, owner);
  add_modes_of_key(findings, "master-key-file", places.master_key, places, owner);
  add_modes_of_key(findings, "signing-key-file", places.signing_key, places, owner);
  if (places.settings_file) {
    findings.push_back(
        check_access("settings-file", *places.settings_file, owner, S_IWOTH, "chmod o-w"));
  }
  return findings;
}

Diagnosis check_master_key(const InstallationPlaces& places) {
  constexpr const char* kCheck = "master-key";
  if (!places.master_key) {
    return {places.key_is_printed
                ? not_checked(kCheck, "a command prints the master key, and is not run here")
                : not_checked(kCheck,
                              "where the master key is, is not known",
                              "name it with --config or --master-key-file")};
  }
  const auto id = master_key_id_in(*places.master_key);
  const auto known = known_master_key_id(places.data);
  std::error_code failed;
  if (!id && !fs::exists(*places.master_key, failed) && !failed) return {no_master_key(places)};
  if (!id) return {not_checked(kCheck, id.error(), "run this as the server's user or as root")};
  Diagnosis findings{compare_master_key(places, to_hex(*id), known)};
  if (places.key_copies.empty()) {
    findings.push_back(not_checked("master-key-copy",
                                   "no copy of the master key was named",
                                   "keep a copy apart from the data, and name it with --key-copy"));
  }
  for (const fs::path& copy : places.key_copies) {
    findings.push_back(check_copy(copy, places, known.value_or(to_hex(*id))));
  }
  return findings;
}

Finding check_slots(const InstallationPlaces& places) {
  constexpr const char* kCheck = "key-slots-copy";
  const std::string remedy = "run countersign backup keys SLOTS, every hour";
  if (places.is_new) {
    return not_checked(kCheck,
                       "there are no key slots yet that could be copied",
                       "start the server, then " + remedy + ", and name it with --slots");
  }
  if (!places.slots) {
    return not_checked(
        kCheck, "no copy of the key slots was named", remedy + ", and name it with --slots");
  }
  const fs::path keys = places.data / "keys";
  const fs::path& copy = *places.slots;
  if (lies_inside(copy, places.data) || (places.backups && lies_inside(copy, *places.backups))) {
    return error(kCheck,
                 copy.string() +
                     " lies in the data folder or beside backups, whose copies keep keys "
                     "that were erased",
                 "keep it on another disk, and never in a backup");
  }
  const auto counts = compare_slots(keys, copy / "keys");
  if (!counts) {
    std::error_code failed;
    if (!fs::exists(copy / "keys", failed) && !failed) {
      return error(kCheck, copy.string() + " has no key slots", remedy);
    }
    return not_checked(kCheck,
                       "the key slots or their copy cannot be read",
                       "run this as the server's user or as root");
  }
  if (counts->behind + counts->beyond == 0) {
    return good(kCheck, fmt::format("all {} files of the key slots are in the copy", counts->all));
  }
  return warning(
      kCheck,
      fmt::format("{} files of the key slots have changed since the copy was made, and {} "
                  "of the copy are to be destroyed",
                  counts->behind,
                  counts->beyond),
      remedy);
}

Finding check_backups(const InstallationPlaces& places, UtcTime now) {
  constexpr const char* kCheck = "backup";
  constexpr int kAgesOfError = 7;
  const std::string remedy = "run countersign backup create DEST, each day";
  if (places.is_new) {
    return not_checked(kCheck,
                       "there is nothing yet that could be backed up",
                       "start the server, then " + remedy + ", and name it with --backups");
  }
  if (!places.backups) {
    return not_checked(
        kCheck, "no folder of backups was named", remedy + ", and name it with --backups");
  }
  const auto listed = list_backups(*places.backups);
  if (!listed) return error(kCheck, listed.error(), remedy);
  if (!listed->damaged.empty()) {
    const BackupDamage& damage = listed->damaged.front();
    return error(kCheck,
                 "the manifest " + damage.file + " is damaged: " + damage.why,
                 "put it back, or begin a new folder of backups");
  }
  if (listed->records.empty()) return error(kCheck, "there is no backup yet", remedy);
  const BackupRecord& newest = listed->records.back();
  const auto age = std::chrono::duration_cast<std::chrono::seconds>(now - newest.at);
  const std::string found =
      fmt::format("backup {} was begun {} ago", newest.number, rounded_time(age));
  if (newest.missing > 0) {
    return error(
        kCheck,
        fmt::format("backup {} lacks {} files of the vault", newest.number, newest.missing),
        "read docs/operators/faults.md, Stored files are missing");
  }
  if (age > kAgesOfError * places.backup_age_most) return error(kCheck, found, remedy);
  if (age > places.backup_age_most) return warning(kCheck, found, remedy);
  return good(kCheck, found);
}

}  // namespace countersign
