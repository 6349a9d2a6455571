#include "tools/report/inspected.h"

#include <doctest/doctest.h>

#include <string>

namespace countersign::inspected_test {

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

CheckOutcome outcome(std::string check,
                     CheckStatus status,
                     std::int64_t value,
                     std::int64_t level) {
  CheckOutcome made;
  made.check = std::move(check);
  made.status = status;
  made.value_milli = value;
  made.threshold_milli = level;
  return made;
}

// A document with a reflection, in a file with a hostile name.
Inspected sample() {
  Inspected inspected;
  inspected.pictures.push_back({"<b>&\"x.jpg", "\xff\xd8\xff", ImageFacts{}});
  inspected.pictures[0].facts->width = 1000;
  inspected.pictures[0].facts->height = 600;
  inspected.found.engine.name = "an engine";
  inspected.found.engine.version = "1";
  inspected.found.checks = {outcome("DOCUMENT_SHARPNESS", CheckStatus::Passed, 80, 150),
                            outcome("DOCUMENT_GLARE", CheckStatus::Failed, 90, 60),
                            outcome("DOCUMENT_SIZE", CheckStatus::Warning, 6'000, 7'000)};
  inspected.found.checks[1].code = "DOCUMENT_GLARE";
  inspected.found.issues = {
      {"DOCUMENT_GLARE", Severity::Error, 90, 60, "A light is reflected. <Tilt> it."}};
  inspected.found.trace = {{"document", {{10, 20}, {990, 20}, {990, 580}, {10, 580}}},
                           {"glare", {{100, 100}, {200, 100}, {200, 150}, {100, 150}}}};
  return inspected;
}

TEST_CASE("a check is shown with both levels of the threshold that it names") {
  const Thresholds set;
  const auto glare = levels_of(outcome("DOCUMENT_GLARE", CheckStatus::Warning, 30, 20), set);
  REQUIRE(glare.has_value());
  CHECK(glare->threshold == "document-glare");
  CHECK(glare->error_milli == 60);
  CHECK(glare->warning_milli == 20);
  // The blur of a document is in millimetres; that of a picture without a document is in pixels.
  CHECK(levels_of(outcome("DOCUMENT_SHARPNESS", CheckStatus::Failed, 300, 150), set)->threshold ==
        "document-edge-width");
  CHECK(levels_of(outcome("DOCUMENT_SHARPNESS", CheckStatus::Failed, 3000, 2400), set)->threshold ==
        "document-photograph-edge-width");
  CHECK(
      levels_of(outcome("LIVENESS_TURN_RIGHT", CheckStatus::Passed, 2100, 1500), set)->threshold ==
      "face-turn");
  CHECK(levels_of(outcome("LIVENESS_TURN_RIGHT", CheckStatus::Failed, 700, 1000), set)->threshold ==
        "face-turn-change");
  CHECK(levels_of(outcome("DOCUMENT_PORTRAIT", CheckStatus::Passed, 900, 0), set)->threshold ==
        "face-score");
  CHECK_FALSE(levels_of(outcome("DOCUMENT_EXPIRY", CheckStatus::Passed, 0, 0), set).has_value());
  CHECK_FALSE(levels_of(outcome("DOCUMENT_GLARE", CheckStatus::Passed, 0, 77), set).has_value());
}

TEST_CASE("an inspection is reported with its measures, levels and places") {
  const std::string json = inspected_json(sample(), {});
  CHECK(contains(json, R"("ok":false)"));
  CHECK(
      contains(json, R"({"file":"<b>&\"x.jpg","format":"image/jpeg","width":1000,"height":600})"));
  CHECK(contains(json,
                 R"({"check":"DOCUMENT_GLARE","status":"FAILED","code":"DOCUMENT_GLARE",)"
                 R"("frame":null,"value":0.09,"threshold":"document-glare","error":0.06,)"
                 R"("warning":0.02})"));
  CHECK(contains(json, R"({"name":"glare","frame":null,"corners":[[100,100],[200,100],)"));
}

TEST_CASE("the page of what was inspected draws it on the picture, and needs nothing but itself") {
  const std::string page = inspected_page({sample()}, {});
  CHECK(contains(page, "<title>Inspected pictures</title>"));
  CHECK(contains(page, "src=\"data:image/jpeg;base64,/9j/\""));
  CHECK(contains(page, "<svg viewBox=\"0 0 1000 600\""));
  // The page marks where a check failed. The document has a warning for its size.
  CHECK(contains(page, "<polygon class=\"bad\" points=\"100,100 200,100 200,150 100,150\" />"));
  CHECK(contains(page, "<polygon class=\"warn\" points=\"10,20 990,20 990,580 10,580\" />"));
  CHECK(contains(page, "img-src data:"));
  CHECK(contains(page, "default-src 'none'"));
  for (const char* never : {"<script", "http://", "https://", "style=\"", "<b>&", "<Tilt>"}) {
    CAPTURE(never);
    CHECK_FALSE(contains(page, never));
  }
  CHECK(contains(page, "&lt;b&gt;&amp;&quot;x.jpg"));
}

TEST_CASE("a file that is not a picture is named on the page, and not shown") {
  Inspected inspected = sample();
  inspected.pictures[0].facts = std::nullopt;
  inspected.pictures[0].bytes = "<script>";
  const std::string page = inspected_page({inspected}, {});
  CHECK_FALSE(contains(page, "<img"));
  CHECK_FALSE(contains(page, "<script"));
  CHECK(contains(page, "is not a picture that can be shown"));
}

TEST_CASE("each frame shows what was seen in it") {
  Inspected inspected = sample();
  inspected.pictures.push_back(inspected.pictures[0]);
  inspected.found.trace = {{"face", {{1, 2}, {3, 2}, {3, 4}, {1, 4}}, 2}};
  const std::string page = inspected_page({inspected}, {});
  const std::size_t second = page.find("<figure>", page.find("<figure>") + 1);
  REQUIRE(second != std::string::npos);
  CHECK_FALSE(contains(page.substr(0, second), "<polygon"));
  CHECK(contains(page.substr(second), "<polygon class=\"good\" points=\"1,2 3,2 3,4 1,4\" />"));
}

TEST_CASE("the face of the frame that decides is the one that shows it") {
  Inspected inspected = sample();
  inspected.pictures.push_back(inspected.pictures[0]);
  inspected.found.checks = {outcome("LIVENESS_TURN_LEFT", CheckStatus::Failed, 900, 1500)};
  inspected.found.checks[0].frame = 2;
  inspected.found.trace = {{"face", {{1, 1}, {2, 1}, {2, 2}}, 1},
                           {"face", {{3, 3}, {4, 3}, {4, 4}}, 2}};
  const std::string page = inspected_page({inspected}, {});
  CHECK(contains(page, "<polygon class=\"good\" points=\"1,1 2,1 2,2\" />"));
  CHECK(contains(page, "<polygon class=\"bad\" points=\"3,3 4,3 4,4\" />"));
}

TEST_CASE("checks without a place are shown beside the document") {
  Inspected inspected = sample();
  inspected.found.trace.pop_back();
  CHECK(contains(inspected_page({inspected}, {}),
                 "<polygon class=\"bad\" points=\"10,20 990,20 990,580 10,580\" />"));
}

}  // namespace countersign::inspected_test
