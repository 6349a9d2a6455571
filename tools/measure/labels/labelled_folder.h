#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "core/inspection/engine.h"
#include "core/machine/files/held_folder.h"
#include "core/result.h"
#include "core/utc_time.h"
#include "tools/measure/labels/label_file.h"
#include "tools/measure/labels/labels_report.h"

namespace countersign {

// Labels, and the folder that holds them and their pictures. Pictures are opened from the folder's
// descriptor: no link is followed, and nothing outside of the folder is read.
class LabelledFolder {
 public:
  // `file` is the labels. Returns a sentence for each fault, with the file and the line.
  static Result<LabelledFolder, std::string> open(const std::filesystem::path& file);

  const Labels& labels() const { return labels_; }
  // The size of the largest picture that is there; at least 1.
  std::uint64_t largest_bytes() const;
  // Returns whether the path is that of the labels or of one of the pictures.
  bool holds(const std::filesystem::path& path) const;

  struct Judging {
    const Engine& engine;
    const Thresholds& thresholds;
    std::size_t file_max_bytes = 0;
    std::function<UtcTime()> now;
    std::function<std::string(InspectionFailure)> why;  // there is no evaluation
    std::function<void(std::uint64_t done, std::uint64_t total)> progress;
  };
  // Judges the pictures, one after the other. One that cannot be read or judged is reported, and
  // the others are judged all the same.
  LabelsReport judge(const Judging& judging) const;

 private:
  LabelledFolder(std::filesystem::path file, Labels labels, HeldFolder folder)
      : file_(std::move(file)), labels_(std::move(labels)), folder_(std::move(folder)) {}

  void judge(const LabelledPicture& picture, const Judging& judging, LabelsReport& report) const;

  std::filesystem::path file_;
  Labels labels_;
  HeldFolder folder_;
};

}  // namespace countersign
