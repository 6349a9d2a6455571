#include "projections/folder/reviewer_names.h"

#include "core/check.h"
#include "core/machine/threads/mutex.h"

namespace countersign {
namespace {

// Two changes of one name would write to the same new file.
Mutex& writing() {
  static Mutex mutex;
  return mutex;
}

}  // namespace

Result<std::string, FolderFault> ReviewerNames::of(const ReviewerId& reviewer) const {
  const auto folder = HeldFolder::open(folder_);
  if (!folder && folder.error().not_there) return std::string();
  if (!folder) return folder.error();
  auto name = folder->read(reviewer.value(), kNameBytesMax);
  if (name) return *std::move(name);
  if (name.error().not_there) return std::string();
  return name.error();
}

std::optional<FolderFault> ReviewerNames::set(const ReviewerId& reviewer,
                                              const std::string& name) const {
  check(name.size() <= kNameBytesMax, "a reviewer's name is short");
  const MutexLock lock(writing());
  const auto folder = HeldFolder::make(folder_);
  if (!folder) return folder.error();
  if (auto fault = folder->replace(reviewer.value(), name)) return fault;
  return std::nullopt;
}

std::optional<FolderFault> ReviewerNames::erase(const ReviewerId& reviewer) const {
  const MutexLock lock(writing());
  const auto folder = HeldFolder::open(folder_);
  if (!folder && folder.error().not_there) return std::nullopt;
  if (!folder) return folder.error();
  const std::string& file = reviewer.value();
  for (const std::string& each : {file, HeldFolder::fresh_name_of(file)}) {
    if (auto fault = folder->remove(each)) return fault;
  }
  if (auto fault = folder->sync()) return fault;
  return std::nullopt;
}

}  // namespace countersign
