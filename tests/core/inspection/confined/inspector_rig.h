#pragma once
#include <doctest/doctest.h>

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/inspection/confined/confined_engine.h"
#include "tests/core/inspection/confined/notices.h"
#include "tests/drawing/camera/encode.h"
#include "tests/drawing/document.h"

namespace countersign::confined {

struct RigOptions {
  const char* inspector = HOSTILE_INSPECTOR_PATH;
  std::size_t workers = 1;
  // Long enough for the slowest build on a busy machine. Tests of hangs set a shorter time.
  std::chrono::milliseconds timeout = std::chrono::minutes(2);
  std::uint64_t image_max_bytes = 4ull << 20;
};

// An engine with its own inspector, and the notices that it has reported.
class Rig {
 public:
  using Kind = InspectorNotice::Kind;

  explicit Rig(const RigOptions& options = {}) {
    auto started =
        ConfinedEngine::start({.inspector = options.inspector,
                               .max_pixels = 40'000'000,
                               .image_max_bytes = options.image_max_bytes,
                               .workers = options.workers,
                               .timeout = options.timeout},
                              [this](const InspectorNotice& notice) { notices_.add(notice); });
    if (!started) FAIL(started.error().why);
    engine_ = std::move(*started);
  }

  const ConfinedEngine& operator*() const { return *engine_; }
  const ConfinedEngine* operator->() const { return engine_.get(); }

  Result<DocumentEvaluation, InspectionFailure> document(std::string_view image) const {
    return engine_->evaluate_document({image, Side::Front, std::nullopt, UtcTime()});
  }
  // Returns the notices reported since the last call.
  std::vector<InspectorNotice> notices() { return notices_.take(); }

 private:
  Notices notices_;
  std::unique_ptr<ConfinedEngine> engine_;
};

inline std::string drawn_document(std::uint64_t seed, ImageFormat format = ImageFormat::Jpeg) {
  drawing::DocumentPlan plan;
  plan.seed = seed;
  drawing::Encoding encoding;
  encoding.format = format;
  return drawing::encode(drawing::draw_document(plan), encoding);
}

// Checks the result for an image whose worker was lost: refused, with no claim about the image.
inline void check_unreadable(const Result<DocumentEvaluation, InspectionFailure>& found) {
  REQUIRE(found.has_value());
  CHECK_FALSE(found->accepted());
  CHECK_FALSE(found->image.has_value());
  REQUIRE(found->issues.size() == 1);
  CHECK(found->issues[0].code == "DOCUMENT_UNREADABLE");
  CHECK_FALSE(found->issues[0].hint.empty());
}

}  // namespace countersign::confined
