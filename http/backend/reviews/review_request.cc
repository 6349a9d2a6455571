#include "http/backend/reviews/review_request.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/client/page_rules.h"
#include "core/session/review/review_reasons.h"
#include "core/text/json_document.h"

namespace countersign::http {

template <>
constexpr auto members_of<ReviewRequest> =
    members(Member{"decision", &ReviewRequest::decision},
            Member{"reasons",
                   &ReviewRequest::reasons,
                   "Codes, each once; the console's or your own.",
                   {.max_length = kReviewReasonLengthMax,
                    .min_items = 1,
                    .max_items = kReviewReasonsMax,
                    .pattern = "^[A-Z0-9_]+$"}},
            Member{"note",
                   &ReviewRequest::note,
                   "A text for people, which is erased with the session's files.",
                   {.left_out = true, .max_length = kReviewNoteMax}},
            Member{"reviewer",
                   &ReviewRequest::reviewer,
                   "Your name for who decides, and no personal data; needed if the client's "
                   "decisions need two reviewers.",
                   {.left_out = true,
                    .max_length = kReviewerLengthMax,
                    .pattern = "^(?!rvw_)[A-Za-z0-9._@+-]+$"}});

namespace {

using rapidjson::Value;

Problem refused_member(std::string_view field, std::string_view detail) {
  return {.code = ProblemCode::InvalidParameter,
          .detail = std::string(detail),
          .field = std::string(field)};
}

// The values of the body's members, in the order of members_of; null if one is absent or null.
using GivenMembers =
    std::array<const Value*, std::tuple_size_v<decltype(members_of<ReviewRequest>)>>;

// The place of a member of this name; the number of members if there is none.
std::size_t place_of(std::string_view name) {
  std::size_t place = 0;
  std::apply(
      [&](const auto&... member) { (void)((member.name == name || (++place, false)) || ...); },
      members_of<ReviewRequest>);
  return place;
}

std::optional<GivenMembers> members_in(const rapidjson::Document& document) {
  GivenMembers given{};
  std::array<bool, std::tuple_size_v<GivenMembers>> seen{};
  for (auto member = document.MemberBegin(); member != document.MemberEnd(); ++member) {
    const std::size_t place = place_of(string_in(member->name));
    if (place == given.size() || std::exchange(seen[place], true)) return std::nullopt;
    if (!member->value.IsNull()) given[place] = &member->value;
  }
  return given;
}

std::optional<ReviewDecision> decision_in(const Value* value) {
  if (value == nullptr || !value->IsString()) return std::nullopt;
  return parse_name<ReviewDecision>(string_in(*value));
}

// Empty unless it is a list of texts.
std::vector<std::string> texts_in(const Value* value) {
  std::vector<std::string> texts;
  if (value == nullptr || !value->IsArray() || value->Size() > kReviewReasonsMax) return texts;
  for (const Value& item : value->GetArray()) {
    if (!item.IsString()) return {};
    texts.emplace_back(string_in(item));
  }
  return texts;
}

// Returns false if the value is no text, or is one that `is_good` refuses.
template <class IsGood>
bool take_text(const Value* value, const IsGood& is_good, std::optional<std::string>& text) {
  if (value == nullptr) return true;
  if (!value->IsString()) return false;
  if (value->GetStringLength() == 0) return true;
  if (!is_good(string_in(*value))) return false;
  text = std::string(string_in(*value));
  return true;
}

}  // namespace

bool is_review_note(std::string_view text) {
  return text.empty() || is_plain_text(text, kReviewNoteMax);
}

Result<ReviewRequest, Problem> parse_review_request(std::string_view body) {
  rapidjson::Document document;
  if (!parse_json(document, body) || !document.IsObject()) {
    return Problem{.code = ProblemCode::InvalidJson};
  }
  const auto given = members_in(document);
  if (!given) {
    return Problem{.code = ProblemCode::InvalidJson,
                   .detail = "The body has a member twice, or one that this call does not know."};
  }
  const auto& [decision, reasons, note, reviewer] = *given;
  ReviewRequest request;
  const auto decided = decision_in(decision);
  if (!decided) return refused_member("decision", "The decision must be PASSED or FAILED.");
  request.decision = *decided;
  request.reasons = texts_in(reasons);
  if (!are_review_reasons(request.reasons)) {
    return refused_member(
        "reasons",
        "The reasons must be a list of 1 to 16 codes, each once, of at most 64 capital "
        "letters, digits and underscores.");
  }
  if (!take_text(note, is_review_note, request.note)) {
    return refused_member(
        "note",
        "The note must be a text of at most 2000 characters, without control characters "
        "other than line breaks and tabs.");
  }
  if (!take_text(reviewer, is_reviewer_name, request.reviewer)) {
    return refused_member(
        "reviewer",
        "The reviewer must have at most 64 letters, digits and . _ @ + -, and must not "
        "begin with rvw_.");
  }
  return request;
}

Schema review_request_schema() { return schema_of<ReviewRequest>("DecideReview"); }

}  // namespace countersign::http
