#pragma once
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "core/ids.h"
#include "projections/backup/manifest.h"

namespace countersign {

// The files of the previous backup, while a new one is made. One thread.
class FilesBefore {
 public:
  // Without a manifest there is no previous backup.
  explicit FilesBefore(std::optional<ManifestReader> manifest) : manifest_(std::move(manifest)) {
    advance();
  }

  // Finds a file of the vault. REQUIRES: calls are in the order of ids.
  std::optional<ManifestEntry> find(const FileId& file) {
    while (entry_ && place().file < file) advance();
    if (!entry_ || place().file != file) return std::nullopt;
    return entry_;
  }
  // Finds a file of the database.
  std::optional<ManifestEntry> find(const std::string& name) const {
    const auto found = others_.find(name);
    if (found == others_.end()) return std::nullopt;
    return found->second;
  }
  bool failed() const { return manifest_ && manifest_->failed(); }

 private:
  const FilePlace& place() const { return std::get<FilePlace>(entry_->name); }
  // Moves to the next file of the vault.
  void advance() {
    entry_.reset();
    while (manifest_ && (entry_ = manifest_->next())) {
      if (entry_->kind != ManifestEntry::Kind::File) continue;
      if (std::holds_alternative<FilePlace>(entry_->name)) return;
      others_.emplace(to_text(entry_->name), *entry_);
    }
  }

  std::optional<ManifestReader> manifest_;
  std::optional<ManifestEntry> entry_;
  std::map<std::string, ManifestEntry> others_;
};

}  // namespace countersign
