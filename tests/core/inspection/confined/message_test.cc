#include "core/inspection/confined/message.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <random>
#include <string>
#include <vector>

namespace countersign::confined::message_test {

Evaluation sample_evaluation() {
  Evaluation evaluation;
  evaluation.issues = {{.code = "DOCUMENT_BLURRY",
                        .severity = Severity::Error,
                        .value_milli = -12'500,
                        .threshold_milli = 4'000,
                        .hint = "Hold it still — please."},
                       {.code = "DOCUMENT_NOISY", .severity = Severity::Warning, .hint = ""}};
  evaluation.checks = {{.check = "DOCUMENT_SHARPNESS",
                        .status = CheckStatus::Failed,
                        .code = "DOCUMENT_BLURRY",
                        .value_milli = 1,
                        .threshold_milli = 2,
                        .side = Side::Back},
                       {.check = "DOCUMENT_MRZ",
                        .status = CheckStatus::NotPerformed,
                        .code = std::nullopt,
                        .value_milli = std::nullopt,
                        .threshold_milli = std::nullopt}};
  return evaluation;
}

Digest sample_digest() {
  Digest digest;
  for (std::size_t i = 0; i < digest.size(); ++i) digest[i] = static_cast<std::uint8_t>(200 + i);
  return digest;
}

std::string hex(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return text;
}

std::vector<FromWorker> samples() {
  DocumentEvaluation document;
  static_cast<Evaluation&>(document) = sample_evaluation();
  document.image = ImageFacts{ImageFormat::WebP, 4000, 3000, Sha256(sample_digest())};
  document.mrz = MrzValues{"P", "UTO", "L898902C3", "1974-08", "", "UTO", "F", "ERIKSSON", "ANNA"};
  document.barcode = FieldValues{"D123", "1974-08-12", "", "ERIKSSON", "ANNA"};
  document.printed = FieldValues{"L898902C3", "", "2032-04-15", "", ""};
  LivenessEvaluation liveness;
  static_cast<Evaluation&>(liveness) = sample_evaluation();
  liveness.frames = {document.image, std::nullopt, document.image};
  liveness.failed_action = Action::TurnLeft;
  MatchEvaluation match;
  static_cast<Evaluation&>(match) = sample_evaluation();
  DataEvaluation data;
  static_cast<Evaluation&>(data) = sample_evaluation();
  data.printed = document.printed;
  PresentationEvaluation presentation;
  static_cast<Evaluation&>(presentation) = sample_evaluation();
  return {Ready{},
          Unfit{"why"},
          ImageWanted{7},
          Failed{true},
          document,
          DocumentEvaluation{},
          liveness,
          match,
          FaceDescription{true, 1, FaceFeature(2, {1, 2, 255}), 950},
          data,
          RenderingHead{},
          RenderingHead{true, 2400, 1800, {{"portrait", {{1, 2}, {-3, 4}}}}, 400'000},
          presentation};
}

TEST_CASE("a worker's messages arrive unchanged") {
  for (const FromWorker& sample : samples()) {
    const auto decoded = decode<FromWorker>(encode(sample));
    REQUIRE(decoded.has_value());
    CHECK(decoded->index() == sample.index());
    CHECK(encode(*decoded) == encode(sample));
  }
  const auto decoded = decode<FromWorker>(encode(samples()[6]));
  const auto& liveness = std::get<LivenessEvaluation>(*decoded);
  CHECK(liveness.issues == sample_evaluation().issues);
  CHECK(liveness.checks == sample_evaluation().checks);
  REQUIRE(liveness.frames.size() == 3);
  CHECK(liveness.frames[0]->pixels.value() == sample_digest());
  CHECK_FALSE(liveness.frames[1].has_value());
  CHECK(liveness.failed_action == Action::TurnLeft);
}

TEST_CASE("messages between server and inspector arrive unchanged") {
  const std::vector<ToWorker> tasks{DocumentTask{Side::Back,
                                                 DocumentType::Other,
                                                 UtcTime(1'795'000'000'000'000),
                                                 1ull << 40,
                                                 {660, -4},
                                                 true},
                                    LivenessTask{12, {Action::Blink, Action::Smile}, {1000}, true},
                                    MatchTask{12, {300}},
                                    FaceTask{1ull << 40, {300, -4}},
                                    PresentationTask{12, {1000, 300, 600}},
                                    DataTask{Side::Back, {}, UtcTime(5), 1ull << 40, true, {660}},
                                    ImageGiven{5},
                                    ImageGiven{}};
  for (const ToWorker& task : tasks) CHECK(encode(*decode<ToWorker>(encode(task))) == encode(task));
  const std::vector<ToInspector> commands{Setup{kProtocol, 40'000'000, 10 << 20, 1 << 20},
                                          StartWorker{1},
                                          EndWorker{2, true},
                                          MeasureWorker{3}};
  for (const ToInspector& command : commands) {
    CHECK(encode(*decode<ToInspector>(encode(command))) == encode(command));
  }
  const std::vector<FromInspector> answers{
      Greeting{kProtocol, true, {{"engine", "1"}, {Action::Blink}, true}},
      Greeting{kProtocol, true, {{"engine", "1"}, {}, true, RecognizerFacts{300, 363, -20}}},
      Greeting{kProtocol, true, {{"engine", "1"}, {}, true, std::nullopt, false, true}},
      Refused{"why"},
      WorkerEnded{9, -1},
      WorkerEnded{},
      WorkerMeasured{9, 1ull << 40},
      WorkerMeasured{}};
  for (const FromInspector& answer : answers) {
    CHECK(encode(*decode<FromInspector>(encode(answer))) == encode(answer));
  }
}

TEST_CASE("a message is written in its documented form") {
  CHECK(hex(encode(ToInspector(Setup{2, 1000, 2000, 3000}))) ==
        "000000000200000000000003e800000000000007d00000000000000bb8");
  CHECK(hex(encode(FromInspector(Greeting{2, true, {{"e", "1"}, {Action::Blink}, true}}))) ==
        "000000000201000000016500000001310000000000000000010801000000");
  CHECK(hex(encode(FromInspector(WorkerEnded{9, -1}))) == "02000000000000000901ffffffff");
  CHECK(hex(encode(ToWorker(DocumentTask{
            Side::Back, DocumentType::Other, UtcTime(5), 100, {660, -4}, false, true}))) ==
        "0001010400000000000000050000000000000064000000020000000000000294fffffffffffffffc"
        "0001");
  CHECK(hex(encode(ToWorker(FaceTask{256, {-1}}))) == "03000000000000010000000001ffffffffffffffff");
  CHECK(hex(encode(
            ToWorker(DataTask{Side::Back, DocumentType::Other, UtcTime(5), 100, true, {660}}))) ==
        "04010104000000000000000500000000000000640100000001000000000000029400");
  CHECK(hex(encode(FromWorker(FaceDescription{true, 1, {{0xab, 0xcd}}, 950}))) ==
        "07010000000100000001abcd" + std::string(60, '0') + "0100000000000003b6");
  CHECK(hex(encode(ToWorker(PresentationTask{5, {-1}}))) == "070000000500000001ffffffffffffffff");
  CHECK(hex(encode(FromWorker(Ready{}))) == "00");
  LivenessEvaluation liveness;
  liveness.issues = {{.code = "C", .severity = Severity::Error, .value_milli = -2, .hint = "—"}};
  CheckOutcome& outcome = liveness.checks.emplace_back();
  outcome.check = "K";
  outcome.status = CheckStatus::Failed;
  outcome.frame = 2;
  liveness.engine.name = "not sent";
  liveness.trace = {{"face", {{-1, 2}}, 3}};
  liveness.frames = {ImageFacts{ImageFormat::Png, 4, 3, Sha256(sample_digest())}, std::nullopt};
  liveness.failed_action = Action::TurnLeft;
  CHECK(hex(encode(FromWorker(liveness))) ==
        "0500000001000000014300fffffffffffffffe000000000000000000000003e28094000000010000"
        "00014b010000000001000000020000000001000000046661636500000001ffffffff000000020100"
        "0000030000000201010000000400000003c8c9cacbcccdcecfd0d1d2d3d4d5d6d7d8d9dadbdcddde"
        "dfe0e1e2e3e4e5e6e700000101");
  DocumentEvaluation document;
  document.mrz = MrzValues{"P", "U", "L", "1", "", "N", "F", "E", "A"};
  document.barcode = FieldValues{"D", "1", "2", "E", ""};
  CHECK(hex(encode(FromWorker(document))) ==
        "04000000000000000000000000000100000001500000000155000000014c00000001310000000000"
        "0000014e000000014600000001450000000141"
        "01000000014400000001310000000132000000014500000000"
        "00");
}

TEST_CASE("a message that is cut short, or goes on, is none") {
  for (const FromWorker& sample : samples()) {
    const std::string whole = encode(sample);
    for (std::size_t length = 0; length < whole.size(); ++length) {
      CHECK_FALSE(decode<FromWorker>(std::string_view(whole).substr(0, length)).has_value());
    }
    CHECK_FALSE(decode<FromWorker>(whole + '\0').has_value());
  }
}

TEST_CASE("bytes that are not what a worker would send are refused, or are what it would") {
  std::mt19937 random(7);
  std::size_t accepted = 0;
  for (const FromWorker& sample : samples()) {
    const std::string whole = encode(sample);
    for (int i = 0; i < 4000; ++i) {
      std::string bytes = whole;
      for (unsigned changes = random() % 4 + 1; changes > 0; --changes) {
        bytes[random() % bytes.size()] = static_cast<char>(random());
      }
      const auto decoded = decode<FromWorker>(bytes);
      if (!decoded) continue;
      ++accepted;
      CHECK(encode(*decoded) == bytes);
    }
  }
  CHECK(accepted > 0);
}

TEST_CASE("lists and texts have limits, and texts no control characters") {
  const auto refused = [](const std::string& why) {
    return !decode<FromWorker>(encode(FromWorker(Unfit{why}))).has_value();
  };
  CHECK_FALSE(refused(std::string(kTextMaxBytes, 'x')));
  CHECK(refused(std::string(kTextMaxBytes + 1, 'x')));
  CHECK(refused("two\nlines"));
  CHECK(refused(std::string("a\0b", 3)));
  CHECK(refused("\x7f"));
  CHECK(refused("\xc3"));
  LivenessEvaluation many;
  many.frames.resize(kListMax);
  CHECK(decode<FromWorker>(encode(FromWorker(many))).has_value());
  many.frames.resize(kListMax + 1);
  CHECK_FALSE(decode<FromWorker>(encode(FromWorker(many))).has_value());
  // A false count is refused before anything of that size is allocated.
  CHECK_FALSE(decode<FromWorker>(std::string("\x05\xff\xff\xff\xff", 5)).has_value());
}

}  // namespace countersign::confined::message_test
