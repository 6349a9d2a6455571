#include "http/body/body_values.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "core/client/page_rules.h"
#include "core/inspection/thresholds/threshold_text.h"
#include "core/session/review/review_reasons.h"
#include "core/text/json_document.h"
#include "http/answers/accepted_documents.h"
#include "http/wire/reference_text.h"

namespace countersign::http::body_values {
namespace {

// Reads a list of names, in any case. Returns false if it is no list, or has another name or one
// twice.
template <NamedEnum E>
bool read_names(const Value& given, std::vector<E>& values) {
  values.clear();
  if (!given.IsArray()) return false;
  for (const Value& item : given.GetArray()) {
    const auto value =
        item.IsString() ? parse_name_ignoring_case<E>(string_in(item)) : std::optional<E>();
    if (!value || std::ranges::count(values, *value) > 0) return false;
    values.push_back(*value);
  }
  return true;
}

// Returns nullopt if the value is no list, has more items, or has one that is no text of at most so
// many bytes.
std::optional<std::vector<std::string>> read_texts(const Value& given,
                                                   std::uint64_t max_items,
                                                   std::uint64_t max_bytes) {
  if (!given.IsArray() || given.Size() > max_items) return std::nullopt;
  std::vector<std::string> texts;
  for (const Value& item : given.GetArray()) {
    if (!item.IsString() || item.GetStringLength() > max_bytes) return std::nullopt;
    texts.emplace_back(string_in(item));
  }
  return texts;
}

std::optional<RoleGrant> role_grant_of(const Value& given) {
  if (!given.IsObject() || given.MemberCount() != 2) return std::nullopt;
  const auto role = given.FindMember("role");
  const auto client = given.FindMember("client");
  if (role == given.MemberEnd() || client == given.MemberEnd()) return std::nullopt;
  if (!role->value.IsString() || !client->value.IsString()) return std::nullopt;
  const auto named = parse_name_ignoring_case<ReviewerRole>(string_in(role->value));
  const std::string_view key = string_in(client->value);
  if (!named || key.empty() || key.size() > kOperationTextMaxBytes) return std::nullopt;
  RoleGrant grant{*named, std::string(key)};
  return is_possible(grant) ? std::optional(std::move(grant)) : std::nullopt;
}

std::optional<ToldSentence> told_sentence_of(const Value& given) {
  if (!given.IsObject() || given.MemberCount() != 2) return std::nullopt;
  const auto name = given.FindMember("name");
  const auto sentence = given.FindMember("sentence");
  if (name == given.MemberEnd() || sentence == given.MemberEnd()) return std::nullopt;
  if (!name->value.IsString() || !sentence->value.IsString()) return std::nullopt;
  const std::string_view text = string_in(sentence->value);
  const bool is_sound = is_label_key(string_in(name->value)) &&
                        (text.empty() || is_plain_text(text, kToldSentenceMax));
  if (!is_sound) return std::nullopt;
  return ToldSentence{std::string(string_in(name->value)), std::string(text)};
}

}  // namespace

std::string read(const Value& given, const Rule&, bool& value) {
  value = given.IsTrue();
  return given.IsBool() ? "" : "The member must be true or false.";
}

std::string read(const Value& given, const Rule&, Rate& value) {
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

std::string read(const Value& given, const Rule&, Corrections& value) {
  const auto chosen = given.IsString() ? parse_name<Corrections>(string_in(given)) : std::nullopt;
  if (!chosen) return "The member must be ALLOWED or FORBIDDEN.";
  value = *chosen;
  return {};
}

std::string read(const Value& given, const Rule&, std::vector<Purpose>& value) {
  const bool sound = read_names(given, value) && !value.empty();
  std::ranges::sort(value);
  return sound ? "" : "The member must be a list of at least one purpose, each once.";
}

std::string read(const Value& given, const Rule&, std::vector<DocumentType>& value) {
  return read_names(given, value) ? ""
                                  : "The member must be a list of types of documents, each once.";
}

std::string read(const Value& given, const Rule&, std::vector<AcceptedDocument>& value) {
  auto documents = read_documents(given);
  if (!documents) return std::string(kDocumentsFault);
  value = *std::move(documents);
  return {};
}

std::string read(const Value& given, const Rule& rule, std::vector<RoleGrant>& value) {
  value.clear();
  constexpr const char* kWhy =
      "The member must be a list of at least one role, each once: {\"role\": reviewer, supervisor "
      "or auditor, \"client\": a client key or *}, or {\"role\": operator, \"client\": *}.";
  if (!given.IsArray() || given.Empty()) return kWhy;
  if (given.Size() > rule.max_items.value_or(given.Size())) return "The list has too many roles.";
  for (const Value& item : given.GetArray()) {
    const auto grant = role_grant_of(item);
    if (!grant || std::ranges::count(value, *grant) > 0) return kWhy;
    value.push_back(*grant);
  }
  return {};
}

std::string read(const Value& given, const Rule&, std::vector<WebhookType>& value) {
  const bool sound = read_names(given, value);
  std::ranges::sort(value);
  return sound ? "" : "The member must be a list of types of webhooks, each once.";
}

std::string read(const Value& given, const Rule&, ReasonCodes& value) {
  auto codes = read_texts(given, kReviewReasonsMax, kReviewReasonLengthMax);
  if (!codes || !are_review_reasons(*codes)) {
    return "The member must be a list of 1 to 16 codes, each once, of capital letters, digits and "
           "underscores.";
  }
  value = ReasonCodes(*std::move(codes));
  return {};
}

std::string read(const Value& given, const Rule& rule, ReturnAddresses& value) {
  const std::uint64_t most = rule.max_items.value_or(1);
  auto urls = read_texts(given, most, rule.max_length.value_or(0));
  if (!urls) return "The member must be a list of at most " + std::to_string(most) + " addresses.";
  value = ReturnAddresses(*std::move(urls));
  return {};
}

std::string read(const Value& given, const Rule&, std::vector<ThresholdOverride>& value) {
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

std::string read(const Value& given, const Rule&, ToldSentences& value) {
  constexpr const char* kWhy =
      "The member must be a list of at most 32 sentences, each name once: {\"name\": 1 to 40 "
      "characters of a-z, 0-9, _ and -, \"sentence\": a text of at most 500 characters}.";
  if (!given.IsArray() || given.Size() > kToldSentencesMax) return kWhy;
  std::vector<ToldSentence> sentences;
  for (const Value& item : given.GetArray()) {
    auto told = told_sentence_of(item);
    if (!told) return kWhy;
    sentences.push_back(*std::move(told));
  }
  std::ranges::sort(sentences, {}, &ToldSentence::name);
  const auto twice = std::ranges::adjacent_find(sentences, {}, &ToldSentence::name);
  if (twice != sentences.end()) return kWhy;
  value = ToldSentences(std::move(sentences));
  return {};
}

std::string read(const Value& given, const Rule&, SessionLabels& value) {
  const std::string fault(kLabelsFault);
  if (!given.IsObject() || given.MemberCount() > kLabelsMax) return fault;
  std::vector<SessionLabel> labels;
  for (const auto& member : given.GetObject()) {
    if (!member.value.IsString()) return fault;
    const std::string_view key = string_in(member.name);
    const std::string_view text = string_in(member.value);
    if (!is_label_key(key) || !is_reference(text)) return fault;
    labels.push_back({std::string(key), std::string(text)});
  }
  std::ranges::sort(labels, {}, &SessionLabel::key);
  const auto twice = std::ranges::adjacent_find(labels, {}, &SessionLabel::key);
  if (twice != labels.end()) return fault;
  value = SessionLabels(std::move(labels));
  return {};
}

}  // namespace countersign::http::body_values
