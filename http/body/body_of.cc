#include "http/body/body_of.h"

#include <algorithm>
#include <chrono>
#include <limits>

namespace countersign::http {
namespace {

using rapidjson::Value;

constexpr std::string_view kNotKnown = "The body has a member that this operation does not know.";
constexpr std::string_view kTwice = "The body has a member twice.";
constexpr std::string_view kNotKnownOrTwice =
    "The body has a member twice, or one that this call does not know.";

// Reads a text of an operation, which has from 1 to the rule's bytes.
std::string take_bounded(const Value& given, const Rule& rule, std::string& value) {
  const std::uint64_t max_bytes = rule.max_length.value_or(kOperationTextMaxBytes);
  if (!given.IsString() || given.GetStringLength() == 0 || given.GetStringLength() > max_bytes) {
    return "The member must be a text of 1 to " + std::to_string(max_bytes) + " bytes.";
  }
  value = string_in(given);
  return {};
}

}  // namespace

BodyText::BodyText(std::string_view json, const BodyRules& rules) {
  if (json.empty() && rules.may_be_empty) json = "{}";
  if (!parse_json(document_, json)) document_.SetNull();
}

// Returns the member's value; nullptr if it is absent.
const Value* BodyReader::find(std::string_view name) {
  known_.push_back(name);
  if (object_ == nullptr) return nullptr;
  const auto member =
      object_->FindMember(Value(name.data(), static_cast<rapidjson::SizeType>(name.size())));
  return member == object_->MemberEnd() ? nullptr : &member->value;
}

void BodyReader::refuse(std::string_view name, std::string why) {
  if (wrong_value_ || why.empty()) return;
  wrong_value_ = Problem{
      .code = ProblemCode::InvalidParameter, .detail = std::move(why), .field = std::string(name)};
}

std::string BodyReader::take(const Value& given, const Rule& rule, std::string& value) const {
  if (is_operation()) {
    if (std::string why = take_bounded(given, rule, value); !why.empty()) return why;
    if (std::ranges::any_of(value, [](char c) { return static_cast<unsigned char>(c) < 0x20; })) {
      return "The text must not have characters below U+0020.";
    }
    return rule.is == nullptr || rule.is(value) ? std::string() : kOtherValue;
  }
  if (!given.IsString()) return kOtherValue;
  const std::string_view text = string_in(given);
  if (rule.is != nullptr && !rule.is(text)) return kOtherValue;
  auto kept = rule.kept_as == nullptr ? std::string(text) : rule.kept_as(text);
  if (!kept) return kOtherValue;
  value = *std::move(kept);
  return {};
}

std::string BodyReader::take(const Value& given, const Rule& rule, PlainText& value) const {
  std::string text;
  std::string why = take_bounded(given, rule, text);
  if (why.empty()) value = PlainText(std::move(text));
  return why;
}

std::string BodyReader::take(const Value& given, const Rule& rule, std::uint64_t& value) const {
  constexpr std::uint64_t kAny = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t min = is_operation() ? 0 : rule.minimum.value_or(0);
  const std::uint64_t max = rule.maximum.value_or(is_operation() ? kNumberMax : kAny);
  if (!given.IsUint64() || given.GetUint64() < min || given.GetUint64() > max) {
    return "The member must be a whole number from " + std::to_string(min) + " to " +
           std::to_string(max) + ".";
  }
  value = given.GetUint64();
  return {};
}

std::string BodyReader::take(const Value& given, const Rule& rule, Uuid& value) const {
  std::string text;
  if (std::string why = take(given, rule, text); !why.empty()) return why;
  const std::optional<Uuid> id = parse_uuid(text);
  value = id.value_or(Uuid());
  return id ? "" : "The member must be a session's id, a UUID.";
}

std::string BodyReader::take(const Value& given, const Rule& rule, Digest& value) const {
  std::string text;
  if (std::string why = take(given, rule, text); !why.empty()) return why;
  const auto digest = parse_digest(text);
  value = digest.value_or(Digest());
  return digest ? "" : kOtherValue;
}

std::string BodyReader::take(const Value& given, const Rule& rule, Duration& value) const {
  std::uint64_t seconds = 0;
  std::string why = take(given, rule, seconds);
  if (why.empty()) value = std::chrono::seconds(seconds);
  return why;
}

std::string BodyReader::take(const Value& given,
                             const Rule& rule,
                             std::vector<std::string>& value) const {
  if (!given.IsArray() || given.Size() < rule.min_items.value_or(0)) return kOtherValue;
  if (given.Size() > rule.max_items.value_or(given.Size())) return kOtherValue;
  value.clear();
  for (const Value& item : given.GetArray()) {
    std::string text;
    if (std::string why = take(item, rule, text); !why.empty()) return why;
    const bool is_new = std::ranges::count(value, text) == 0;
    if (!is_new && rule.each_once) return kOtherValue;
    value.push_back(std::move(text));
  }
  return {};
}

// Returns the problem of the first member that the table does not name or that occurs twice.
std::optional<Problem> BodyReader::problem_of_names() const {
  std::vector<bool> seen(known_.size());
  for (const auto& member : object_->GetObject()) {
    const auto known = std::ranges::find(known_, string_in(member.name));
    const bool is_known = known != known_.end();
    if (!is_known && rules_.form == BodyRules::Form::Open) continue;
    if (is_known) {
      const auto place = static_cast<std::size_t>(known - known_.begin());
      if (!seen[place]) {
        seen[place] = true;
        continue;
      }
    }
    if (is_operation()) {
      return Problem{.code = ProblemCode::InvalidParameter,
                     .detail = std::string(is_known ? kTwice : kNotKnown),
                     .field = ""};
    }
    const bool is_closed = rules_.form == BodyRules::Form::Closed;
    return Problem{.code = ProblemCode::InvalidJson,
                   .detail = std::string(is_closed ? kNotKnownOrTwice : "")};
  }
  return std::nullopt;
}

std::optional<Problem> BodyReader::problem() const {
  if (object_ == nullptr) return Problem{.code = ProblemCode::InvalidJson};
  if (rules_.values_first && wrong_value_) return wrong_value_;
  auto of_names = problem_of_names();
  return of_names ? of_names : wrong_value_;
}

}  // namespace countersign::http
