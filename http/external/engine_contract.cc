#include "http/external/engine_contract.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <utility>

#include "core/ascii.h"
#include "core/check.h"
#include "core/inspection/decode/image_format.h"
#include "core/text/base64url.h"
#include "core/text/json_document.h"
#include "core/text/json_writer.h"

namespace countersign::http {
namespace {

using rapidjson::Value;

constexpr std::size_t kNameMax = 64;
constexpr std::size_t kReasonMax = 256;
// The start of the names of the server's own engines and of its sandbox's. Others may not use it.
constexpr std::string_view kOurNames = "COUNTERSIGN";
constexpr std::string_view kNotAvailable = name_of(Code::CheckNotAvailable);

// Reads the members of one answer. Keeps the first error; values read after it do not matter.
class AnswerReader {
 public:
  using Known = std::initializer_list<std::string_view>;

  AnswerReader(const std::string& body, Known known) { read(body, known); }

  std::string_view text(std::string_view name, std::size_t max) {
    const Value* const value = required(name);
    if (value == nullptr) return {};
    if (!value->IsString()) {
      fail(name, "is not a text");
      return {};
    }
    if (value->GetStringLength() > max) {
      fail(name, "is too long");
      return {};
    }
    return string_in(*value);
  }
  // Returns a number from 0 to 1. Returns nothing if the member may be missing and is, or after an
  // error.
  std::optional<double> fraction(std::string_view name, bool may_be_missing) {
    const Value* const value = may_be_missing ? find(name) : required(name);
    if (value == nullptr) return std::nullopt;
    const double number = value->IsNumber() ? value->GetDouble() : -1;
    if (number >= 0 && number <= 1) return number;
    fail(name, "is not a number from 0 to 1");
    return std::nullopt;
  }
  const Value* required(std::string_view name) {
    const Value* const value = find(name);
    if (value == nullptr) fail(name, "is missing");
    return value;
  }
  const Value* find(std::string_view name) const {
    if (!wrong_.empty()) return nullptr;
    const auto found =
        document_.FindMember(Value(name.data(), static_cast<rapidjson::SizeType>(name.size())));
    return found == document_.MemberEnd() ? nullptr : &found->value;
  }
  void fail(std::string_view name, std::string_view what) {
    fail(fmt::format("the '{}' of its answer {}", name, what));
  }
  void fail(std::string what) {
    if (wrong_.empty()) wrong_ = std::move(what);
  }
  bool failed() const { return !wrong_.empty(); }
  const std::string& wrong() const { return wrong_; }

 private:
  void read(const std::string& body, Known known) {
    if (!parse_json(document_, body)) return fail("its answer is not JSON");
    if (!document_.IsObject()) return fail("its answer is not a JSON object");
    std::vector<std::string_view> seen;
    for (const auto& member : document_.GetObject()) {
      const std::string_view name = string_in(member.name);
      if (std::ranges::find(known, name) == known.end()) {
        return fail("its answer has a member that the contract does not know");
      }
      if (std::ranges::find(seen, name) != seen.end()) return fail(name, "is there twice");
      seen.push_back(name);
    }
  }

  rapidjson::Document document_;
  std::string wrong_;
};

bool is_engine_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return is_letter_or_digit(c) || c == '.' || c == '_' || c == '-' || c == '+';
  });
}

bool is_ours(std::string_view name) {
  return equal_ignoring_case(name.substr(0, kOurNames.size()), kOurNames);
}

void read_contract(AnswerReader& answer) {
  const Value* const contract = answer.required("contract");
  if (contract == nullptr) return;
  if (!contract->IsUint64() || contract->GetUint64() != kEngineContract) {
    answer.fail("contract", "is not 1");
  }
}

EngineVersion read_engine(AnswerReader& answer) {
  EngineVersion engine;
  engine.name = answer.text("engine", kNameMax);
  engine.version = answer.text("version", kNameMax);
  if (answer.failed()) return engine;
  if (!is_engine_name(engine.name)) answer.fail("engine", "is not a valid name");
  if (is_ours(engine.name)) answer.fail("engine", "is a name of Countersign's own engines");
  if (!is_engine_name(engine.version)) answer.fail("version", "is not a valid version");
  return engine;
}

