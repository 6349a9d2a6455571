#include "http/describe/openapi_schemas.h"

#include <vector>

#include "core/session/session.h"
#include "core/stream/recorded_event.h"
#include "core/terms.h"
#include "core/text/json_writer.h"
#include "http/backend/session_request.h"
#include "http/call/problem.h"

namespace countersign::http {
namespace {

using Json = std::string;

Json text(std::string_view description = {}) {
  JsonWriter json;
  json.begin_object().member("type", "string");
  if (!description.empty()) json.member("description", description);
  return json.end_object().take();
}
Json text_of_format(std::string_view format) {
  return JsonWriter()
      .begin_object()
      .member("type", "string")
      .member("format", format)
      .end_object()
      .take();
}
Json matching(std::string_view pattern) {
  return JsonWriter()
      .begin_object()
      .member("type", "string")
      .member("pattern", pattern)
      .end_object()
      .take();
}
Json date_time() { return text_of_format("date-time"); }
Json uuid() { return text_of_format("uuid"); }
Json sha256() { return matching("^[0-9a-f]{64}$"); }
Json count() { return R"({"type":"integer","minimum":0})"; }
Json from_one() { return R"({"type":"integer","minimum":1})"; }
Json number() { return R"({"type":"number"})"; }
Json boolean() { return R"({"type":"boolean"})"; }
Json any_object() { return R"({"type":"object"})"; }

// The names of an enum as the log and the wire use them, from the enum's own table.
template <NamedEnum E>
Json one_of_names() {
  JsonWriter json;
  json.begin_object().member("type", "string").key("enum").begin_array();
  for (const auto& entry : enum_names<E>) json.text(entry.name);
  return json.end_array().end_object().take();
}

Json constant(std::string_view value) {
  return JsonWriter().begin_object().member("const", value).end_object().take();
}

Json list_of(std::string_view items) {
  return JsonWriter()
      .begin_object()
      .member("type", "array")
      .key("items")
      .raw(items)
      .end_object()
      .take();
}

Json or_null(std::string_view schema) {
  return JsonWriter()
      .begin_object()
      .key("anyOf")
      .begin_array()
      .raw(schema)
      .raw(R"({"type":"null"})")
      .end_array()
      .end_object()
      .take();
}

// An object schema: all members are required except the optional ones.
class Object {
 public:
  Object() { properties_.begin_object(); }

  Object& has(std::string_view name, std::string_view schema) {
    required_.emplace_back(name);
    return may_have(name, schema);
  }
  Object& may_have(std::string_view name, std::string_view schema) {
    properties_.key(name).raw(schema);
    return *this;
  }
  Json json(std::string_view description = {}) {
    JsonWriter out;
    out.begin_object().member("type", "object");
    if (!description.empty()) out.member("description", description);
    out.key("properties").raw(properties_.end_object().take());
    if (!required_.empty()) {
      out.key("required").begin_array();
      for (const std::string& name : required_) out.text(name);
      out.end_array();
    }
    return out.end_object().take();
  }

