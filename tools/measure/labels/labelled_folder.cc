#include "tools/measure/labels/labelled_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>
#include <vector>

namespace countersign {
namespace {

namespace fs = std::filesystem;

std::string faults_text(const fs::path& file, const std::vector<LabelFault>& faults) {
  std::string text;
  for (const LabelFault& fault : faults) {
    text += fmt::format(
        "{}{}, line {}: {}", text.empty() ? "" : "; ", file.string(), fault.line, fault.why);
  }
  return faults.size() < kFaultsMax ? text : text + "; and perhaps more";
}

std::string found_word(const DocumentEvaluation& found) {
  return found.accepted() ? "accepted" : found.issues.front().code;
}

}  // namespace

Result<LabelledFolder, std::string> LabelledFolder::open(const fs::path& file) {
  const auto csv = read_named_file(file, kLabelsMaxBytes);
  if (!csv) return csv.error().why;
  auto labels = read_labels(*csv);
  if (!labels) return faults_text(file, labels.error());
  auto folder = HeldFolder::open(file.has_parent_path() ? file.parent_path() : fs::path("."));
  if (!folder) return folder.error().why;
  return LabelledFolder(file, *std::move(labels), *std::move(folder));
}

std::uint64_t LabelledFolder::largest_bytes() const {
  std::uint64_t most = 1;
  for (const LabelledPicture& each : labels_.pictures) {
    most = std::max(most, folder_.size_of(each.path).value_or(1));
  }
  return most;
}

bool LabelledFolder::holds(const fs::path& path) const {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return false;
  if (fs::equivalent(path, file_, ignored)) return true;
  return std::ranges::any_of(labels_.pictures, [&](const LabelledPicture& each) {
    return fs::equivalent(path, folder_.path() / each.path, ignored);
  });
}

LabelsReport LabelledFolder::judge(const Judging& judging) const {
  LabelsReport report;
  report.engine = judging.engine.capabilities().engine;
  report.unused = labels_.unused;
  std::uint64_t done = 0;
  for (const LabelledPicture& picture : labels_.pictures) {
    judging.progress(done++, labels_.pictures.size());
    judge(picture, judging, report);
  }
  return report;
}

void LabelledFolder::judge(const LabelledPicture& picture,
                           const Judging& judging,
                           LabelsReport& report) const {
  const auto unread = [&](std::string why) {
    report.unread.push_back({picture.line, picture.path, std::move(why)});
  };
  const auto file = folder_.read(picture.path, judging.file_max_bytes);
  if (!file) return unread(file.error().why);
  const UtcTime now = judging.now();
  const auto start = std::chrono::steady_clock::now();
  const auto found = judging.engine.evaluate_document({.image = *file,
                                                       .side = picture.side,
                                                       .type = picture.type,
                                                       .now = now,
                                                       .thresholds = judging.thresholds,
                                                       .mrz_values = !picture.zone.empty()});
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  if (!found) return unread(judging.why(found.error()));
  Tally& tally = report.rates.of(picture.condition, picture.expected.verdict);
  const Judged how = add({picture.expected, picture.zone, *found, now, took.count()}, tally);
  if (how == Judged::Right) return;
  report.wrong.push_back({picture.line,
                          picture.path,
                          picture.condition,
                          word_of(picture.expected),
                          found_word(*found),
                          how == Judged::OtherCode});
}

}  // namespace countersign
