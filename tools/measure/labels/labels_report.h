#pragma once
#include <string>
#include <vector>

#include "core/event/finding.h"
#include "core/inspection/thresholds/thresholds.h"
#include "tools/measure/labels/error_rates.h"
#include "tools/measure/labels/label_file.h"
#include "tools/terminal/screen.h"
#include "tools/terminal/styled_text.h"

namespace countersign {

// The findings of `countersign inspect --labels`. Nothing in it is of a zone.
struct LabelsReport {
  // A picture that was judged otherwise than its label says.
  struct Wrong {
    std::size_t line = 0;
    std::string path;
    std::string condition;
    std::string expected;     // the label's word
    std::string found;        // a code, or "accepted"
    bool other_code = false;  // refused rightly, and with another code than the label's
  };
  // A picture that could not be read or judged; it is in no count.
  struct Unread {
    std::size_t line = 0;
    std::string path;
    std::string why;
  };

  EngineVersion engine{};
  ErrorRates rates{};
  std::vector<Wrong> wrong{};
  std::vector<Unread> unread{};
  std::vector<std::string> unused{};  // columns of the labels

  bool ok() const { return unread.empty(); }
};

// {ok, thresholds: {version, sha256}, engine, conditions: [{condition, expected, pictures,
// accepted, review, otherCode, wrong, codes: [{code, count}], zones: {read, differ, differInCode,
// ...}}], all: the same by expectation, wronglyJudged: [{line, path, condition, expected, found}],
// notRead: [{line, path, why}], unusedColumns}. `ok` is whether every picture could be read. A rate
// is {count, of, share, low, high}; `share` is null of none, and low and high are the interval.
std::string labels_json(const LabelsReport& report, const Thresholds& set);
// The tables and lists for people.
StyledText labels_text(const LabelsReport& report, const Screen& screen);
// A self-contained page without scripts and without pictures.
std::string labels_page(const LabelsReport& report, const Thresholds& set);

}  // namespace countersign
