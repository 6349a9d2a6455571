#include "projections/backup/manifest_survey.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace countersign {

Result<ManifestSurvey, std::string> survey_manifests(const BackupFolder& folder,
                                                     std::size_t most,
                                                     const GivenUp& given_up) {
  const auto numbers = folder.numbers();
  if (!numbers) return numbers.error();
  ManifestSurvey survey;
  const std::vector<std::uint32_t> newest_first(numbers->rbegin(), numbers->rend());
  for (const std::uint32_t number : newest_first) {
    if (survey.records.size() == most) break;
    auto manifest = folder.manifest(number, given_up);
    if (given_up()) return std::string(kBackupGivenUp);
    if (manifest) {
      survey.records.push_back(manifest->record());
      if (!survey.newest) survey.newest = *std::move(manifest);
    } else {
      survey.damaged.push_back({BackupFolder::manifest_of(number), manifest.error()});
    }
  }
  std::ranges::reverse(survey.records);
  std::ranges::reverse(survey.damaged);
  return survey;
}

Result<ManifestReader, std::string> choose_manifest(const BackupFolder& folder,
                                                    std::optional<std::uint32_t> number) {
  auto manifest = folder.manifest(number);
  if (manifest || number) return manifest;
  const auto readable = survey_manifests(folder, 1);
  if (!readable || readable->records.empty()) return manifest;
  return fmt::format("{}; --backup {} names the newest backup whose manifest can be read",
                     manifest.error(),
                     readable->records.back().number);
}

}  // namespace countersign
