#pragma once
#include <filesystem>
#include <memory>

#include "core/inspection/decode/inspection_limits.h"
#include "core/inspection/engine.h"
#include "core/inspection/reader/print_reader.h"

namespace countersign::reader {

// "countersign-reader": reads the print of a document, front and back, and compares it with the
// document's own zone or bar code. Judges nothing else: the other calls are a bug.
//
// Finds and reads the zone or the bar code as the embedded engine does. Without a zone whose check
// digits are right, or a bar code of the AAMVA, there is nothing to compare with. Each page is read
// at two sizes, as long as something was not found. A difference is looked at four times more, by
// itself and at other sizes; unless two looks read the same, and none what is stated, it does not
// count.
//
// Reading stops after kReadingTime of processor time, and then nothing is found.
//
// For one thread.
class ReaderEngine final : public Engine {
 public:
  // Six times the mean of a comparison, 0.5 s, and nearly four times the longest one of the 55
  // specimens of docs/inspection.md.
  static constexpr std::chrono::milliseconds kReadingTime{3000};

  ReaderEngine(std::unique_ptr<PrintReader> reader,
               const std::filesystem::path& model,
               InspectionLimits limits);

  Capabilities capabilities() const override;
  Result<DocumentEvaluation, InspectionFailure> evaluate_document(
      const DocumentRequest& request) const override;
  Result<LivenessEvaluation, InspectionFailure> evaluate_liveness(
      const LivenessRequest& request) const override;
  Result<MatchEvaluation, InspectionFailure> match_faces(
      const MatchRequest& request) const override;
  Result<DataEvaluation, InspectionFailure> compare_data(const DataRequest& request) const override;

 private:
  const std::unique_ptr<PrintReader> reader_;
  const EngineVersion version_;
  const InspectionLimits limits_;
};

}  // namespace countersign::reader
