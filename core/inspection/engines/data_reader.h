#pragma once
#include "core/inspection/engine.h"

namespace countersign {

// Where Debian's tesseract-ocr-eng has its model.
inline constexpr const char* kReaderModel = "/usr/share/tesseract-ocr/5/tessdata/eng.traineddata";

// Compares what is printed on a document with its zone or bar code. Thread-safe: every function is
// const and may be called from any thread at the same time. Calls are slow and belong on a
// FairPool. Nothing of a request is kept.
class DataReader {
 public:
  virtual ~DataReader() = default;
  virtual EngineVersion version() const = 0;
  virtual Result<DataEvaluation, InspectionFailure> compare_data(
      const DataRequest& request) const = 0;
};

}  // namespace countersign
