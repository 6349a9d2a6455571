#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/checks/checks.h"
#include "core/event/finding.h"
#include "core/result.h"
#include "core/session/session.h"
#include "core/terms.h"

// Sandbox sessions: the sessions of a client that was registered as a sandbox. No image is
// inspected in them. The names of the uploaded files force every outcome, so that an integrator can
// test every branch without an image of a person. Everything else is as in any session: nonces,
// order, attempts, limits, retention.
//
// Pure. docs/api.md has the table for integrators. It is made from sandbox_words(), and a test
// compares the two.
namespace countersign {

// The engine named in everything that a sandbox session records, so that a single event reveals the
// sandbox.
inline constexpr std::string_view kSandboxEngineName = "countersign-sandbox";
inline constexpr std::string_view kSandboxEngineVersion = "1";
// The checks that the sandbox reports besides FACE_MATCH.
inline constexpr std::string_view kSandboxDocumentCheck = name_of(Check::SandboxDocument);
inline constexpr std::string_view kSandboxLivenessCheck = name_of(Check::SandboxLiveness);
// The check of an accepted submission whose file name forces the session's result. It records in
// the log what finalize will decide: FAILED or NOT_PERFORMED, with the reason.
inline constexpr std::string_view kSandboxResultCheck = name_of(Check::SandboxResult);

bool is_sandbox(const EngineVersion& engine);

// One name that forces an outcome. With `step`, the word is the code that a submission of that step
// fails with. Without `step`, the submission passes, and finalize gives `result` with the reason
// `code`.
struct SandboxWord {
  std::string_view word;
  std::optional<Step> step{};
  ResultStatus result = ResultStatus::Passed;
  std::string_view code{};      // for finalize; empty: the word forces no code
  bool compares_faces = false;  // only for purposes that compare faces
};
std::span<const SandboxWord> sandbox_words();

// The combined meaning of the names of a submission's files.
struct SandboxScript {
  std::vector<Issue> issues;           // errors first, in the order of the names
  std::optional<CheckOutcome> result;  // a kSandboxResultCheck
  bool operator==(const SandboxScript&) const = default;
};

enum class SandboxFault : std::uint8_t {
  UnknownWord,    // looks like a word but is not one
  OtherStep,      // a code that the other step fails with
  NoFaces,        // a code of the face match, but the purpose compares no faces
  SeveralResults  // two different results
};
std::string_view describe(SandboxFault fault);

// Reads each name, without its folders and its extension, as words separated by `+`, ignoring case.
// `warning-` before a code makes it a warning. Any other word has no effect, unless it looks like a
// code or a result: that is an UnknownWord.
Result<SandboxScript, SandboxFault> read_sandbox_names(std::span<const std::string> names,
                                                       Step step,
                                                       Purpose purpose);

// Returns the result that the accepted names force at finalize: the worst of them. Empty if none
// forces anything.
SandboxScript sandbox_result_of(const Session& session);

}  // namespace countersign
