#pragma once
#include <rapidjson/document.h>

#include <cstdint>
#include <string>
#include <vector>

#include "core/event/capture_page.h"
#include "core/event/client_policy.h"
#include "core/event/session_labels.h"
#include "core/event/stated_reason.h"
#include "core/reviewer/reviewer_role.h"
#include "core/strong.h"
#include "core/terms.h"
#include "core/webhook/webhook_type.h"
#include "http/json/members.h"

// The values of members that are neither a text nor a number nor a list of one form. Names of lists
// are read in any case, but for those of documents.
namespace countersign::http {

inline constexpr std::uint64_t kRateCountMax = 1'000'000;
inline constexpr std::uint64_t kRateMsMax = 366ull * 24 * 3600 * 1000;  // a year

template <>
inline constexpr auto members_of<Rate> =
    members(Member{"count", &Rate::count, {}, {.minimum = 1, .maximum = kRateCountMax}},
            Member{"perMs", &Rate::per_ms, {}, {.minimum = 1, .maximum = kRateMsMax}});

// The reasons of a review's decision.
using ReasonCodes = Strong<struct ReasonCodesTag, std::vector<std::string>>;

// The limit of a text of an operation whose rule has no other.
inline constexpr std::uint64_t kOperationTextMaxBytes = 256;

// Each returns why the value is refused; "" if the value is taken. Pure.
namespace body_values {

using Value = rapidjson::Value;

std::string read(const Value& given, const Rule& rule, bool& value);
std::string read(const Value& given, const Rule& rule, Rate& value);
std::string read(const Value& given, const Rule& rule, Corrections& value);
std::string read(const Value& given, const Rule& rule, std::vector<Purpose>& value);
std::string read(const Value& given, const Rule& rule, std::vector<DocumentType>& value);
std::string read(const Value& given, const Rule& rule, std::vector<AcceptedDocument>& value);
std::string read(const Value& given, const Rule& rule, std::vector<RoleGrant>& value);
std::string read(const Value& given, const Rule& rule, std::vector<WebhookType>& value);
std::string read(const Value& given, const Rule& rule, ReasonCodes& value);
std::string read(const Value& given, const Rule& rule, ReturnAddresses& value);
// In the order of the keys; an empty object is taken.
std::string read(const Value& given, const Rule& rule, SessionLabels& value);
// In the order of the names; an empty sentence is taken, and takes the one of its name away.
std::string read(const Value& given, const Rule& rule, ToldSentences& value);
// An empty list counts as missing.
std::string read(const Value& given, const Rule& rule, std::vector<ThresholdOverride>& value);

}  // namespace body_values
}  // namespace countersign::http
