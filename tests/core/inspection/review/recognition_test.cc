#include <doctest/doctest.h>

#include "core/inspection/review/recognition_review.h"

namespace countersign::recognition_test {

CheckStatus status_of(const DocumentSigns& signs) {
  return judge_recognition(signs, DocumentThresholds{}).status;
}

TEST_CASE("a zone, a bar code or a portrait shows that it is a document") {
  CHECK(status_of({.zone = true}) == CheckStatus::Passed);
  CHECK(status_of({.barcode = true}) == CheckStatus::Passed);
  CHECK(status_of({.portrait = true}) == CheckStatus::Passed);
}

TEST_CASE("what another card or a photograph of a person could be is for a person to review") {
  CHECK(status_of({.card_shape = true}) == CheckStatus::Warning);
  CHECK(status_of({.lone_portrait = true}) == CheckStatus::Warning);
}

TEST_CASE("a face and print count for less than what another side can prove") {
  DocumentThresholds proof_alone;
  proof_alone.signs = {1, 2};
  CHECK(judge_recognition({.portrait = true}, proof_alone).status == CheckStatus::Warning);
  CHECK(judge_recognition({.zone = true, .portrait = true}, proof_alone).status ==
        CheckStatus::Passed);
}

TEST_CASE("what shows nothing of a document is refused") {
  CHECK(status_of({}) == CheckStatus::Failed);
  CHECK(judge_recognition({}, DocumentThresholds{}).code == "DOCUMENT_NOT_RECOGNIZED");
}

}  // namespace countersign::recognition_test
