#include "projections/file_survey.h"

#include <fmt/format.h>

#include <system_error>

namespace countersign {
namespace {

bool says_lost(const std::filesystem::path& files) {
  std::error_code ignored;
  return std::filesystem::exists(files / kFilesLostMarker, ignored);
}

std::string none_is_there(const std::filesystem::path& files, const FileSurvey& survey) {
  return fmt::format(
      "{0} is refused: none of the {1} stored files that the log names is there, and {2} that it "
      "does not name: mount what belongs there, or restore a backup into a new folder; if the "
      "files are lost for good, make a file {3}, and the log is served without them",
      files.string(),
      survey.named_files,
      survey.found->files.size(),
      (files / kFilesLostMarker).string());
}

}  // namespace

Result<FileSurvey, StoreError> survey_files(const Vault& vault, const Queries& queries) {
  const auto totals = queries.totals();
  if (!totals) return totals.error();
  FileSurvey survey{totals->files_held()};
  std::optional<StoreError> unreadable;
  auto found = vault.find_orphans([&](const FileId& file) {
    const auto entry = queries.file(file);
    if (!entry) unreadable = entry.error();
    return !entry || entry->has_value();  // what cannot be told is kept
  });
  if (unreadable) return *unreadable;
  if (found) survey.found = *std::move(found);
  return survey;
}

std::optional<std::string> refusal_without_files(const std::filesystem::path& files,
                                                 const Totals& totals) {
  std::error_code error;
  if (totals.files_held() == 0 || std::filesystem::exists(files, error)) return std::nullopt;
  return none_is_there(files, {totals.files_held(), Vault::Orphans{}});
}

std::optional<std::string> doubt_about(const std::filesystem::path& data,
                                       FolderAge age,
                                       const FileSurvey& survey,
                                       const Queries& queries,
                                       const KeyRing& keys) {
  const std::size_t files = survey.found ? survey.found->files.size() : 0;
  const std::size_t slots = keys.slots().size() + keys.damaged().size();
  if (queries.head() == Sequence(0) && files + slots > 0) {
    return fmt::format(
        "{} is refused: its log is empty, and there are {} stored files and {} key slots that only "
        "an event can have led to; mount the log that belongs there, or restore a backup into a "
        "new folder",
        data.string(),
        files,
        slots);
  }
  // Those of a session that was purged while the backup was made are not in it; see restored.h.
  if (age == FolderAge::Restored || !survey.names_none_of_them()) return std::nullopt;
  if (says_lost(data / "files")) return std::nullopt;
  return none_is_there(data / "files", survey);
}

}  // namespace countersign
