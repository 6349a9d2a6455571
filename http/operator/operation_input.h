#pragma once
#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/event/capture_page.h"
#include "core/event/client_policy.h"
#include "core/ids.h"
#include "core/reviewer/reviewer_role.h"
#include "core/session/review/review_event.h"
#include "core/strong.h"
#include "core/terms.h"
#include "core/text/json_document.h"
#include "core/webhook/webhook_type.h"
#include "http/call/problem.h"
#include "http/json/json_of.h"
#include "http/json/members.h"

namespace countersign::http {

inline constexpr std::uint64_t kRateCountMax = 1'000'000;
inline constexpr std::uint64_t kRateMsMax = 366ull * 24 * 3600 * 1000;  // a year

template <>
inline constexpr auto members_of<Rate> =
    members(Member{"count", &Rate::count, {}, {.minimum = 1, .maximum = kRateCountMax}},
            Member{"perMs", &Rate::per_ms, {}, {.minimum = 1, .maximum = kRateMsMax}});

// A text of several lines.
using PlainText = Strong<struct PlainTextTag, std::string>;

// Reads the JSON object that is the input of an operation, member by member, and reports the first
// member that is wrong or that was not read. The operation itself refuses a number below a minimum.
// One thread at a time.
class OperationInput {
 public:
  // The limits of a member whose rule has no other.
  static constexpr std::uint64_t kTextMaxBytes = 256;
  static constexpr std::uint64_t kNumberMax = (1ull << 53) - 1;

  explicit OperationInput(std::string_view json);

  // Leaves the value as it is if the member is absent or null; but null empties an optional, and a
  // list of thresholds, of documents or of texts.
  template <class Get, class T>
  void read(const Member<Get>& member, T& value) {
    const rapidjson::Value* const given = find(member.name);
    if (std::same_as<T, Refused> && given != nullptr) {
      refuse(member.name, std::string(member.meaning));
    } else if (given != nullptr && !given->IsNull()) {
      refuse(member.name, take(*given, member.rule, value));
    } else if (!member.rule.left_out) {
      refuse(member.name, "The member is required.");
    } else if (given != nullptr && kNullEmpties<T>) {
      value = T();
    }
  }

  // To be called last.
  std::optional<Problem> problem();

 private:
  using Value = rapidjson::Value;

  template <class T>
  static constexpr bool kNullEmpties =
      detail::is_optional<T> || std::same_as<T, std::vector<ThresholdOverride>> ||
      std::same_as<T, std::vector<DocumentType>> ||
      std::same_as<T, std::vector<AcceptedDocument>> || std::same_as<T, std::vector<std::string>>;

  // These return why the value is refused; "" if it is taken.
  static std::string take(const Value& given, const Rule& rule, std::string& value);
  static std::string take(const Value& given, const Rule& rule, PlainText& value);
  static std::string take(const Value& given, const Rule& rule, std::uint64_t& value);
  static std::string take(const Value& given, const Rule& rule, bool& value);
  static std::string take(const Value& given, const Rule& rule, Uuid& value);
  static std::string take(const Value& given, const Rule& rule, Rate& value);
  static std::string take(const Value& given, const Rule& rule, ReviewDecision& value);
  static std::string take(const Value& given, const Rule& rule, Corrections& value);
  // Reason codes of a review or, where the rule's format is `uri`, addresses.
  static std::string take(const Value& given, const Rule& rule, std::vector<std::string>& value);
  static std::string take(const Value& given, const Rule& rule, std::vector<Purpose>& value);
  static std::string take(const Value& given, const Rule& rule, std::vector<DocumentType>& value);
  static std::string take(const Value& given,
                          const Rule& rule,
                          std::vector<AcceptedDocument>& value);
  static std::string take(const Value& given, const Rule& rule, std::vector<RoleGrant>& value);
  static std::string take(const Value& given,
                          const Rule& rule,
                          std::vector<ThresholdOverride>& value);
  static std::string take(const Value& given, const Rule& rule, std::vector<WebhookType>& value);
  static std::string take(const Value&, const Rule&, Refused&) { return {}; }
  template <detail::IsStrong T>
  static std::string take(const Value& given, const Rule& rule, T& value) {
    typename T::Value inner{};
    std::string why = take(given, rule, inner);
    if (why.empty()) value = T(std::move(inner));
    return why;
  }
  template <class T>
  static std::string take(const Value& given, const Rule& rule, std::optional<T>& value) {
    return take(given, rule, value.emplace());
  }

  const Value* find(std::string_view name);
  void refuse(std::string_view name, std::string why);

  rapidjson::Document document_;
  std::vector<std::string_view> known_;
  std::optional<Problem> problem_;
};

// Reads the input into a record with members_of. Returns the first problem; then the record has no
// meaning.
template <HasMembers Record>
std::optional<Problem> read_input(std::string_view json, Record& record) {
  OperationInput in(json);
  std::apply(
      [&](const auto&... member) { (in.read(member, std::invoke(member.get, record)), ...); },
      members_of<Record>);
  return in.problem();
}

}  // namespace countersign::http
