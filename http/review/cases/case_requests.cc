#include "http/review/cases/case_requests.h"

#include "core/client/page_rules.h"
#include "core/session/review/review_reasons.h"
#include "core/text/base64url.h"
#include "http/body/body_of.h"
#include "http/review/cases/case_schemas.h"
#include "http/sealed/sealed_note.h"
#include "http/wire/reference_text.h"

namespace countersign::http {
namespace {

struct LookBody {
  FileId file;
};

bool is_console_reason(std::string_view text) { return parse_name<ReviewReason>(text).has_value(); }

bool is_reason_without_look(std::string_view text) {
  return text.empty() || is_plain_text(text, kWithoutLookMax);
}

std::optional<std::string> salt_of(std::string_view text) {
  auto salt = from_base64url(text);
  return salt && salt->size() == kNoteSaltBytes ? salt : std::nullopt;
}

}  // namespace

template <>
constexpr BodyRules body_rules<CaseChoice>{.form = BodyRules::Form::Closed};
template <>
constexpr auto members_of<CaseChoice> = members(
    Member{"client",
           &CaseChoice::client,
           {},
           {.left_out = true, .wrong = "It must be the key of a client."}},
    Member{"reason", &CaseChoice::reason, {}, {.left_out = true, .wrong = "It must be a code."}},
    Member{"documentType",
           &CaseChoice::document_type,
           {},
           {.left_out = true, .wrong = "It is no type of document."}},
    Member{"country",
           &CaseChoice::country,
           {},
           {.left_out = true, .is = is_country, .wrong = "It must be two capital letters."}},
    Member{"lane",
           &CaseChoice::lane,
           {},
           {.left_out = true, .wrong = "It must be ASSIGNED or SUPERVISOR."}},
    Member{
        "search",
        &CaseChoice::search,
        {},
        {.left_out = true, .is = is_case_search, .wrong = "It must be a text of 1 to 128 bytes."}},
    Member{"sandbox",
           &CaseChoice::sandbox,
           {},
           {.left_out = true, .wrong = "It must be true or false."}});

template <>
constexpr BodyRules body_rules<LookBody>{.form = BodyRules::Form::Closed};
template <>
constexpr auto members_of<LookBody> = members(Member{
    "file", &LookBody::file, {}, {.wrong = "It must be the id of a file."}});

template <>
constexpr BodyRules body_rules<DecisionBody>{.form = BodyRules::Form::Closed};
template <>
constexpr auto members_of<DecisionBody> = members(
    Member{"decision",
           &DecisionBody::decision,
           {},
           {.wrong = "The decision must be PASSED, FAILED or RESUBMIT."}},
    Member{"reasons",
           &DecisionBody::reasons,
           {},
           {.left_out = true,
            .max_items = kReviewReasonsMax,
            .is = is_console_reason,
            .each_once = true,
            .wrong = "The reasons must be 1 to 16 of the console's codes, each once."}},
    Member{"kind",
           &DecisionBody::kind,
           {},
           {.left_out = true, .wrong = "The kind must be decision or correction."}},
    Member{"noteHash",
           &DecisionBody::note_hash,
           {},
           {.left_out = true, .wrong = "It must be 64 hexadecimal digits."}},
    Member{"note",
           &DecisionBody::note,
           {},
           {.left_out = true,
            .is = is_review_note,
            .empty_is_none = true,
            .wrong = "The note must be a text of at most 2000 characters."}},
    Member{"withoutLook",
           &DecisionBody::without_look,
           {},
           {.left_out = true,
            .is = is_reason_without_look,
            .empty_is_none = true,
            .wrong = "The reason must be a text of at most 500 characters."}},
    Member{"salt",
           &DecisionBody::salt,
           {},
           {.left_out = true, .kept_as = salt_of, .wrong = "It must be 32 bytes in base64url."}},
    Member{"seen",
           &DecisionBody::seen,
           {},
           {.left_out = true, .wrong = "It must be the size of the log."}},
    Member{"credential",
           &DecisionBody::credential,
           {},
           {.left_out = true, .wrong = "It is not a passkey's answer."}},
    Member{
        "steps",
        &DecisionBody::steps,
        {},
        {.left_out = true, .wrong = "The steps must be DOCUMENT or LIVENESS or both, each once."}},
    Member{"wordsHash",
           &DecisionBody::words_hash,
           {},
           {.left_out = true, .wrong = "It must be 64 hexadecimal digits."}},
    Member{"words",
           &DecisionBody::words,
           {},
           {.left_out = true,
            .is = are_review_words,
            .empty_is_none = true,
            .wrong = "The words must be a text of at most 500 characters."}},
    Member{"tell",
           &DecisionBody::tell,
           {},
           {.left_out = true,
            .is = is_label_key,
            .wrong = "It must be the name of one of the client's sentences."}},
    Member{"tellHash",
           &DecisionBody::tell_hash,
           {},
           {.left_out = true, .wrong = "It must be 64 hexadecimal digits."}});

Schema next_request_schema() { return schema_of<CaseChoice>("NextRequest"); }
Schema look_request_schema() { return schema_of<LookBody>("LookRequest"); }

Result<CaseChoice, Problem> parse_next_body(std::string_view body) {
  return body_of<CaseChoice>(body);
}

Result<FileId, Problem> parse_look_body(std::string_view body) {
  const auto look = body_of<LookBody>(body);
  if (!look) return look.error();
  return look->file;
}

Result<DecisionBody, Problem> parse_decision_body(std::string_view body) {
  auto read = body_of<DecisionBody>(body);
  if (read && read->credential && !read->salt) {
    return Problem{.code = ProblemCode::InvalidParameter,
                   .detail = "What is signed has the note with a salt.",
                   .field = "salt"};
  }
  if (!read) return read;
  auto fault = choice_fault(read->decision,
                            read->reasons,
                            read->steps.has_value(),
                            read->words.has_value() || read->words_hash.has_value());
  if (fault) return *std::move(fault);
  return read;
}

}  // namespace countersign::http