 private:
  JsonWriter properties_;
  std::vector<std::string> required_;
};

Json problem() {
  JsonWriter codes;
  codes.begin_object().member("type", "string").key("enum").begin_array();
  for (const ProblemRow& row : problem_rows()) codes.text(row.name);
  return Object()
      .has("type", text_of_format("uri"))
      .has("title", text())
      .has("status", R"({"type":"integer","minimum":400,"maximum":599})")
      .has("detail", text())
      .has("ok", R"({"const":false})")
      .has("code", codes.end_array().end_object().take())
      .has("requestId", text())
      .may_have("field", text())
      .may_have("reason", one_of_names<ChallengeFault>())
      .may_have("currentStep", one_of_names<CurrentStep>())
      .may_have("limitBytes", count())
      .may_have("retryAfterSeconds", from_one())
      .json("RFC 9457, with the members that the code adds.");
}

Json create_session() {
  const Json origins = JsonWriter()
                           .begin_object()
                           .member("type", "array")
                           .member("maxItems", std::uint64_t{kOriginsMax})
                           .key("items")
                           .raw(text("scheme://host[:port]"))
                           .end_object()
                           .take();
  const Json user_ref = JsonWriter()
                            .begin_object()
                            .member("type", "string")
                            .member("maxLength", std::uint64_t{kUserRefMax})
                            .member("pattern", "^[A-Za-z0-9._:~/+=-]*$")
                            .end_object()
                            .take();
  return Object()
      .has("clientKey", text())
      .has("clientSecret", text())
      .may_have("purpose", one_of_names<Purpose>())
      .may_have("userRef", user_ref)
      .may_have("originAllowlist", origins)
      .json();
}

Json session() {
  return Object()
      .has("sessionId", uuid())
      .has("sessionToken", matching("^svct_[A-Za-z0-9_-]{43}$"))
      .has("expiresAt", date_time())
      .has("purpose", one_of_names<Purpose>())
      .has("sandbox", boolean())
      .json();
}

Json document_challenge() {
  return Object().has("nonce", text()).has("expiresInSeconds", count()).json();
}
Json liveness_challenge() {
  return Object()
      .has("nonce", text())
      .has("expiresInSeconds", count())
      .has("actions", list_of(one_of_names<Action>()))
      .json();
}

constexpr std::string_view kBytes =
    R"({"type":"string","contentMediaType":"application/octet-stream"})";

Json document_submission() {
  return Object()
      .has("image", kBytes)
      .has("nonce", text())
      .may_have("documentType", one_of_names<DocumentType>())
      .may_have("side", one_of_names<Side>())
      .json("Names of documentType and side are read without regard to case.");
}

Json liveness_submission() {
  JsonWriter frames;
  frames.begin_object().member("type", "array").member("minItems", std::uint64_t{1});
  frames.member("maxItems", std::uint64_t{12}).key("items").raw(kBytes).end_object();
  return Object().has("frames", frames.take()).has("nonce", text()).json();
}

Json step_outcome() {
  const Json issue = Object()
                         .has("code", text())
                         .has("severity", one_of_names<Severity>())
                         .has("value", number())
                         .has("threshold", number())
                         .has("hint", text())
                         .json();
  return Object()
      .has("ok", boolean())
      .has("step", one_of_names<Step>())
      .has("code", or_null(text()))
      .has("detail", or_null(text()))
      .has("attempt", from_one())
      .has("attemptsRemaining", count())
      .has("stepComplete", boolean())
      .has("nextSide", or_null(one_of_names<Side>()))
      .has("retryable", boolean())
      .has("fileId", or_null(uuid()))
      .has("sha256", sha256())
      .may_have("fileIds", list_of(uuid()))
      .may_have("failedAction", one_of_names<Action>())
      .has("issues", list_of(issue))
      .json("A business failure is ok: false; code and detail are null on success.");
}

Json finalize_outcome() {
  return Object()
      .has("result", R"({"type":"string","enum":["PASSED","FAILED","REVIEW"]})")
      .has("detail", text())
      .has("sandbox", boolean())
      .json("A copy for the device; the backend's result is the authoritative one.");
}

Json status() {
  const Json step = Object()
                        .has("step", one_of_names<Step>())
                        .has("state", one_of_names<StepState>())
                        .has("attemptsUsed", count())
                        .has("attemptsRemaining", count())
                        .has("requiredSides", list_of(one_of_names<Side>()))
                        .has("capturedSides", list_of(one_of_names<Side>()))
                        .json();
  return Object()
      .has("status", one_of_names<SessionStatus>())
      .has("currentStep", one_of_names<CurrentStep>())
      .has("stepsCompleted", list_of(one_of_names<Step>()))
      .has("resultStatus", one_of_names<ResultStatus>())
      .has("purpose", one_of_names<Purpose>())
      .has("sandbox", boolean())
      .has("expiresAt", date_time())
      .has("steps", list_of(step))
      .json();
}

// `part`: for an item of the list that names the engine of each part.
Json engine(bool part) {
  Object schema;
  if (part) schema.has("part", text());
  return schema.has("name", or_null(text()))
      .has("version", or_null(text()))
      .has("thresholds", or_null(text()))
      .has("models", list_of(Object().has("name", text()).has("sha256", text()).json()))
      .json();
}

Json result() {
  const Json check = Object()
                         .has("check", text())
                         .has("status", one_of_names<CheckStatus>())
                         .has("code", or_null(text()))
                         .has("value", or_null(number()))
                         .has("threshold", or_null(number()))
                         .has("side", or_null(one_of_names<Side>()))
                         .has("frame", or_null(from_one()))
                         .has("engine", or_null(text()))
                         .json();
  const Json attempt = Object()
                           .has("step", one_of_names<Step>())
                           .has("side", or_null(one_of_names<Side>()))
                           .has("attempt", from_one())
                           .has("at", date_time())
                           .has("ok", boolean())
                           .has("code", or_null(text()))
                           .json();
  const Json mrz =
      Object()
          .has("side", one_of_names<Side>())
          .has("documentCode", or_null(text()))
          .has("issuer", or_null(text()))
          .has("documentNumber", or_null(text()))
          .has("birthDate", or_null(text("As much of YYYY-MM-DD as is known.")))
          .has("expiryDate", or_null(text("YYYY-MM-DD; null: it does not expire.")))
          .has("nationality", or_null(text()))
          .has("sex", or_null(text()))
          .has("surname", or_null(text()))
          .has("givenNames", or_null(text()))
          .has("proven", list_of(text("A member that check digits prove.")))
          .json("What the machine-readable zone says, for clients that were given it.");
  return Object()
      .has("sessionId", uuid())
      .has("userRef", or_null(text()))
      .has("purpose", one_of_names<Purpose>())
      .has("sandbox", boolean())
      .has("status", one_of_names<SessionStatus>())
      .has("endReason", or_null(one_of_names<EndReason>()))
      .has("resultStatus", one_of_names<ResultStatus>())
      .has("detail", text())
      .has("reasons", list_of(text()))
      .has("createdAt", date_time())
      .has("startedAt", or_null(date_time()))
      .has("completedAt", or_null(date_time()))
      .has("expiresAt", date_time())
      .has("checks", list_of(check))
      .has("attempts", list_of(attempt))
      .has("document",
           Object()
               .has("documentType", or_null(one_of_names<DocumentType>()))
               .has("sidesCaptured", list_of(one_of_names<Side>()))
               .has("mrz", or_null(mrz))
               .json())
      .has("files",
           Object()
               .has("stored", count())
               .has("purged", boolean())
               .has("purgeAt", or_null(date_time()))
               .json())
      .has("engine", engine(false))
      .has("engines", list_of(engine(true)))
      .has("log", Object().has("lastSequence", from_one()).json())
      .json("The same shape at every moment of a session.");
}

Json document() {
  return Object()
      .has("id", uuid())
      .has("kind", one_of_names<FileKind>())
      .has("side", or_null(one_of_names<Side>()))
      .has("seq", from_one())
      .has("contentType", one_of_names<ImageFormat>())
      .has("sizeBytes", count())
      .has("sha256", sha256())
      .has("createdAt", date_time())
      .has("purged", boolean())
      .json();
}

Json event() {
  return Object()
      .has("sequence", from_one())
      .has("stream", text())
      .has("version", from_one())
      .has("previous", text("The leaf hash of the stream's event before; empty for the first."))
      .has("at", date_time())
      .has("type", text())
      .has("typeVersion", from_one())
      .has("actor", Object().has("kind", one_of_names<ActorKind>()).has("ref", text()).json())
      .has("requestId", text())
      .may_have("idempotency", any_object())
      .has("data", any_object())
      .json("As the log has it, without what is sealed.");
}

Json timeline() {
  return Object()
      .has("sessionId", uuid())
      .has("sandbox", boolean())
      .has("events", list_of(schema_reference("Event")))
      .json();
}

Json event_page() {
  return Object()
      .has("sandbox", boolean())
      .has("events", list_of(schema_reference("Event")))
      .has("next", count())
      .json("Pass `next` as `after` to go on from here.");
}

Json health() { return Object().has("status", constant("OK")).json(); }

}  // namespace

std::span<const NamedSchema> openapi_schemas() {
  static const std::vector<NamedSchema> schemas = {
      {"Problem", problem()},
      {"CreateSession", create_session()},
      {"Session", session()},
      {"Result", result()},
      {"Document", document()},
      {"Documents", list_of(schema_reference("Document"))},
      {"DocumentChallenge", document_challenge()},
      {"DocumentSubmission", document_submission()},
      {"LivenessChallenge", liveness_challenge()},
      {"LivenessSubmission", liveness_submission()},
      {"StepOutcome", step_outcome()},
      {"FinalizeOutcome", finalize_outcome()},
      {"Status", status()},
      {"Event", event()},
      {"Timeline", timeline()},
      {"EventPage", event_page()},
      {"OpenApi", any_object()},
      {"Health", health()},
  };
  return schemas;
}

std::string schema_reference(std::string_view name) {
  return JsonWriter()
      .begin_object()
      .member("$ref", "#/components/schemas/" + std::string(name))
      .end_object()
      .take();
}

}  // namespace countersign::http
