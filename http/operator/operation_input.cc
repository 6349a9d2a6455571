#include "http/operator/operation_input.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/inspection/thresholds/threshold_text.h"
#include "core/text/json_document.h"

namespace countersign::http {
namespace {

std::string_view view(const rapidjson::Value& value) {
  return {value.GetString(), value.GetStringLength()};
}

}  // namespace

class OperationInput::Impl {
 public:
  // Returns the member's value; nullptr if it is absent or null.
  const rapidjson::Value* find(std::string_view name) const {
    if (!document.IsObject()) return nullptr;
    const auto member = document.FindMember(
        rapidjson::Value(name.data(), static_cast<rapidjson::SizeType>(name.size())));
    if (member == document.MemberEnd() || member->value.IsNull()) return nullptr;
    return &member->value;
  }

  rapidjson::Document document;
};

OperationInput::OperationInput(std::string_view json) : impl_(std::make_unique<Impl>()) {
  if (json.empty()) json = "{}";
  if (!parse_json(impl_->document, json) || !impl_->document.IsObject()) {
    problem_ = Problem{.code = ProblemCode::InvalidJson};
  }
}
OperationInput::~OperationInput() = default;

void OperationInput::refuse(std::string_view name, std::string detail) {
  if (problem_) return;
  problem_ = Problem{.code = ProblemCode::InvalidParameter,
                     .detail = std::move(detail),
                     .field = std::string(name)};
}

void OperationInput::require(bool present, std::string_view name) {
  if (!present) refuse(name, "The member is required.");
}

bool OperationInput::has(std::string_view name) {
  asked_.emplace_back(name);
  return !problem_ && impl_->document.HasMember(rapidjson::Value(
                          name.data(), static_cast<rapidjson::SizeType>(name.size())));
}

std::optional<std::string> OperationInput::text(std::string_view name, std::size_t max_bytes) {
  asked_.emplace_back(name);
  const rapidjson::Value* value = impl_->find(name);
  if (value == nullptr) return std::nullopt;
  if (!value->IsString() || value->GetStringLength() == 0 || value->GetStringLength() > max_bytes) {
    refuse(name, "The member must be a text of 1 to " + std::to_string(max_bytes) + " bytes.");
    return std::nullopt;
  }
  const std::string_view text = view(*value);
  if (std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20; })) {
    refuse(name, "The text must not have control characters.");
    return std::nullopt;
  }
  return std::string(text);
}

std::optional<std::uint64_t> OperationInput::number(std::string_view name, std::uint64_t max) {
  asked_.emplace_back(name);
  const rapidjson::Value* value = impl_->find(name);
  if (value == nullptr) return std::nullopt;
  if (!value->IsUint64() || value->GetUint64() > max) {
    refuse(name, "The member must be a whole number from 0 to " + std::to_string(max) + ".");
    return std::nullopt;
  }
  return value->GetUint64();
}

bool OperationInput::flag(std::string_view name) { return choice(name).value_or(false); }

std::optional<bool> OperationInput::choice(std::string_view name) {
  asked_.emplace_back(name);
  const rapidjson::Value* value = impl_->find(name);
  if (value == nullptr) return std::nullopt;
  if (!value->IsBool()) refuse(name, "The member must be true or false.");
  return value->IsTrue();
}

std::optional<Rate> OperationInput::rate(std::string_view name) {
  asked_.emplace_back(name);
  const rapidjson::Value* value = impl_->find(name);
  if (value == nullptr) return std::nullopt;
  constexpr std::uint64_t kLongestMs = 366ull * 24 * 3600 * 1000;
  const auto member = [&](const char* key) -> std::uint64_t {
    if (!value->IsObject() || !value->HasMember(key) || !(*value)[key].IsUint64()) return 0;
    return (*value)[key].GetUint64();
  };
  const std::uint64_t count = member("count");
  const std::uint64_t per_ms = member("perMs");
  if (!value->IsObject() || value->MemberCount() != 2 || count == 0 || count > 1'000'000 ||
      per_ms == 0 || per_ms > kLongestMs) {
    refuse(name, "The member must be {\"count\": 1 to 1000000, \"perMs\": 1 to a year}.");
    return std::nullopt;
  }
  return Rate{static_cast<std::uint32_t>(count), per_ms};
}

