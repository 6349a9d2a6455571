#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "core/machine/files/atomic_file.h"

namespace countersign {

// How far the marks that version 0.2.0 gave to new files have been replaced: the file
// `files/TAKEN-OVER`, with the last day that is done, in the order of the days, or `all`. An
// unreadable file, another text and no file mean that nothing is done: the work is repeated, which
// changes nothing. One thread.
class OldMarks {
 public:
  // Reads the file. `files` is the vault's folder.
  explicit OldMarks(const std::filesystem::path& files);

  bool all_done() const { return done_ == kAll; }
  // Whether the files of this day may still have old marks.
  bool may_have(const std::string& day) const { return !all_done() && day > done_; }
  // The day until which the marks have been replaced; empty before the first; `all`.
  const std::string& done() const { return done_; }

  // Durable on return, or a sentence that says why not. REQUIRES: all days before it are done, and
  // the names that have replaced the marks of `day` are durable.
  std::optional<std::string> set_done(const std::string& day);
  std::optional<std::string> set_all_done() { return set_done(kAll); }

 private:
  static constexpr const char* kAll = "all";

  AtomicFile file_;
  std::string done_;
};

}  // namespace countersign
