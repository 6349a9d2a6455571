#include "http/review/cases/case_requests.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "core/session/review/review_reasons.h"
#include "core/text/base64url.h"
#include "core/text/json_document.h"
#include "http/backend/reviews/review_request.h"
#include "http/sealed/sealed_note.h"

namespace countersign::http {
namespace {

using rapidjson::Document;
using rapidjson::Value;

// A member; without a value if it is absent or null, which are equivalent.
struct Given {
  std::string_view name;
  const Value* value = nullptr;
  bool seen = false;
};

// Parses the body and finds its members. Returns the problem if it is not an object of these.
std::optional<Problem> read(Document& document, std::string_view body, std::span<Given> members) {
  if (!parse_json(document, body) || !document.IsObject()) {
    return Problem{.code = ProblemCode::InvalidJson};
  }
  for (auto member = document.MemberBegin(); member != document.MemberEnd(); ++member) {
    const auto given =
        std::ranges::find(members, string_in(member->name), [](const Given& g) { return g.name; });
    if (given == members.end() || std::exchange(given->seen, true)) {
      return Problem{.code = ProblemCode::InvalidJson,
                     .detail = "The body has a member twice, or one that this call does not know."};
    }
    if (!member->value.IsNull()) given->value = &member->value;
  }
  return std::nullopt;
}

Problem refused_member(std::string_view field, std::string detail) {
  Problem problem{.code = ProblemCode::InvalidParameter, .detail = std::move(detail)};
  problem.field = std::string(field);
  return problem;
}

std::optional<std::string_view> text_in(const Given& given) {
  if (given.value == nullptr || !given.value->IsString()) return std::nullopt;
  return string_in(*given.value);
}

std::vector<std::string> texts_in(const Given& given) {
  std::vector<std::string> texts;
  if (given.value == nullptr || !given.value->IsArray()) return texts;
  if (given.value->Size() > kReviewReasonsMax) return texts;
  for (const Value& item : given.value->GetArray()) {
    if (!item.IsString()) return {};
    texts.emplace_back(string_in(item));
  }
  return texts;
}

// The members of DecisionBody, by their places.
enum Place {
  DecisionAt,
  ReasonsAt,
  KindAt,
  SeenAt,
  NoteHashAt,
  NoteAt,
  SaltAt,
  CredentialAt,
  Places,
};
using Members = std::array<Given, Places>;

std::optional<Problem> take_choice(const Members& given, DecisionBody& body) {
  const auto decision = text_in(given[DecisionAt]);
  const auto decided = decision ? parse_name<ReviewDecision>(*decision) : std::nullopt;
  if (!decided) return refused_member("decision", "The decision must be PASSED or FAILED.");
  body.decision = *decided;
  body.reasons = texts_in(given[ReasonsAt]);
  const auto is_known = [](const std::string& reason) {
    return parse_name<ReviewReason>(reason).has_value();
  };
  if (!are_review_reasons(body.reasons) || !std::ranges::all_of(body.reasons, is_known)) {
    return refused_member("reasons",
                          "The reasons must be 1 to 16 of the console's codes, each once.");
  }
  const auto kind = text_in(given[KindAt]).value_or("decision");
  if ((given[KindAt].value != nullptr && !text_in(given[KindAt])) ||
      (kind != "decision" && kind != "correction")) {
    return refused_member("kind", "The kind must be decision or correction.");
  }
  if (kind == "correction") body.kind = ReviewStatement::Kind::Correction;
  return std::nullopt;
}

std::optional<Problem> take_note(const Members& given, DecisionBody& body) {
  if (given[NoteHashAt].value != nullptr) {
    const auto hex = text_in(given[NoteHashAt]);
    const auto hash = hex ? parse_digest(*hex) : std::nullopt;
    if (!hash) return refused_member("noteHash", "It must be 64 hexadecimal digits.");
    body.note_hash = Sha256(*hash);
  }
  if (given[NoteAt].value != nullptr) {
    const auto note = text_in(given[NoteAt]);
    if (!note || !is_review_note(*note)) {
      return refused_member("note", "The note must be a text of at most 2000 characters.");
    }
    if (!note->empty()) body.note = std::string(*note);
  }
  if (given[SaltAt].value != nullptr) {
    const auto text = text_in(given[SaltAt]);
    body.salt = text ? from_base64url(*text) : std::nullopt;
    if (!body.salt || body.salt->size() != kNoteSaltBytes) {
      return refused_member("salt", "It must be 32 bytes in base64url.");
    }
  }
  return std::nullopt;
}

std::optional<Problem> take_rest(const Members& given, DecisionBody& body) {
  if (const Value* seen = given[SeenAt].value) {
    if (!seen->IsUint64()) return refused_member("seen", "It must be the size of the log.");
    body.seen = seen->GetUint64();
  }
  if (const Value* credential = given[CredentialAt].value) {
    body.credential = read_assertion(*credential);
    if (!body.credential) return refused_member("credential", "It is not a passkey's answer.");
    if (!body.salt) return refused_member("salt", "What is signed has the note with a salt.");
  }
  return std::nullopt;
}

}  // namespace

Result<NextBody, Problem> parse_next_body(std::string_view body) {
  Document document;
  std::array<Given, 2> given{{{"client"}, {"sandbox"}}};
  if (auto problem = read(document, body, given)) return *std::move(problem);
  NextBody next;
  if (given[0].value != nullptr) {
    const auto client = text_in(given[0]);
    if (!client) return refused_member("client", "It must be the key of a client.");
    next.client = ClientKey(std::string(*client));
  }
  if (const Value* sandbox = given[1].value) {
    if (!sandbox->IsBool()) return refused_member("sandbox", "It must be true or false.");
    next.sandbox = sandbox->GetBool();
  }
  return next;
}

Result<FileId, Problem> parse_look_body(std::string_view body) {
  Document document;
  std::array<Given, 1> given{{{"file"}}};
  if (auto problem = read(document, body, given)) return *std::move(problem);
  const auto file = text_in(given[0]);
  const auto id = file ? parse_uuid(*file) : std::nullopt;
  if (!id) return refused_member("file", "It must be the id of a file.");
  return FileId(*id);
}

Result<DecisionBody, Problem> parse_decision_body(std::string_view body) {
  Document document;
  Members given{{{"decision"},
                 {"reasons"},
                 {"kind"},
                 {"seen"},
                 {"noteHash"},
                 {"note"},
                 {"salt"},
                 {"credential"}}};
  if (auto problem = read(document, body, given)) return *std::move(problem);
  DecisionBody read_body;
  if (auto problem = take_choice(given, read_body)) return *std::move(problem);
  if (auto problem = take_note(given, read_body)) return *std::move(problem);
  if (auto problem = take_rest(given, read_body)) return *std::move(problem);
  return read_body;
}

}  // namespace countersign::http
