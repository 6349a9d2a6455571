#include "core/inspection/engines/composite_engine.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace countersign::composite_engine_test {

CheckOutcome check_of(std::string_view name,
                      CheckStatus status,
                      std::optional<std::string> code = std::nullopt) {
  CheckOutcome outcome;
  outcome.check = name;
  outcome.status = status;
  outcome.code = std::move(code);
  return outcome;
}

Issue issue_of(std::string code, Severity severity) {
  return {.code = std::move(code), .severity = severity, .hint = ""};
}

// Accepts frames with a warning, unless `accepts` is false.
struct Embedded final : Engine {
  bool accepts = true;
  bool broken = false;

  Capabilities capabilities() const override {
    Capabilities all;
    all.engine.name = "embedded";
    all.actions = {Action::TurnLeft};
    return all;
  }
  Result<DocumentEvaluation, InspectionFailure> evaluate_document(
      const DocumentRequest& request) const override {
    DocumentEvaluation found;
    found.checks.push_back(check_of(std::string(request.image), CheckStatus::Passed));
    if (request.mrz_values) {
      found.mrz = MrzValues{};
      found.barcode = FieldValues{"1", "", "", "", ""};
    }
    return found;
  }
  Result<LivenessEvaluation, InspectionFailure> evaluate_liveness(
      const LivenessRequest& request) const override {
    if (broken) return InspectionFailure::NoInspector;
    LivenessEvaluation found;
    for (std::size_t i = 0; i < request.frame_count; ++i) {
      REQUIRE(request.load(i).has_value());
      found.frames.emplace_back(ImageFacts{});
    }
    if (!accepts) found.issues.push_back(issue_of("LIVENESS_BLURRY", Severity::Error));
    found.issues.push_back(issue_of("LIVENESS_TOO_DARK", Severity::Warning));
    found.checks.push_back(check_of("LIVENESS_LIGHT", CheckStatus::Warning));
    found.checks.push_back(
        check_of("LIVENESS_PRESENTATION_ATTACK", CheckStatus::NotPerformed, "CHECK_NOT_AVAILABLE"));
    return found;
  }
  Result<MatchEvaluation, InspectionFailure> match_faces(const MatchRequest&) const override {
    MatchEvaluation found;
    found.checks.push_back(check_of("FACE_MATCH", CheckStatus::NotPerformed, "EMBEDDED"));
    return found;
  }
};

struct Local final : FaceMatcher {
  bool judges = false;  // presentation attacks
  bool starved = false;
  CheckStatus finds = CheckStatus::Passed;

  bool judges_presentation() const override { return judges; }
  Result<PresentationEvaluation, InspectionFailure> judge_presentation(
      const PresentationRequest& request) const override {
    if (starved) return InspectionFailure::Busy;
    for (std::size_t i = 0; i < request.frame_count; ++i) REQUIRE(request.load(i).has_value());
    PresentationEvaluation found;
    found.checks.push_back(check_of("LIVENESS_PRESENTATION", finds));
    if (finds == CheckStatus::Failed) {
      found.issues.push_back(issue_of("LIVENESS_NOT_LIVE", Severity::Error));
    }
    found.engine = {"local", "1", std::nullopt, {{"attacks.onnx", Sha256()}}};
    return found;
  }
  EngineVersion version() const override { return {}; }
  std::optional<RecognizerFacts> recognizer() const override {
    return RecognizerFacts{std::nullopt, std::nullopt, 70};
  }
  Result<MatchEvaluation, InspectionFailure> match_faces(const MatchRequest&) const override {
    MatchEvaluation found;
    found.checks.push_back(check_of("FACE_MATCH", CheckStatus::Passed, "LOCAL"));
    return found;
  }
};

// Finds what it is told to.
struct Reader final : DataReader {
  DataEvaluation finds;
  bool broken = false;
  mutable int asked = 0;

  EngineVersion version() const override { return {}; }
  Result<DataEvaluation, InspectionFailure> compare_data(
      const DataRequest& request) const override {
    ++asked;
    if (broken) return InspectionFailure::Busy;
    DataEvaluation found = finds;
    if (request.values) found.printed = FieldValues{"2", "", "", "", ""};
    return found;
  }
};

