#include "core/inspection/guide/document_view.h"

#include <doctest/doctest.h>

#include <string_view>
#include <utility>

#include "core/inspection/judgement.h"

namespace countersign::document_view_test {

const RgbImage& frame() {
  static const RgbImage image(1000, 1000);
  return image;
}

// A glance at a document with these corners, in pixels of frame(), and one judgement.
DocumentGlance glance(double left, double top, double right, double bottom, Check check) {
  DocumentGlance seen;
  seen.found.emplace();
  seen.found->outline.uncovered = {1, 1, 1, 1};
  seen.found->outline.corners = {{{left, top}, {right, top}, {right, bottom}, {left, bottom}}};
  Judgement judgement = wording(check);
  judgement.status = CheckStatus::Failed;
  seen.judgements = {wording(Check::DocumentDetection), judgement};
  return seen;
}

std::string_view hint(const DocumentGlance& seen) {
  const auto found = hint_of(seen, frame(), DocumentThresholds{});
  return found ? name_of(*found) : "none";
}

TEST_CASE("a document that leaves the frame is sent back into it") {
  const Check framing = Check::DocumentFraming;
  CHECK(hint(glance(-80, 300, 500, 700, framing)) == "MOVE_RIGHT");
  CHECK(hint(glance(500, 300, 1080, 700, framing)) == "MOVE_LEFT");
  CHECK(hint(glance(200, -50, 800, 400, framing)) == "MOVE_DOWN");
  CHECK(hint(glance(200, 600, 800, 1050, framing)) == "MOVE_UP");
  // In a corner it goes the longer way first.
  CHECK(hint(glance(-80, -20, 500, 400, framing)) == "MOVE_RIGHT");
}

TEST_CASE("a document that fills the frame from side to side is too near") {
  CHECK(hint(glance(-5, 300, 1005, 700, Check::DocumentFraming)) == "MOVE_BACK");
  CHECK(hint(glance(300, 2, 700, 999, Check::DocumentFraming)) == "MOVE_BACK");
}

TEST_CASE("each fault of the picture has a hint") {
  CHECK(hint(glance(200, 300, 800, 700, Check::DocumentSize)) == "MOVE_CLOSER");
  CHECK(hint(glance(200, 300, 800, 700, Check::DocumentLight)) == "TOO_DARK");
  CHECK(hint(glance(200, 300, 800, 700, Check::DocumentOverexposure)) == "TOO_BRIGHT");
  CHECK(hint(glance(200, 300, 800, 700, Check::DocumentSharpness)) == "BLURRY");
  CHECK(hint(glance(200, 300, 800, 700, Check::DocumentDetail)) == "HOLD_STILL");
  CHECK(hint(glance(200, 300, 800, 700, Check::DocumentGlare)) == "GLARE");
  CHECK(hint(glance(200, 300, 800, 700, Check::DocumentVisibility)) == "OBSCURED");
  CHECK(hint(glance(200, 300, 800, 700, Check::DocumentResolution)) == "LOW_RESOLUTION");
}

TEST_CASE("what refuses is told before what is only remarked on") {
  DocumentGlance seen = glance(200, 300, 800, 700, Check::DocumentGlare);
  Judgement soft = wording(Check::DocumentSharpness);
  soft.status = CheckStatus::Warning;
  seen.judgements.insert(seen.judgements.begin(), soft);
  CHECK(hint(seen) == "GLARE");
  seen.judgements.pop_back();
  CHECK(hint(seen) == "BLURRY");
  seen.judgements.erase(seen.judgements.begin());
  CHECK(hint(seen) == "none");
}

// The same where no document is seen.
DocumentGlance unseen(Check check) {
  DocumentGlance glanced = glance(200, 300, 800, 700, check);
  glanced.judgements.front().status = CheckStatus::Failed;
  return glanced;
}

TEST_CASE("a frame without a document is told what may hide one") {
  CHECK(hint(unseen(Check::DocumentLight)) == "TOO_DARK");
  CHECK(hint(unseen(Check::DocumentNoise)) == "TOO_DARK");
  CHECK(hint(unseen(Check::DocumentOverexposure)) == "TOO_BRIGHT");
  CHECK(hint(unseen(Check::DocumentGlare)) == "GLARE");
  CHECK(hint(unseen(Check::DocumentSharpness)) == "NO_DOCUMENT");
}

TEST_CASE("a poor border is told for what makes it poor") {
  DocumentGlance seen = unseen(Check::DocumentSharpness);
  Outline& outline = seen.found->outline;
  outline.clearness = 0.6;
  outline.uncovered = {0.9, 0.9, 0.9, 0.9};
  CHECK(hint(seen) == "BLURRY");
  seen.judgements.pop_back();
  CHECK(hint(seen) == "NO_DOCUMENT");
  outline.uncovered = {0.9, 0.6, 0.7, 0.9};
  CHECK(hint(seen) == "OBSCURED");
  outline.clearness = 0.4;
  CHECK(hint(seen) == "NO_DOCUMENT");
  outline.clearness = 0.9;
  outline.uncovered = {0.9, 0.9, 0.9, 0.9};
  CHECK(hint(seen) == "MOVE_CLOSER");
  outline.cut = true;
  outline.corners = {{{0, 300}, {500, 300}, {500, 700}, {0, 700}}};
  CHECK(hint(seen) == "MOVE_RIGHT");
}

TEST_CASE("blur and reflections that hide a side are told before the side") {
  DocumentGlance seen = glance(0, 300, 500, 700, Check::DocumentFraming);
  seen.found->outline.cut = true;
  CHECK(hint(seen) == "MOVE_RIGHT");
  for (const auto& [check, told] :
       {std::pair{Check::DocumentSharpness, "BLURRY"}, std::pair{Check::DocumentGlare, "GLARE"}}) {
    seen.judgements.push_back(wording(check));
    seen.judgements.back().status = CheckStatus::Failed;
    CHECK(hint(seen) == told);
    seen.judgements.pop_back();
  }
}

TEST_CASE("what is sharp and has no print is no document") {
  CHECK(hint(glance(200, 300, 800, 700, Check::DocumentPrint)) == "NO_DOCUMENT");
}

TEST_CASE("an empty frame shows nothing") {
  const GuideView view =
      view_document(frame(), {Side::Front, DocumentType::Passport, UtcTime(0)}, Thresholds{});
  CHECK_FALSE(view.corners.has_value());
  CHECK_FALSE(view.good);
  CHECK(view.hint == GuideHint::TooDark);
}

}  // namespace countersign::document_view_test
