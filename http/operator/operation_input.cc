#include "http/operator/operation_input.h"

#include <algorithm>
#include <set>

#include "core/inspection/thresholds/threshold_text.h"
#include "core/session/review/review_reasons.h"
#include "http/answers/accepted_documents.h"

namespace countersign::http {
namespace {

// Reads a list of names, in any case. Returns false if it is no list, or has another name or one
// twice.
template <NamedEnum E>
bool read_names(const rapidjson::Value& given, std::vector<E>& values) {
  values.clear();
  if (!given.IsArray()) return false;
  for (const rapidjson::Value& item : given.GetArray()) {
    const auto value =
        item.IsString() ? parse_name_ignoring_case<E>(string_in(item)) : std::optional<E>();
    if (!value || std::ranges::count(values, *value) > 0) return false;
    values.push_back(*value);
  }
  return true;
}

std::optional<RoleGrant> role_grant_of(const rapidjson::Value& given) {
  if (!given.IsObject() || given.MemberCount() != 2) return std::nullopt;
  const auto role = given.FindMember("role");
  const auto client = given.FindMember("client");
  if (role == given.MemberEnd() || client == given.MemberEnd()) return std::nullopt;
  if (!role->value.IsString() || !client->value.IsString()) return std::nullopt;
  const auto named = parse_name_ignoring_case<ReviewerRole>(string_in(role->value));
  const std::string_view key = string_in(client->value);
  if (!named || key.empty() || key.size() > OperationInput::kTextMaxBytes) return std::nullopt;
  return RoleGrant{*named, std::string(key)};
}

std::string take_addresses(const rapidjson::Value& given,
                           const Rule& rule,
                           std::vector<std::string>& value) {
  value.clear();
  const std::uint64_t most = rule.max_items.value_or(1);
  bool sound = given.IsArray() && given.Size() <= most;
  for (rapidjson::SizeType i = 0; sound && i < given.Size(); ++i) {
    sound = given[i].IsString() && given[i].GetStringLength() <= rule.max_length.value_or(0);
    if (sound) value.emplace_back(string_in(given[i]));
  }
  return sound ? ""
               : "The member must be a list of at most " + std::to_string(most) + " addresses.";
}

}  // namespace

OperationInput::OperationInput(std::string_view json) {
  if (json.empty()) json = "{}";
  if (!parse_json(document_, json) || !document_.IsObject()) {
    problem_ = Problem{.code = ProblemCode::InvalidJson};
  }
}

// Returns the member's value; nullptr if it is absent.
const rapidjson::Value* OperationInput::find(std::string_view name) {
  known_.push_back(name);
  if (!document_.IsObject()) return nullptr;
  const auto member = document_.FindMember(
      rapidjson::Value(name.data(), static_cast<rapidjson::SizeType>(name.size())));
  return member == document_.MemberEnd() ? nullptr : &member->value;
}

void OperationInput::refuse(std::string_view name, std::string why) {
  if (problem_ || why.empty()) return;
  problem_ = Problem{
      .code = ProblemCode::InvalidParameter, .detail = std::move(why), .field = std::string(name)};
}

std::string OperationInput::take(const Value& given, const Rule& rule, std::string& value) {
  const std::uint64_t max_bytes = rule.max_length.value_or(kTextMaxBytes);
  if (!given.IsString() || given.GetStringLength() == 0 || given.GetStringLength() > max_bytes) {
    return "The member must be a text of 1 to " + std::to_string(max_bytes) + " bytes.";
  }
  value = string_in(given);
  if (std::ranges::any_of(value, [](char c) { return static_cast<unsigned char>(c) < 0x20; })) {
    return "The text must not have characters below U+0020.";
  }
  return {};
}

std::string OperationInput::take(const Value& given, const Rule& rule, PlainText& value) {
  const std::uint64_t max_bytes = rule.max_length.value_or(kTextMaxBytes);
  if (!given.IsString() || given.GetStringLength() == 0 || given.GetStringLength() > max_bytes) {
    return "The member must be a text of 1 to " + std::to_string(max_bytes) + " bytes.";
  }
  value = PlainText(std::string(string_in(given)));
  return {};
}

std::string OperationInput::take(const Value& given, const Rule& rule, std::uint64_t& value) {
  const std::uint64_t max = rule.maximum.value_or(kNumberMax);
  if (!given.IsUint64() || given.GetUint64() > max) {
    return "The member must be a whole number from 0 to " + std::to_string(max) + ".";
  }
  value = given.GetUint64();
  return {};
}

std::string OperationInput::take(const Value& given, const Rule&, bool& value) {
  value = given.IsTrue();
  return given.IsBool() ? "" : "The member must be true or false.";
}

std::string OperationInput::take(const Value& given, const Rule& rule, Uuid& value) {
  std::string text;
  if (std::string why = take(given, rule, text); !why.empty()) return why;
  const std::optional<Uuid> id = parse_uuid(text);
  value = id.value_or(Uuid());
  return id ? "" : "The member must be a session's id, a UUID.";
}

std::string OperationInput::take(const Value& given, const Rule&, Rate& value) {
  const auto member = [&](const char* key) -> std::uint64_t {
    if (!given.IsObject()) return 0;
    const auto found = given.FindMember(key);
    return found != given.MemberEnd() && found->value.IsUint64() ? found->value.GetUint64() : 0;
  };
  const std::uint64_t count = member("count");
  const std::uint64_t per_ms = member("perMs");
  if (!given.IsObject() || given.MemberCount() != 2 || count == 0 || count > kRateCountMax ||
      per_ms == 0 || per_ms > kRateMsMax) {
    return "The member must be {\"count\": 1 to 1000000, \"perMs\": 1 to a year}.";
  }
  value = {static_cast<std::uint32_t>(count), per_ms};
  return {};
}

std::string OperationInput::take(const Value& given, const Rule&, ReviewDecision& value) {
  const auto decision = given.IsString()
                            ? parse_name_ignoring_case<ReviewDecision>(string_in(given))
                            : std::optional<ReviewDecision>();
  value = decision.value_or(ReviewDecision::Passed);
  return decision ? "" : "The member must be PASSED or FAILED.";
}

std::string OperationInput::take(const Value& given, const Rule&, Corrections& value) {
  const auto chosen = given.IsString() ? parse_name<Corrections>(string_in(given)) : std::nullopt;
  if (!chosen) return "The member must be ALLOWED or FORBIDDEN.";
  value = *chosen;
  return {};
}

std::string OperationInput::take(const Value& given,
                                 const Rule& rule,
                                 std::vector<std::string>& value) {
  if (rule.format == "uri") return take_addresses(given, rule, value);
  value.clear();
  bool sound = given.IsArray() && given.Size() <= kReviewReasonsMax;
  for (rapidjson::SizeType i = 0; sound && i < given.Size(); ++i) {
    sound = given[i].IsString();
    if (sound) value.emplace_back(string_in(given[i]));
  }
  return sound && are_review_reasons(value)
             ? ""
             : "The member must be a list of 1 to 16 codes, each once, of capital letters, digits "
               "and underscores.";
}

std::string OperationInput::take(const Value& given, const Rule&, std::vector<Purpose>& value) {
  const bool sound = read_names(given, value) && !value.empty();
  std::ranges::sort(value);
  return sound ? "" : "The member must be a list of at least one purpose, each once.";
}

std::string OperationInput::take(const Value& given,
                                 const Rule&,
                                 std::vector<DocumentType>& value) {
  return read_names(given, value) ? ""
                                  : "The member must be a list of types of documents, each once.";
}

std::string OperationInput::take(const Value& given,
                                 const Rule&,
                                 std::vector<AcceptedDocument>& value) {
  auto documents = read_documents(given);
  if (!documents) return std::string(kDocumentsFault);
  value = *std::move(documents);
  return {};
}

std::string OperationInput::take(const Value& given,
                                 const Rule& rule,
                                 std::vector<RoleGrant>& value) {
  value.clear();
  constexpr const char* kWhy =
      "The member must be a list of at least one role, each once: {\"role\": reviewer, supervisor "
      "or auditor, \"client\": a client key or *}.";
  if (!given.IsArray() || given.Empty()) return kWhy;
  if (given.Size() > rule.max_items.value_or(given.Size())) return "The list has too many roles.";
  for (const Value& item : given.GetArray()) {
    const auto grant = role_grant_of(item);
    if (!grant || std::ranges::count(value, *grant) > 0) return kWhy;
    value.push_back(*grant);
  }
  return {};
}

std::string OperationInput::take(const Value& given, const Rule&, std::vector<WebhookType>& value) {
  const bool sound = read_names(given, value);
  std::ranges::sort(value);
  return sound ? "" : "The member must be a list of types of webhooks, each once.";
}

// An empty list counts as missing.
std::string OperationInput::take(const Value& given,
                                 const Rule&,
                                 std::vector<ThresholdOverride>& value) {
  value.clear();
  if (!given.IsArray())
    return "The member must be a list of thresholds, NAME=ERROR or NAME=ERROR/WARNING.";
  for (const Value& item : given.GetArray()) {
    auto threshold = parse_threshold(item.IsString() ? string_in(item) : "");
    if (!threshold) return "The list has an invalid threshold: " + threshold.error() + ".";
    if (std::ranges::count(value, threshold->name, &ThresholdOverride::name) > 0) {
      return "The list has " + threshold->name + " twice.";
    }
    value.push_back(*std::move(threshold));
  }
  return {};
}

std::optional<Problem> OperationInput::problem() {
  if (problem_) return problem_;
  std::set<std::string_view> seen;
  for (const auto& member : document_.GetObject()) {
    const std::string_view name = string_in(member.name);
    if (std::ranges::count(known_, name) == 0) {
      refuse("", "The body has a member that this operation does not know.");
    }
    if (!seen.insert(name).second) refuse("", "The body has a member twice.");
    if (problem_) break;
  }
  return problem_;
}

}  // namespace countersign::http