struct External final : ExternalJudge {
  std::optional<EngineCapabilities> offers = EngineCapabilities{true, true};
  Evaluation liveness;
  bool stopping = false;
  bool judges = true;
  mutable int asked = 0;

  std::optional<EngineCapabilities> offer() const override { return offers; }
  EngineVersion version() const override { return {}; }
  Result<MatchEvaluation, InspectionFailure> match_faces(const MatchRequest&) const override {
    MatchEvaluation found;
    found.checks.push_back(check_of("FACE_MATCH", CheckStatus::Passed, "EXTERNAL"));
    if (judges) found.engine = {"external", "1"};
    return found;
  }
  Result<Evaluation, InspectionFailure> judge_liveness(
      const LivenessRequest& request) const override {
    ++asked;
    if (stopping) return InspectionFailure::Stopping;
    for (std::size_t i = 0; i < request.frame_count; ++i) REQUIRE(request.load(i).has_value());
    return liveness;
  }
};

LivenessRequest two_frames() {
  LivenessRequest request;
  request.frame_count = 2;
  request.load = [](std::size_t) { return "frame"; };
  return request;
}

std::string text_of(const Evaluation& found) {
  std::string text;
  for (const Issue& issue : found.issues) text += issue.code + ";";
  for (const CheckOutcome& check : found.checks) {
    text += check.check + " " + std::string(name_of(check.status)) + ";";
  }
  return text;
}

constexpr std::string_view kEmbeddedAlone =
    "LIVENESS_TOO_DARK;LIVENESS_LIGHT WARNING;LIVENESS_PRESENTATION_ATTACK NOT_PERFORMED;";

// The embedded engine of these tests has one check, which is named by the image.
TEST_CASE("print is compared where a zone or a bar code was proven, and nowhere else") {
  const Embedded embedded;
  Reader reader;
  reader.finds.checks.push_back(check_of("DOCUMENT_DATA", CheckStatus::Passed));
  const CompositeEngine engine(embedded, nullptr, nullptr, &reader);
  const auto judged = [&](std::string_view proof) {
    DocumentRequest request;
    request.image = proof;
    return text_of(*engine.evaluate_document(request));
  };
  CHECK(judged("DOCUMENT_MRZ_CHECK_DIGITS") ==
        "DOCUMENT_MRZ_CHECK_DIGITS PASSED;DOCUMENT_DATA PASSED;");
  CHECK(judged("DOCUMENT_BARCODE") == "DOCUMENT_BARCODE PASSED;DOCUMENT_DATA PASSED;");
  CHECK(reader.asked == 2);
  CHECK(judged("DOCUMENT_MRZ") == "DOCUMENT_MRZ PASSED;");
  CHECK(reader.asked == 2);
  reader.finds = {};  // it could not read
  CHECK(judged("DOCUMENT_BARCODE") == "DOCUMENT_BARCODE PASSED;");
  CHECK(engine.capabilities().reads_print);
  CHECK_FALSE(CompositeEngine(embedded, nullptr, nullptr).capabilities().reads_print);
}

TEST_CASE("a reader that refuses a document or fails is heard") {
  const Embedded embedded;
  Reader reader;
  reader.finds.checks.push_back(
      check_of("DOCUMENT_DATA", CheckStatus::Failed, "DOCUMENT_DATA_MISMATCH"));
  reader.finds.issues.push_back(issue_of("DOCUMENT_DATA_MISMATCH", Severity::Error));
  const CompositeEngine engine(embedded, nullptr, nullptr, &reader);
  DocumentRequest request;
  request.image = "DOCUMENT_BARCODE";
  CHECK_FALSE(engine.evaluate_document(request)->accepted());
  reader.broken = true;
  const auto failed = engine.evaluate_document(request);
  REQUIRE_FALSE(failed.has_value());
  CHECK(failed.error() == InspectionFailure::Busy);
}