std::int64_t milli_of(double fraction) { return std::llround(fraction * 1000); }

// The words in which the two questions differ.
struct Words {
  std::string_view score;
  std::string_view yes;
  std::string_view no;
};
constexpr Words kMatch{"similarity", "match", "no_match"};
constexpr Words kLiveness{"score", "live", "spoof"};

std::optional<EngineDecision> decision_of(std::string_view decision, const Words& words) {
  if (decision == words.yes) return EngineDecision::Yes;
  if (decision == words.no) return EngineDecision::No;
  if (decision == "inconclusive") return EngineDecision::Inconclusive;
  return std::nullopt;
}

Result<EngineAnswer, std::string> read_decision(const std::string& body,
                                                std::string_view request_id,
                                                const Words& words) {
  AnswerReader answer(body,
                      {"contract",
                       "requestId",
                       "engine",
                       "version",
                       "decision",
                       words.score,
                       "threshold",
                       "reason"});
  read_contract(answer);
  if (answer.text("requestId", kNameMax) != request_id) {
    answer.fail("requestId", "is that of another request");
  }
  EngineAnswer read;
  read.engine = read_engine(answer);
  const auto decided = decision_of(answer.text("decision", kNameMax), words);
  if (!decided) answer.fail("decision", "is not one of the contract's values");
  read.decision = decided.value_or(EngineDecision::Inconclusive);
  const bool undecided = read.decision == EngineDecision::Inconclusive;
  const auto score = answer.fraction(words.score, undecided);
  const auto threshold = answer.fraction("threshold", undecided);
  // The reason is for people. It may describe what an image shows, so it is dropped here.
  if (answer.find("reason") != nullptr) (void)answer.text("reason", kReasonMax);
  if (answer.failed()) return answer.wrong();

  if (threshold && *threshold == 0)
    return std::string("its threshold is 0, which every number passes");
  if (!undecided && (*score >= *threshold) != (read.decision == EngineDecision::Yes)) {
    return std::string("its decision contradicts its numbers");
  }
  if (score) read.score_milli = milli_of(*score);
  if (threshold) read.threshold_milli = milli_of(*threshold);
  return read;
}

std::string image_json(std::string_view image) {
  const auto format = sniff_format(image.substr(0, kSniffBytes));
  check(format.has_value(), "an image for an external engine is in an accepted format");
  return JsonWriter()
      .begin_object()
      .member("contentType", *format)
      .member("base64", to_base64(image))
      .end_object()
      .take();
}

CheckOutcome not_performed(std::string_view name, std::string_view code) {
  CheckOutcome outcome;
  outcome.check = name;
  outcome.status = CheckStatus::NotPerformed;
  outcome.code = std::string(code);
  return outcome;
}

// Returns the check of a measurement, with the status Passed.
CheckOutcome measured(std::string_view name, const EngineAnswer& answer) {
  CheckOutcome outcome;
  outcome.check = name;
  outcome.status = CheckStatus::Passed;
  outcome.value_milli = answer.score_milli;
  outcome.threshold_milli = answer.threshold_milli;
  outcome.engine = answer.engine.name + " " + answer.engine.version;
  return outcome;
}

}  // namespace

Result<EngineDescription, std::string> read_engine_description(const std::string& body) {
  AnswerReader answer(body, {"contract", "engine", "version", "can"});
  read_contract(answer);
  EngineDescription description;
  description.engine = read_engine(answer);
  const Value* const can = answer.required("can");
  if (can != nullptr && !can->IsArray()) answer.fail("can", "is not an array");
  if (answer.failed()) return answer.wrong();
  for (const Value& ability : can->GetArray()) {
    const std::string_view name = ability.IsString() ? string_in(ability) : std::string_view();
    bool* const offered = name == "match"      ? &description.offer.face_match
                          : name == "liveness" ? &description.offer.liveness
                                               : nullptr;
    if (offered == nullptr || *offered) {
      return std::string(
          "the 'can' of its answer must be a list of 'match' and 'liveness', each at most once");
    }
    *offered = true;
  }
  return description;
}