std::optional<std::vector<Purpose>> OperationInput::purposes(std::string_view name) {
  asked_.emplace_back(name);
  const rapidjson::Value* value = impl_->find(name);
  if (value == nullptr) return std::nullopt;
  std::vector<Purpose> purposes;
  bool sound = value->IsArray() && !value->Empty();
  if (sound) {
    for (const rapidjson::Value& item : value->GetArray()) {
      const auto purpose = item.IsString() ? parse_name_ignoring_case<Purpose>(view(item))
                                           : std::optional<Purpose>();
      sound = sound && purpose && std::ranges::count(purposes, *purpose) == 0;
      if (purpose) purposes.push_back(*purpose);
    }
  }
  if (!sound) {
    refuse(name, "The member must be a list of at least one purpose, each once.");
    return std::nullopt;
  }
  std::ranges::sort(purposes);
  return purposes;
}

std::optional<std::vector<ThresholdOverride>> OperationInput::thresholds(std::string_view name) {
  asked_.emplace_back(name);
  const rapidjson::Value* value = impl_->find(name);
  if (value == nullptr) return std::nullopt;
  std::vector<ThresholdOverride> thresholds;
  if (!value->IsArray()) {
    refuse(name, "The member must be a list of thresholds, NAME=ERROR or NAME=ERROR/WARNING.");
    return std::nullopt;
  }
  for (const rapidjson::Value& item : value->GetArray()) {
    auto threshold = parse_threshold(item.IsString() ? view(item) : "");
    if (!threshold) {
      refuse(name, "In the list, " + threshold.error() + ".");
      return std::nullopt;
    }
    if (std::ranges::count(thresholds, threshold->name, &ThresholdOverride::name) > 0) {
      refuse(name, "It has " + threshold->name + " twice.");
      return std::nullopt;
    }
    thresholds.push_back(*std::move(threshold));
  }
  return thresholds;
}

std::optional<SessionId> OperationInput::session(std::string_view name) {
  const std::optional<std::string> given = text(name);
  if (!given) return std::nullopt;
  const std::optional<Uuid> id = parse_uuid(*given);
  if (!id) refuse(name, "The member must be a session's id, a UUID.");
  return id ? std::optional(SessionId(*id)) : std::nullopt;
}

std::optional<ClientKey> OperationInput::client(std::string_view name) {
  std::optional<std::string> given = text(name);
  if (!given) return std::nullopt;
  return ClientKey(*std::move(given));
}

std::string OperationInput::required_text(std::string_view name) {
  const std::optional<std::string> given = text(name);
  require(given.has_value(), name);
  return given.value_or("");
}

SessionId OperationInput::required_session(std::string_view name) {
  const std::optional<SessionId> given = session(name);
  require(given.has_value(), name);
  return given.value_or(SessionId());
}

ClientKey OperationInput::required_client(std::string_view name) {
  const std::optional<ClientKey> given = client(name);
  require(given.has_value(), name);
  return given.value_or(ClientKey());
}

std::uint64_t OperationInput::required_number(std::string_view name) {
  const std::optional<std::uint64_t> given = number(name);
  require(given.has_value(), name);
  return given.value_or(0);
}

std::optional<Problem> OperationInput::problem() {
  if (problem_) return problem_;
  std::set<std::string_view> seen;
  for (const auto& member : impl_->document.GetObject()) {
    const std::string_view name = view(member.name);
    if (std::ranges::count(asked_, name) == 0) {
      refuse("", "The body has a member that this operation does not know.");
    }
    if (!seen.insert(name).second) refuse("", "The body has a member twice.");
    if (problem_) break;
  }
  return problem_;
}

}  // namespace countersign::http
