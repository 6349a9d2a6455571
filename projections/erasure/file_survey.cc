#include "projections/erasure/file_survey.h"

#include <fmt/format.h>

#include <set>
#include <system_error>
#include <utility>

namespace countersign {
namespace {

namespace fs = std::filesystem;

bool has_marker(const fs::path& files, const char* name) {
  std::error_code ignored;
  return fs::is_regular_file(fs::symlink_status(files / name, ignored));
}

void append(std::vector<FilePlace>& to, const std::vector<FilePlace>& places) {
  to.insert(to.end(), places.begin(), places.end());
}

std::string none_is_there(const fs::path& files, std::uint64_t named, std::uint64_t others) {
  return fmt::format(
      "{0} is refused: it has none of the {1} stored files that the log names, and {2} files that "
      "the log does not name; mount the right files, or restore a backup into a new folder; if the "
      "files are lost for good, run 'mkdir -m 700 -p {0}' and 'touch {3}' to serve the log without "
      "them",
      files.string(),
      named,
      others,
      (files / kFilesLostMarker).string());
}

std::string nothing_led_to(const fs::path& data,
                           bool empty,
                           std::uint64_t files,
                           std::uint64_t slots) {
  return fmt::format(
      "{} is refused: its log {}, but the folder has {} stored files and {} key slots, which exist "
      "only after an event; mount the log that belongs there, or restore a backup into a new "
      "folder",
      data.string(),
      empty ? "is empty" : "has no session",
      files,
      slots);
}

// The number of files of these sessions that the log names.
Result<std::uint64_t, StoreError> files_of(const std::vector<SessionId>& sessions,
                                           const Queries& queries) {
  std::uint64_t files = 0;
  for (const SessionId& id : sessions) {
    const auto session = queries.session(id);
    if (!session) return session.error();
    if (*session && !(*session)->purged_at) files += (*session)->files.size();
  }
  return files;
}

// Moves the files whose session the log has purged from the strangers and rests to `survey.purged`.
std::optional<StoreError> tell_purged(FileSurvey& survey, const Queries& queries) {
  if (!survey.found || survey.found->strangers.empty()) return std::nullopt;
  std::set<FileId> unknown;
  for (const auto* places : {&survey.found->strangers, &survey.found->rests}) {
    for (const FilePlace& place : *places) unknown.insert(place.file);
  }
  const auto purged = queries.purged_among(std::move(unknown));
  if (!purged) return purged.error();
  for (auto* places : {&survey.found->strangers, &survey.found->rests}) {
    std::erase_if(*places, [&](const FilePlace& place) {
      if (!purged->contains(place.file)) return false;
      survey.purged.push_back(place);
      return true;
    });
  }
  return std::nullopt;
}

}  // namespace

std::vector<FilePlace> FileSurvey::to_remove() const {
  std::vector<FilePlace> places = purged;
  if (!found) return places;
  if (given_up || found->strangers.empty()) append(places, found->rests);
  if (given_up) append(places, found->strangers);
  return places;
}

std::vector<FilePlace> FileSurvey::to_keep() const {
  if (!found || given_up || found->strangers.empty()) return {};
  std::vector<FilePlace> places = found->strangers;
  append(places, found->rests);
  return places;
}

Result<FileSurvey, StoreError> survey_files(const fs::path& data,
                                            const Vault& vault,
                                            const Queries& queries,
                                            const std::vector<SessionId>& purged) {
  const auto totals = queries.totals();
  if (!totals) return totals.error();
  const auto at_restore = files_of(purged, queries);
  if (!at_restore) return at_restore.error();
  FileSurvey survey{totals->files_held(), *at_restore};
  survey.given_up = has_marker(data / "files", kRemoveStrangersMarker);
  std::optional<StoreError> unreadable;
  auto found = vault.survey([&](const FilePlace& place) {
    const auto entry = queries.file(place.file);
    if (!entry) unreadable = entry.error();
    return entry && *entry && (*entry)->day == place.day;
  });
  if (unreadable) return *unreadable;
  if (found) survey.found = *std::move(found);
  if (const auto error = tell_purged(survey, queries)) return *error;
  return survey;
}

Result<std::optional<std::string>, StoreError> refusal_without_files(
    const fs::path& files, const Queries& queries, const std::vector<SessionId>& purged) {
  std::error_code error;
  if (fs::exists(files, error)) return std::optional<std::string>();
  const auto totals = queries.totals();
  if (!totals) return totals.error();
  const auto at_restore = files_of(purged, queries);
  if (!at_restore) return at_restore.error();
  if (totals->files_held() <= *at_restore) return std::optional<std::string>();
  return std::optional(none_is_there(files, totals->files_held(), 0));
}

Result<std::optional<std::string>, StoreError> doubt_about(const fs::path& data,
                                                           const FileSurvey& survey,
                                                           const Queries& queries,
                                                           const KeyRing& keys) {
  const auto totals = queries.totals();
  if (!totals) return totals.error();
  const std::uint64_t files = survey.unnamed_files();
  const std::uint64_t slots = keys.slots().size() + keys.damaged().size();
  const bool empty = queries.head() == Sequence(0);
  // A slot may exist before the first session does: the session's key is wrapped while its creation
  // is being decided.
  const bool led_to_files = totals->sessions_created > 0 || files == 0;
  if (!led_to_files || (empty && slots > 0)) {
    return std::optional(nothing_led_to(data, empty, files, slots));
  }
  if (!survey.names_none_of_them()) return std::optional<std::string>();
  if (has_marker(data / "files", kFilesLostMarker)) return std::optional<std::string>();
  return std::optional(none_is_there(data / "files", survey.named_files, files));
}

std::optional<std::string> warning_of_kept_files(const fs::path& data, const FileSurvey& survey) {
  const std::vector<FilePlace> kept = survey.to_keep();
  if (kept.empty()) return std::nullopt;
  const fs::path files = data / "files";
  return fmt::format(
      "files: {} files that the log does not name are kept, the first is {}: another log may have "
      "named them; if the log or the files are not those that belong there, stop the server and "
      "mount the right ones; if these files are worth nothing, run 'touch {}', and the next start "
      "removes them",
      kept.size(),
      (files / kept.front().path()).string(),
      (files / kRemoveStrangersMarker).string());
}

}  // namespace countersign