TEST_CASE("the values of zone, bar code and print are told to who asks, if all is accepted") {
  const Embedded embedded;
  Reader reader;
  const CompositeEngine engine(embedded, nullptr, nullptr, &reader);
  const auto values = [&](bool asked) {
    DocumentRequest request;
    request.image = "DOCUMENT_BARCODE";
    request.mrz_values = asked;
    const auto found = engine.evaluate_document(request);
    REQUIRE(found.has_value());
    return std::string(found->mrz ? "zone " : "") + (found->barcode ? "barcode " : "") +
           (found->printed ? "print" : "");
  };
  CHECK(values(true) == "zone barcode print");
  CHECK(values(false).empty());
  reader.finds.issues.push_back(issue_of("DOCUMENT_DATA_MISMATCH", Severity::Error));
  CHECK(values(true).empty());
}

TEST_CASE("faces are compared by the external engine, else the local matcher, else nobody") {
  const Embedded embedded;
  const Local local;
  External external;
  const auto judge = [&](const ExternalJudge* other, const FaceMatcher* matcher) {
    const auto found = CompositeEngine(embedded, other, matcher).match_faces({});
    REQUIRE(found.has_value());
    REQUIRE(found->checks.size() == 1);
    return *found->checks[0].code;
  };
  CHECK(judge(nullptr, nullptr) == "EMBEDDED");
  CHECK(judge(nullptr, &local) == "LOCAL");
  CHECK(judge(&external, nullptr) == "EXTERNAL");
  CHECK(judge(&external, &local) == "EXTERNAL");
  external.offers = EngineCapabilities{.face_match = false, .liveness = true};
  CHECK(judge(&external, &local) == "LOCAL");
  CHECK(judge(&external, nullptr) == "EMBEDDED");
  external.offers.reset();  // it has not reported its abilities yet, so it is asked
  CHECK(judge(&external, &local) == "EXTERNAL");
}

TEST_CASE("the engine that compared the faces is named; without one it is the embedded engine") {
  const Embedded embedded;
  External external;
  const CompositeEngine engine(embedded, &external, nullptr);
  CHECK(engine.match_faces({})->engine.name == "external");
  external.judges = false;
  CHECK(engine.match_faces({})->engine.name == "embedded");
}

TEST_CASE("a capability is promised only if an engine offers it") {
  const Embedded embedded;
  const Local local;
  External external;
  const auto promises = [&](const ExternalJudge* other, const FaceMatcher* matcher) {
    return CompositeEngine(embedded, other, matcher).capabilities().face_match;
  };
  CHECK_FALSE(promises(nullptr, nullptr));
  CHECK(promises(nullptr, &local));
  CHECK(promises(&external, nullptr));
  external.offers = EngineCapabilities{.face_match = false, .liveness = true};
  CHECK_FALSE(promises(&external, nullptr));
  CHECK(promises(&external, &local));
  external.offers.reset();
  CHECK_FALSE(promises(&external, nullptr));
  const Capabilities all = CompositeEngine(embedded, &external, &local).capabilities();
  CHECK(all.recognizer == local.recognizer());
  external.offers = EngineCapabilities{true, true};
  CHECK_FALSE(CompositeEngine(embedded, &external, &local).capabilities().recognizer.has_value());
  CHECK(all.engine.name == "embedded");
  CHECK(all.actions == std::vector<Action>{Action::TurnLeft});
}

TEST_CASE("frames that were accepted are judged by the external engine too, in place of nobody") {
  const Embedded embedded;
  External external;
  external.liveness.checks.push_back(check_of("LIVENESS_PRESENTATION_ATTACK", CheckStatus::Passed));
  const CompositeEngine engine(embedded, &external, nullptr);
  const auto live = engine.evaluate_liveness(two_frames());
  REQUIRE(live.has_value());
  CHECK(live->accepted());
  CHECK(live->frames.size() == 2);
  CHECK(text_of(*live) ==
        "LIVENESS_TOO_DARK;LIVENESS_LIGHT WARNING;LIVENESS_PRESENTATION_ATTACK PASSED;");

  external.liveness.checks[0].status = CheckStatus::Failed;
  external.liveness.issues.push_back(issue_of("LIVENESS_NOT_LIVE", Severity::Error));
  const auto spoof = engine.evaluate_liveness(two_frames());
  REQUIRE(spoof.has_value());
  CHECK_FALSE(spoof->accepted());
  CHECK(text_of(*spoof) ==
        "LIVENESS_NOT_LIVE;LIVENESS_TOO_DARK;LIVENESS_LIGHT WARNING;"
        "LIVENESS_PRESENTATION_ATTACK FAILED;");
}

