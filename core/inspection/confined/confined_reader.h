#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>

#include "core/inspection/confined/confined_engine.h"
#include "core/inspection/engines/data_reader.h"

namespace countersign::confined {

// Compares printed data in confined workers of `countersign-reader`, see ConfinedEngine. If a
// worker is lost, nothing is found, and the check is not performed. Without the program, calls fail
// with NoInspector. The outcome names the engine. Thread-safe.
class ConfinedReader final : public DataReader {
 public:
  // The memory that Tesseract may allocate in addition to the pictures.
  static constexpr std::uint64_t kEngineBytes = 512ull << 20;

  // `settings.inspector` is the program and `model` its Tesseract model; the arguments and
  // engine_bytes are set here. Requirements and failures as for ConfinedEngine::start. An invalid
  // model is refused.
  static Result<std::unique_ptr<ConfinedReader>, NotStarted> start(
      InspectorSettings settings,
      const std::filesystem::path& model,
      std::function<void(const InspectorNotice&)> tell);

  EngineVersion version() const override { return engine_->capabilities().engine; }
  Result<DataEvaluation, InspectionFailure> compare_data(const DataRequest& request) const override;

  // For metrics.
  const ConfinedEngine& engine() const { return *engine_; }

 private:
  explicit ConfinedReader(std::unique_ptr<ConfinedEngine> engine) : engine_(std::move(engine)) {}

  const std::unique_ptr<ConfinedEngine> engine_;
};

}  // namespace countersign::confined
