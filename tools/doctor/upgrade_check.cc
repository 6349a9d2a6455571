#include "tools/doctor/upgrade_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <variant>

#include "core/log/log_event.h"
#include "core/version.h"
#include "events/crypto/os_random.h"
#include "events/event_log.h"
#include "events/vault/key_ring.h"
#include "projections/erasure/folder_age.h"
#include "projections/folder/master_key_id.h"
#include "projections/folder/rebuild.h"
#include "projections/folder/restored.h"
#include "tools/doctor/folder_checks.h"
#include "tools/keys/master_key_file.h"
#include "tools/options/installation.h"
#include "tools/terminal/quantity.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;
using Steady = std::chrono::steady_clock;

constexpr const char* kMendBefore = "mend it with the program that serves the folder now";
constexpr std::uint64_t kNewestRead = 10'000;

// The facts of a sample of the events.
struct EventSample {
  std::string begun_by{};  // the version in the first event; empty if the log has no such event
  std::uint64_t read = 0;
  std::uint64_t older = 0;  // of those, in an earlier form, which is read as the present one
  Steady::duration took{};
};

std::string begun_by(const EventLog& log) {
  const auto first = log.find(Sequence(1));
  if (!first || !*first) return "";
  const auto* const begun = std::get_if<LogBegun>(&(*first)->recorded.event);
  return begun != nullptr ? begun->version : "";
}

// Reads the newest events, which a newer program than this one would have written, for as long as
// the sample may take.
Result<EventSample, StoreError> sample_of(const EventLog& log, std::chrono::milliseconds most) {
  EventSample sample{.begun_by = begun_by(log)};
  const std::uint64_t head = log.head().sequence.value();
  if (head == 0) return sample;
  const Sequence first(head - std::min(head, kNewestRead) + 1);
  const auto begun = Steady::now();
  const auto read = log.read(first, [&](const StoredEvent& event) {
    ++sample.read;
    if (event.recorded.older_version != 0) ++sample.older;
    return Steady::now() - begun < most;
  });
  if (!read) return read.error();
  sample.took = Steady::now() - begun;
  return sample;
}

Finding judge_events(const Result<EventSample, StoreError>& sample, std::uint64_t events) {
  constexpr const char* kCheck = "events";
  if (!sample) {
    return error(kCheck,
                 fmt::format("the newest events cannot be read ({}): they are damaged, or a newer "
                             "program than {} wrote them",
                             describe(sample.error()),
                             kVersion),
                 "use the program that wrote them, or read docs/operators/faults.md");
  }
  const std::string older =
      sample->older == 0
          ? ""
          : fmt::format(", {} of them in an earlier form that is read as the present one",
                        sample->older);
  return good(kCheck,
              fmt::format("the newest {} of {} events are of types that this program knows{}",
                          sample->read,
                          events,
                          older));
}

// The start folds every event if the views are of another form.
Finding judge_views(const EventLog& log, const Result<EventSample, StoreError>& sample) {
  constexpr const char* kCheck = "views";
  const auto current = views_are_current(log, log);
  if (!current) {
    return warning(kCheck,
                   "the views cannot be read, and the start makes them anew",
                   "plan the time for a whole reading of the log");
  }
  if (*current) return good(kCheck, "the views are of this program's form: a start takes seconds");
  if (!sample || sample->read == 0) {
    return warning(kCheck,
                   "the start makes the views anew; how long that takes is not known",
                   "try it on a restored backup first");
  }
  const std::uint64_t events = log.head().sequence.value();
  const double each =
      std::chrono::duration<double>(sample->took).count() / static_cast<double>(sample->read);
  const auto all =
      std::chrono::seconds(static_cast<std::int64_t>(each * static_cast<double>(events)) + 1);
  return warning(kCheck,
                 fmt::format("the start makes the views anew from {} events, whose reading alone "
                             "takes {} on this machine as it is now",
                             events,
                             rounded_time(all)),
                 "plan several times as long, with TimeoutStartSec=infinity in the unit, or try it "
                 "on a restored backup");
}

