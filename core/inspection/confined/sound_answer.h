#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/checks/checks.h"
#include "core/inspection/confined/message.h"
#include "core/inspection/engine.h"

// The rules for a worker's answer beyond its format, and the answers that are given without one. A
// worker has looked at foreign pictures, and nothing that it says is believed unseen.
namespace countersign::confined {

inline bool is_name_of_worker(std::string_view text) {
  return !text.empty() && text.size() <= 64 && std::ranges::all_of(text, [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

// Codes and checks become answers, events and metrics. The engine's name is not the worker's to
// set.
inline bool names_are_sound(const Evaluation& found) {
  return std::ranges::all_of(found.issues,
                             [](const Issue& issue) { return is_name_of_worker(issue.code); }) &&
         std::ranges::all_of(found.checks, [](const CheckOutcome& outcome) {
           return is_name_of_worker(outcome.check) &&
                  (!outcome.code || is_name_of_worker(*outcome.code)) && !outcome.engine;
         });
}

// A description has no names; those of a rendering are looked at by is_sound_rendering().
inline bool names_are_sound(const FaceDescription&) { return true; }
inline bool names_are_sound(const RenderingHead&) { return true; }

// Whether only a picture that decoded has faces, and only a single face a feature, which has a
// direction, and a probability, which is one.
inline bool is_whole(const FaceDescription& face) {
  if (!face.decoded && face.faces > 0) return false;
  if (face.live_milli && (face.faces != 1 || *face.live_milli < 0 || *face.live_milli > 1000)) {
    return false;
  }
  return face.feature.empty() || (face.faces == 1 && !direction_of(face.feature).empty());
}

// Whether each of the two comparisons has exactly one outcome, every named frame exists, and the
// evaluation is refused exactly if one of the two comparisons failed.
inline bool compares_once(const MatchEvaluation& evaluation, std::size_t frame_count) {
  std::size_t matches = 0;
  std::size_t throughout = 0;
  bool failed = false;
  for (const CheckOutcome& outcome : evaluation.checks) {
    const bool is_match = outcome.check == name_of(Check::FaceMatch);
    const bool is_throughout = outcome.check == name_of(Check::FaceMatchThroughout);
    if (outcome.frame && (!is_throughout || *outcome.frame < 2 || *outcome.frame > frame_count)) {
      return false;
    }
    if (outcome.status == CheckStatus::Failed) {
      if (!is_match && !is_throughout) return false;
      failed = true;
    }
    if (is_match) ++matches;
    if (is_throughout) ++throughout;
  }
  return matches == 1 && throughout == 1 && failed == !evaluation.accepted();
}

// Whether the outcome of the row's check, which was performed, has exactly the issue that belongs
// to it. No word of an issue is the worker's: its hint is that of the check's row.
inline bool has_its_issue(const CheckOutcome& outcome,
                          const std::vector<Issue>& issues,
                          const CheckRow& row) {
  if (outcome.status == CheckStatus::Passed) return !outcome.code && issues.empty();
  if (outcome.status == CheckStatus::NotPerformed || issues.size() != 1) return false;
  const Issue& issue = issues.front();
  const bool is_error = issue.severity == Severity::Error;
  return is_error == (outcome.status == CheckStatus::Failed) && issue.code == name_of(*row.code) &&
         outcome.code == issue.code && issue.hint == row.hint;
}

inline bool has_values(const DocumentEvaluation& evaluation) {
  return evaluation.mrz || evaluation.barcode || evaluation.printed;
}

// Whether the values are of a document that is accepted, and can come from a zone and a bar code.
// Those of the print are a reader's.
inline bool gives_values(const DocumentEvaluation& evaluation) {
  return evaluation.accepted() && (!evaluation.mrz || are_sound(*evaluation.mrz)) &&
         (!evaluation.barcode || are_sound(*evaluation.barcode)) && !evaluation.printed;
}

// Whether there is nothing, or one outcome of the comparison of data with its issue; and values, if
// any, that can come from print.
inline bool compares_data(const DataEvaluation& evaluation) {
  if (evaluation.printed && !are_sound_of_print(*evaluation.printed)) return false;
  if (evaluation.checks.empty()) return evaluation.issues.empty();
  const CheckRow& row = row_of(Check::DocumentData);
  const CheckOutcome& outcome = evaluation.checks.front();
  return evaluation.checks.size() == 1 && outcome.check == row.name && !outcome.side &&
         !outcome.frame && has_its_issue(outcome, evaluation.issues, row);
}

// Whether there is one outcome of the judgement of presentation: performed, with a probability, a
// frame that exists and its issue, or not performed, without any of these.
inline bool judges_presentation_once(const PresentationEvaluation& evaluation,
                                     std::size_t frame_count) {
  if (evaluation.checks.size() != 1) return false;
  const CheckRow& row = row_of(Check::LivenessPresentation);
  const CheckOutcome& outcome = evaluation.checks.front();
  if (outcome.check != row.name || outcome.side) return false;
  if (outcome.status == CheckStatus::NotPerformed) {
    return outcome.code == name_of(Code::CheckNotAvailable) && !outcome.value_milli &&
           !outcome.frame && evaluation.issues.empty();
  }
  const std::int64_t value = outcome.value_milli.value_or(-1);
  const std::uint32_t frame = outcome.frame.value_or(0);
  return value >= 0 && value <= 1000 && frame >= 1 && frame <= frame_count &&
         has_its_issue(outcome, evaluation.issues, row);
}

// Whether nothing was drawn, or a rendering within its limits whose places have names of ours: no
// word and no header of a worker reaches a person who looks at it.
inline bool is_sound_rendering(const RenderingHead& head) {
  constexpr std::array<std::string_view, 6> kNames = {
      "document", "machine-readable zone", "bar code", "portrait", "glare", "face"};
  if (!head.decoded) return head.jpeg_bytes == 0 && head.seen.empty();
  return head.width > 0 && head.height > 0 && head.width <= kRenderingMaxSide &&
         head.height <= kRenderingMaxSide && head.jpeg_bytes <= kRenderingMaxBytes &&
         std::ranges::all_of(head.seen, [&](const TraceShape& shape) {
           return shape.corners.size() == 4 && std::ranges::count(kNames, shape.name) == 1;
         });
}

// Answered in place of a lost worker: an image that cannot be decoded is never accepted.
template <class Found>
Found unreadable(Check decoding, std::string hint) {
  Found found;
  const std::string code(name_of(row_of(decoding).code.value()));
  found.issues.push_back({.code = code, .severity = Severity::Error, .hint = std::move(hint)});
  found.checks.push_back({.check = std::string(name_of(decoding)),
                          .status = CheckStatus::Failed,
                          .code = code,
                          .value_milli = std::nullopt,
                          .threshold_milli = std::nullopt});
  return found;
}

}  // namespace countersign::confined
