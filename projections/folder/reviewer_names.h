#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "core/ids.h"
#include "core/machine/files/held_folder.h"
#include "core/result.h"

namespace countersign {

// The names of the reviewers, which the log does not have: a file for each in
// `<data folder>/reviewers`, private to the server's user, so that a name can be erased. Backups do
// not copy them, so a name that was erased is in no copy; after a restore names are given again.
//
// Every change is durable on return. Thread-safe. Failures name the path.
class ReviewerNames {
 public:
  static constexpr std::size_t kNameBytesMax = 256;

  explicit ReviewerNames(const std::filesystem::path& data) : folder_(data / "reviewers") {}

  // Returns an empty text if there is no name, because it was erased or the folder was restored.
  Result<std::string, FolderFault> of(const ReviewerId& reviewer) const;
  // REQUIRES: at most kNameBytesMax.
  std::optional<FolderFault> set(const ReviewerId& reviewer, const std::string& name) const;
  // Succeeds if there is no name to erase.
  std::optional<FolderFault> erase(const ReviewerId& reviewer) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace countersign