std::string match_request(std::string_view request_id,
                          std::string_view reference,
                          std::string_view probe) {
  return JsonWriter()
      .begin_object()
      .member("contract", kEngineContract)
      .member("requestId", request_id)
      .key("reference")
      .raw(image_json(reference))
      .key("probe")
      .raw(image_json(probe))
      .end_object()
      .take();
}

LivenessRequestText::LivenessRequestText(std::string_view request_id,
                                         const std::vector<Action>& actions) {
  JsonWriter named;
  named.begin_array();
  for (const Action action : actions) named.text(name_of(action));
  text_ = fmt::format(R"({{"contract":{},"requestId":"{}","actions":{},"frames":[)",
                      kEngineContract,
                      request_id,
                      named.end_array().take());
}

void LivenessRequestText::add_frame(std::string_view image) {
  if (!first_) text_ += ',';
  first_ = false;
  text_ += image_json(image);
}

std::string LivenessRequestText::finish() && {
  text_ += "]}";
  return std::move(text_);
}

Result<EngineAnswer, std::string> read_match_answer(const std::string& body,
                                                    std::string_view request_id) {
  return read_decision(body, request_id, kMatch);
}

Result<EngineAnswer, std::string> read_liveness_answer(const std::string& body,
                                                       std::string_view request_id) {
  return read_decision(body, request_id, kLiveness);
}

MatchEvaluation match_evaluation(const std::optional<EngineAnswer>& answer) {
  MatchEvaluation found;
  if (!answer) {
    found.checks.push_back(not_performed(kFaceMatchCheck, kNotAvailable));
    return found;
  }
  found.engine = answer->engine;
  CheckOutcome outcome = measured(kFaceMatchCheck, *answer);
  switch (answer->decision) {
    case EngineDecision::Yes:
      break;
    case EngineDecision::No:
      outcome.status = CheckStatus::Failed;
      outcome.code = name_of(Code::FaceMismatch);
      found.issues.push_back({.code = std::string(name_of(Code::FaceMismatch)),
                              .severity = Severity::Error,
                              .value_milli = *answer->score_milli,
                              .threshold_milli = *answer->threshold_milli,
                              .hint = "The face is not that of the document."});
      break;
    case EngineDecision::Inconclusive:
      outcome.status = CheckStatus::NotPerformed;
      outcome.code = name_of(Code::FaceNotComparable);
      break;
  }
  found.checks.push_back(std::move(outcome));
  return found;
}

Evaluation liveness_evaluation(const std::optional<EngineAnswer>& answer) {
  Evaluation found;
  if (!answer) {
    found.checks.push_back(not_performed(kPresentationAttackCheck, kNotAvailable));
    return found;
  }
  found.engine = answer->engine;
  CheckOutcome outcome = measured(kPresentationAttackCheck, *answer);
  switch (answer->decision) {
    case EngineDecision::Yes:
      break;
    case EngineDecision::No:
      outcome.status = CheckStatus::Failed;
      outcome.code = name_of(Code::LivenessNotLive);
      found.issues.push_back({.code = std::string(name_of(Code::LivenessNotLive)),
                              .severity = Severity::Error,
                              .value_milli = *answer->score_milli,
                              .threshold_milli = *answer->threshold_milli,
                              .hint = std::string(row_of(Check::LivenessPresentationAttack).hint)});
      break;
    case EngineDecision::Inconclusive:
      outcome.status = CheckStatus::NotPerformed;
      outcome.code = std::string(kNotAvailable);
      break;
  }
  found.checks.push_back(std::move(outcome));
  return found;
}

}  // namespace countersign::http
