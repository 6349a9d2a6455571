#include <doctest/doctest.h>

#include <algorithm>

#include "core/inspection/engines/embedded_engine.h"
#include "tests/core/inspection/support/sha256.h"

namespace countersign::match_test {

TEST_CASE("an engine that cannot compare faces says so, and loads none") {
  const EmbeddedEngine engine(test_sha256);
  bool loaded = false;
  const auto load = [&]() -> std::optional<std::string> {
    loaded = true;
    return "image";
  };
  const auto evaluation =
      engine.match_faces({.load_reference = load, .frame_count = 2, .load_frame = [&](std::size_t) {
                            return load();
                          }});
  REQUIRE(evaluation.has_value());
  REQUIRE(evaluation->checks.size() == 1);
  CHECK(evaluation->checks[0].check == "FACE_MATCH");
  CHECK(evaluation->checks[0].status == CheckStatus::NotPerformed);
  CHECK(evaluation->checks[0].code == "CHECK_NOT_AVAILABLE");
  CHECK(evaluation->issues.empty());
  CHECK_FALSE(loaded);
}

TEST_CASE("the engine names itself and promises nothing that it cannot do") {
  const Capabilities capabilities = EmbeddedEngine(test_sha256).capabilities();
  CHECK(capabilities.engine.name == "countersign-embedded");
  CHECK_FALSE(capabilities.engine.version.empty());
  for (const Action action : {Action::LookUp, Action::Blink, Action::Smile, Action::OpenMouth}) {
    CHECK(std::ranges::count(capabilities.actions, action) == 0);
  }
  CHECK_FALSE(capabilities.face_match);
}

}  // namespace countersign::match_test