TEST_CASE("the external engine is not asked about frames that need no second opinion") {
  Embedded embedded;
  External external;
  const CompositeEngine engine(embedded, &external, nullptr);
  embedded.accepts = false;
  CHECK_FALSE(engine.evaluate_liveness(two_frames())->accepted());
  embedded.broken = true;
  CHECK(engine.evaluate_liveness(two_frames()).error() == InspectionFailure::NoInspector);
  embedded = {};
  external.offers = EngineCapabilities{.face_match = true, .liveness = false};
  CHECK(text_of(*engine.evaluate_liveness(two_frames())) == kEmbeddedAlone);
  CHECK(external.asked == 0);
  CHECK(text_of(*CompositeEngine(embedded, nullptr, nullptr).evaluate_liveness(two_frames())) ==
        kEmbeddedAlone);
  external.offers.reset();  // an engine that has not reported its abilities is asked
  external.liveness.checks.push_back(
      check_of("LIVENESS_PRESENTATION_ATTACK", CheckStatus::NotPerformed));
  CHECK(text_of(*engine.evaluate_liveness(two_frames())) == kEmbeddedAlone);
  CHECK(external.asked == 1);
}

TEST_CASE("frames that were accepted are judged by the matcher's model of presentation attacks") {
  Embedded embedded;
  Local local;
  local.judges = true;
  const CompositeEngine engine(embedded, nullptr, &local);
  CHECK(engine.capabilities().judges_presentation);
  const auto live = engine.evaluate_liveness(two_frames());
  REQUIRE(live.has_value());
  CHECK(live->accepted());
  CHECK(text_of(*live) == std::string(kEmbeddedAlone) + "LIVENESS_PRESENTATION PASSED;");
  REQUIRE(live->engine.models.size() == 1);
  CHECK(live->engine.models[0].name == "attacks.onnx");

  local.starved = true;
  CHECK(engine.evaluate_liveness(two_frames()).error() == InspectionFailure::Busy);
  embedded.accepts = false;  // not asked
  CHECK_FALSE(engine.evaluate_liveness(two_frames())->accepted());
  embedded.accepts = true;
  local.judges = false;
  CHECK_FALSE(engine.capabilities().judges_presentation);
  CHECK(text_of(*engine.evaluate_liveness(two_frames())) == kEmbeddedAlone);
}

TEST_CASE("the external engine is asked after the matcher, about what the matcher accepts") {
  const Embedded embedded;
  Local local;
  local.judges = true;
  External external;
  external.liveness.checks.push_back(check_of("LIVENESS_PRESENTATION_ATTACK", CheckStatus::Passed));
  const CompositeEngine engine(embedded, &external, &local);
  CHECK(text_of(*engine.evaluate_liveness(two_frames())) ==
        "LIVENESS_TOO_DARK;LIVENESS_LIGHT WARNING;LIVENESS_PRESENTATION PASSED;"
        "LIVENESS_PRESENTATION_ATTACK PASSED;");
  CHECK(external.asked == 1);
  local.finds = CheckStatus::Failed;
  const auto attack = engine.evaluate_liveness(two_frames());
  CHECK_FALSE(attack->accepted());
  CHECK(attack->issues[0].code == "LIVENESS_NOT_LIVE");
  CHECK(external.asked == 1);
}

TEST_CASE("a machine that ends while the other engine is asked has judged nothing") {
  const Embedded embedded;
  External external;
  external.stopping = true;
  const auto found = CompositeEngine(embedded, &external, nullptr).evaluate_liveness(two_frames());
  REQUIRE_FALSE(found.has_value());
  CHECK(found.error() == InspectionFailure::Stopping);
}

TEST_CASE("documents are the embedded engine's alone") {
  const Embedded embedded;
  const External external;
  const CompositeEngine engine(embedded, &external, nullptr);
  DocumentRequest request;
  request.image = "CARD";
  CHECK(text_of(*engine.evaluate_document(request)) == "CARD PASSED;");
}

}  // namespace countersign::composite_engine_test
