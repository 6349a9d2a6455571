#pragma once
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>

#include "core/enum_set.h"
#include "http/call/problem.h"

// The parameters of the public API: the meaning of each, and the problems that it can cause.
namespace countersign::http {

// The parameters that a request may have in addition to its path, its credentials and its body.
enum class Parameter : std::uint8_t {
  Index,
  IdempotencyKey,
  IfNoneMatch,
  After,
  Limit,
  Wait,
  Since,
  Language,
  UserRef,
  Status,
  ResultStatus,
  Purpose,
  CreatedFrom,
  CreatedTo,
  CompletedFrom,
  CompletedTo,
  Reason,
  Labels,
  Sandbox,
  AfterSession
};

// One parameter, as the OpenAPI document describes it.
struct ParameterRow {
  std::string_view name;
  std::string_view in;  // path, query or header
  std::string_view description;
  std::string_view schema;          // JSON
  EnumSet<ProblemCode> problems{};  // that the parameter can lead to
  std::string_view component{};     // its name in the document, where another one has its name

  constexpr std::string_view name_of_component() const {
    return component.empty() ? name : component;
  }
};

// The parameters in the braces of a path; found by their names.
inline constexpr ParameterRow kPathParameters[] = {
    {"sessionId", "path", "The session.", R"({"type":"string","format":"uuid"})"},
    {"fileId", "path", "The stored file.", R"({"type":"string","format":"uuid"})"},
    {"webhookId", "path", "The webhook.", R"({"type":"string"})"},
    {"path",
     "path",
     "The tile as C2SP tlog-tiles names it, with its slashes: `<L>/<N>`, `entries/<N>`, either "
     "with `.p/<W>` when it is partial.",
     R"({"type":"string","pattern":"^([0-9]+|entries)(/x[0-9]{3})*/[0-9]{3}(\\.p/[0-9]+)?$"})"},
};

// The parameters that the rows of endpoints name, in the order of the enum.
inline constexpr std::pair<Parameter, ParameterRow> kParameters[] = {
    {Parameter::Index,
     {"index",
      "query",
      "Of the event, from 0, as in Svc-Log-Receipt; without it the one that finalized the session, "
      "or the last.",
      R"({"type":"integer","minimum":0})",
      {ProblemCode::InvalidParameter}}},
    {Parameter::IdempotencyKey,
     {"Idempotency-Key",
      "header",
      "For 24 hours the same key with the same request gets the same answer.",
      R"({"type":"string","minLength":1,"maxLength":255,"pattern":"^[!-~]+$"})",
      {ProblemCode::InvalidParameter,
       ProblemCode::IdempotencyConflict,
       ProblemCode::IdempotencyMismatch}}},
    {Parameter::IfNoneMatch,
     {"If-None-Match", "header", "An ETag of an earlier answer.", R"({"type":"string"})"}},
    {Parameter::After,
     {"after",
      "query",
      "The `next` of an earlier page.",
      R"({"type":"integer","minimum":0})",
      {ProblemCode::InvalidParameter}}},
    {Parameter::Limit,
     {"limit",
      "query",
      "Entries in the answer, at most.",
      R"({"type":"integer","minimum":1,"maximum":500,"default":100})",
      {ProblemCode::InvalidParameter}}},
    {Parameter::Wait,
     {"wait",
      "query",
      "Seconds to wait for an event if there is none yet, from 0 to 30: `25` or `25s`.",
      R"({"type":"string","pattern":"^[0-9]+s?$"})",
      {ProblemCode::InvalidParameter}}},
    {Parameter::Since,
     {"since",
      "query",
      "The `version` of an earlier answer; an answer with another version does not wait.",
      R"({"type":"integer","minimum":0})",
      {ProblemCode::InvalidParameter}}},
    {Parameter::Language,
     {"language",
      "query",
      "Of the person: two or three small letters; the client's texts of this language are "
      "answered.",
      R"({"type":"string","pattern":"^[a-z]{2,3}$"})",
      {ProblemCode::InvalidParameter}}},
    {Parameter::UserRef,
     {"userRef",
      "query",
      "Only sessions with exactly this userRef.",
      R"({"type":"string","minLength":1,"maxLength":128})",
      {ProblemCode::InvalidParameter}}},
    {Parameter::Status,
     {"status",
      "query",
      "Only sessions that have this status now.",
      R"({"type":"string","enum":["CREATED","IN_PROGRESS","COMPLETED","EXPIRED","CANCELED"]})",
      {ProblemCode::InvalidParameter}}},
    {Parameter::ResultStatus,
     {"resultStatus",
      "query",
      "Only sessions that have this result now.",
      R"({"type":"string","enum":["PENDING","PASSED","FAILED","REVIEW","NOT_EVALUATED",)"
      R"("RESUBMITTED"]})",
      {ProblemCode::InvalidParameter}}},
    {Parameter::Purpose,
     {"purpose",
      "query",
      "Only sessions of this purpose.",
      R"({"type":"string",)"
      R"("enum":["FULL_CAPTURE","DOCUMENT_VERIFICATION","LIVENESS","FACE_MATCH"]})",
      {ProblemCode::InvalidParameter}}},
    {Parameter::CreatedFrom,
     {"createdFrom",
      "query",
      "Only sessions that were created at this time or later.",
      R"({"type":"string","format":"date-time"})",
      {ProblemCode::InvalidParameter}}},
    {Parameter::CreatedTo,
     {"createdTo",
      "query",
      "Only sessions that were created before this time.",
      R"({"type":"string","format":"date-time"})",
      {ProblemCode::InvalidParameter}}},
    {Parameter::CompletedFrom,
     {"completedFrom",
      "query",
      "Only sessions that ended at this time or later, however they ended.",
      R"({"type":"string","format":"date-time"})",
      {ProblemCode::InvalidParameter}}},
    {Parameter::CompletedTo,
     {"completedTo",
      "query",
      "Only sessions that ended before this time, however they ended.",
      R"({"type":"string","format":"date-time"})",
      {ProblemCode::InvalidParameter}}},
    {Parameter::Reason,
     {"reason",
      "query",
      "Only sessions with this code among the machine's reasons.",
      R"({"type":"string","pattern":"^[A-Z0-9_]{1,64}$"})",
      {ProblemCode::InvalidParameter}}},
    {Parameter::Labels,
     {"labels",
      "query",
      "Only sessions with each of these labels. Each member is a parameter of its own, `label.` "
      "and "
      "the key: `label.shop=berlin`.",
      R"({"type":"object","maxProperties":10,)"
      R"("additionalProperties":{"type":"string","minLength":1,"maxLength":128}})",
      {ProblemCode::InvalidParameter}}},
    {Parameter::Sandbox,
     {"sandbox",
      "query",
      "Only sessions of the sandbox (true), or of persons (false). A client has only one kind; "
      "without the parameter its own.",
      R"({"type":"boolean"})",
      {ProblemCode::InvalidParameter}}},
    {Parameter::AfterSession,
     {"after",
      "query",
      "The `next` of an earlier page.",
      R"({"type":"string","pattern":"^[A-Za-z0-9_-]{40}$"})",
      {ProblemCode::InvalidParameter},
      "afterSession"}},
};

static_assert(
    [] {
      for (std::size_t i = 0; i < std::size(kParameters); ++i) {
        if (kParameters[i].first != static_cast<Parameter>(i)) return false;
      }
      return std::size(kParameters) == static_cast<std::size_t>(Parameter::AfterSession) + 1;
    }(),
    "every parameter has its row");

}  // namespace countersign::http
