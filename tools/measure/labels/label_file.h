#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/terms.h"
#include "tools/measure/labels/expectation.h"

namespace countersign {

// A picture of an operator's own, and what is right for it.
struct LabelledPicture {
  std::size_t line = 0;              // of the labels
  std::string path;                  // below the folder of the labels
  std::optional<DocumentType> type;  // nullopt: none is declared
  Side side = Side::Front;
  Expectation expected;
  std::string condition;          // "" if there is none
  std::vector<std::string> zone;  // the lines of its machine-readable zone; empty: not labelled
};
struct Labels {
  std::vector<LabelledPicture> pictures;
  std::vector<std::string> unused;  // the columns that nothing is read from
};
struct LabelFault {
  std::size_t line = 0;
  std::string why;
};

// Reads labels, a CSV file (csv.h) whose first record names the columns, in any order:
//
//   path       below the folder of the labels, with slashes; no link is followed
//   type       PASSPORT, ID_CARD, ...; may be empty: none is declared
//   side       FRONT or BACK; may be empty: FRONT
//   expected   `fit`, `refused`, `review` (refused, or left to a review), `either`, or the code
//              with which the picture is to be refused, such as DOCUMENT_BLURRY
//   condition  what the rates are given by; may be empty
//   zone       may be left out, or empty: the lines of the machine-readable zone, with | between
//
// Letters' case does not matter except in `path` and `condition`. Returns the faults of up to
// kFaultsMax lines instead, in their order. A fault quotes nothing of a zone, nor of what may be
// one in a column that is not its own.
inline constexpr std::size_t kLabelsMaxBytes = 64ULL << 20;
inline constexpr std::size_t kLabelledPicturesMax = 100'000;
inline constexpr std::size_t kFaultsMax = 20;
Result<Labels, std::vector<LabelFault>> read_labels(std::string_view csv);

// The word of a label: `fit`, ..., or the code.
std::string word_of(const Expectation& expected);

}  // namespace countersign