Diagnosis check_log(const UpgradeCheckOptions& options) {
  auto log = EventLog::open(options.data / "log", {.create_if_missing = false, .read_only = true});
  if (!log) {
    return {error("log", log.error(), kMendBefore),
            not_checked("events", "the log does not open"),
            not_checked("views", "the log does not open")};
  }
  const std::uint64_t events = (*log)->head().sequence.value();
  const auto sample = sample_of(**log, options.sample);
  Diagnosis findings;
  const std::string begun = sample && !sample->begun_by.empty()
                                ? "was begun by version " + sample->begun_by
                                : "does not say which version began it";
  findings.push_back(
      good("log", fmt::format("the log opens, has {} events and {}", events, begun)));
  findings.push_back(judge_events(sample, events));
  findings.push_back(judge_views(**log, sample));
  return findings;
}

Diagnosis check_keys(const UpgradeCheckOptions& options) {
  constexpr const char* kCheck = "key-slots";
  const std::string remedy = "name the master key with --master-key-file, as its user";
  const fs::path usual = default_master_key_file(options.data);
  std::error_code failed;
  if (!options.master_key.file && !options.master_key.command && !fs::exists(usual, failed)) {
    return {not_checked(kCheck, "without the master key no key slot can be opened", remedy)};
  }
  OsRandom random;
  // The folder holds an installation, so no key is made.
  const auto master = open_master_key(options.data, options.master_key, random);
  if (!master) return {not_checked(kCheck, master.error(), remedy)};
  if (auto why = wrong_master_key(options.data, master->key)) {
    return {error(kCheck, *std::move(why), kMendBefore)};
  }
  const auto ring = KeyRing::open(
      options.data / "keys", master->key, {.may_create = false, .read_only = true}, random);
  if (!ring) return {error(kCheck, ring.error(), kMendBefore)};
  const auto damaged = (*ring)->damaged();
  if (damaged.empty()) return {good(kCheck, "every key slot opens")};
  return {error(
      kCheck,
      fmt::format(
          "{} key slots do not open, the first is {}", damaged.size(), to_string(damaged.front())),
      "read docs/operators/faults.md, Key slots are lost")};
}

Diagnosis check_form(const UpgradeCheckOptions& options) {
  constexpr const char* kCheck = "folder";
  const auto restored = read_restored(options.data);
  if (!restored) return {error(kCheck, restored.error(), kMendBefore)};
  const auto age = age_of(options.data, restored->has_value());
  if (!age) return {error(kCheck, age.error(), kMendBefore)};
  switch (*age) {
    case FolderAge::New:
      return {warning(kCheck,
                      "the folder has never been served: its first start was interrupted",
                      "start it once with the program that made it")};
    case FolderAge::Restored:
      return {warning(kCheck,
                      "the folder was restored and has not been started since",
                      "start it once with the program that restored it")};
    case FolderAge::InUse:
      break;
  }
  return {good(kCheck, "the folder has all its parts")};
}

// Nothing but a backup leads back once this program has recorded an event that the earlier one does
// not know.
Diagnosis check_way_back(const UpgradeCheckOptions& options, UtcTime now) {
  InstallationPlaces places{.data = options.data, .backups = options.backups};
  places.backup_age_most = std::chrono::hours(1);
  Finding backup = check_backups(places, now);
  backup.check = "way-back";
  backup.found +=
      "; a backup is the only way back once this program has recorded what the earlier one does "
      "not "
      "know";
  if (backup.verdict != Verdict::Good) {
    backup.remedy = "make a backup right before the upgrade, and name its folder with --backups";
  }
  return {std::move(backup)};
}

}  // namespace

Diagnosis check_upgrade(const UpgradeCheckOptions& options, UtcTime now) {
  std::error_code failed;
  if (!fs::is_directory(options.data, failed) || !looks_like_data_folder(options.data)) {
    return {error("folder",
                  options.data.string() + " is not a data folder",
                  "name the data folder that is to be taken over")};
  }
  Diagnosis findings = check_form(options);
  for (const auto& check :
       {check_log(options), check_keys(options), check_way_back(options, now)}) {
    findings.insert(findings.end(), check.begin(), check.end());
  }
  return findings;
}

}  // namespace countersign
