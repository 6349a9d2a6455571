#include <doctest/doctest.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "core/inspection/engines/embedded_engine.h"
#include "tests/core/inspection/confined/child_processes.h"
#include "tests/core/inspection/confined/hostile_image.h"
#include "tests/core/inspection/confined/inspector_rig.h"
#include "tests/core/inspection/decode/crafted_files.h"
#include "tests/core/inspection/support/sha256.h"
#include "tests/drawing/camera/degrade.h"
#include "tests/drawing/person/face.h"

// Renderings by real workers.
namespace countersign::confined::rendering_test {

using Found = Result<std::optional<Rendering>, InspectionFailure>;

Found rendering(const Rig& rig, std::string_view image, std::optional<Side> side = std::nullopt) {
  return rig->render({.image = image, .side = side, .mark = {"anna", "2026-11-26", "session"}});
}

void check_not_drawn(const Found& found) {
  REQUIRE(found.has_value());
  CHECK_FALSE(found->has_value());
}

TEST_CASE("a worker draws a picture as it is drawn in the process") {
  const Rig rig({.inspector = INSPECTOR_PATH});
  const EmbeddedEngine engine(test_sha256);
  drawing::FacePlan face;
  // Renderings of many packets, renderings of one packet, and pictures that do not decode.
  for (const std::string& file : {drawn_document(1),
                                  drawn_document(2, ImageFormat::Png),
                                  drawn_document(3, ImageFormat::WebP),
                                  drawing::encode(drawing::draw_face_frame(face), {}),
                                  drawing::encode(crafted::quarters(8, 8), {}),
                                  drawing::truncated(drawn_document(1), 0.5),
                                  crafted::png_claiming(100'000, 100'000),
                                  std::string("GIF89a"),
                                  std::string()}) {
    for (const std::optional<Side> side : {std::optional<Side>(), std::optional(Side::Front)}) {
      const RenderingRequest request{.image = file, .side = side, .mark = {"anna", "now"}};
      const Found here = engine.render(request);
      const Found there = rig->render(request);
      REQUIRE(there.has_value());
      REQUIRE(here->has_value() == there->has_value());
      if (!*here) continue;
      CHECK((*here)->jpeg == (*there)->jpeg);
      CHECK((*here)->seen == (*there)->seen);
      CHECK((*here)->width == (*there)->width);
      CHECK((*here)->height == (*there)->height);
    }
  }
  CHECK(rig->counters().crashes == 0);
  CHECK(rig->counters().garbled == 0);
}

TEST_CASE("an image that kills the worker that draws it is not drawn, and the next one is") {
  Rig rig;
  const std::string good = drawn_document(1);
  std::uint64_t crashes = 0;
  for (const char* action : {"crash", "abort", "leave", "die in the middle of the file"}) {
    CAPTURE(action);
    check_not_drawn(rendering(rig, hostile_image(action)));
    CHECK(rig->counters().crashes == ++crashes);
    CHECK(rig.notices().size() == 1);
    CHECK(rendering(rig, good)->has_value());
  }
  CHECK(rig->inspector_restarts() == 0);
}

TEST_CASE("a picture that is drawn for ever ends at the timeout") {
  Rig rig({.timeout = std::chrono::milliseconds(500)});
  Found found = rendering(rig, hostile_image("loop"));
  for (int i = 0; i < 600 && !found; ++i) {
    REQUIRE(found.error() == InspectionFailure::Busy);
    found = rendering(rig, hostile_image("loop"));
  }
  check_not_drawn(found);
  CHECK(rig->counters().timeouts == 1);
}

TEST_CASE("no file of a worker's own reaches who looks at a picture") {
  Rig rig;
  std::uint64_t garbled = 0;
  for (const char* lie : {"send the image itself",
                          "send a comment",
                          "send another size",
                          "send more than announced",
                          "announce more than a rendering",
                          "draw a wide picture",
                          "draw no width",
                          "name a place",
                          "say that it is ready"}) {
    CAPTURE(lie);
    check_not_drawn(rendering(rig, hostile_image(lie)));
    CHECK(rig->counters().garbled == ++garbled);
    CHECK(rig.notices().size() == 1);
  }
  CHECK(rendering(rig, drawn_document(1))->has_value());
  CHECK(rig->counters().crashes == 0);
}

TEST_CASE("a picture that does not fit into the buffer is a failure of the machine") {
  Rig rig({.image_max_bytes = 100'000});
  CHECK(rendering(rig, std::string(100'001, 'x')).error() == InspectionFailure::ImageNotLoaded);
}

TEST_CASE("no worker draws two pictures") {
  const Rig rig;
  const auto first = inspectors_of(::getpid());
  REQUIRE(first.size() == 2);
  CHECK(rendering(rig, drawn_document(1))->has_value());
  CHECK(are_gone({first[1]}));
}

}  // namespace countersign::confined::rendering_test
