#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/event/finding.h"
#include "core/result.h"
#include "core/session/session.h"
#include "core/terms.h"

// Sandbox sessions: those of a client that was registered as a sandbox. Nobody is looked at
// in them; the names of the uploaded files force every outcome, so that an
// integrator can test every branch without an image of a person. All else is as in any
// session: nonces, order, attempts, limits, retention.
//
// Pure. docs/api.md has the table for integrators; it is made from sandbox_words(), and a
// test compares the two.
namespace countersign {

// The engine of everything that a sandbox session records, so that one event alone shows it.
inline constexpr std::string_view kSandboxEngineName = "countersign-sandbox";
inline constexpr std::string_view kSandboxEngineVersion = "1";
// The checks that it reports beside FACE_MATCH.
inline constexpr std::string_view kSandboxDocumentCheck = "SANDBOX_DOCUMENT";
inline constexpr std::string_view kSandboxLivenessCheck = "SANDBOX_LIVENESS";
// Of an accepted submission whose file name forces the result of the session: what finalize
// will come to, in the log from here on. FAILED or NOT_PERFORMED, with the reason.
inline constexpr std::string_view kSandboxResultCheck = "SANDBOX_RESULT";

bool is_sandbox(const EngineVersion& engine);

// One name that forces something. `step` is that of a code that a submission fails with; a word
// without one lets the submission pass and forces `result` at finalize, for the reason `code`.
struct SandboxWord {
  std::string_view word;
  std::optional<Step> step{};
  ResultStatus result = ResultStatus::Passed;
  std::string_view code{};      // of finalize; empty: none of its own
  bool compares_faces = false;  // only of a purpose that does
};
std::span<const SandboxWord> sandbox_words();

// What the names of a submission's files say together.
struct SandboxScript {
  std::vector<Issue> issues;           // errors first, in the order of the names
  std::optional<CheckOutcome> result;  // a kSandboxResultCheck
  bool operator==(const SandboxScript&) const = default;
};

enum class SandboxFault : std::uint8_t {
  UnknownWord,    // what looks like a word and is none
  OtherStep,      // a code that the other step fails with
  NoFaces,        // a code of the face match, and the purpose compares no faces
  SeveralResults  // two different ones
};
std::string_view describe(SandboxFault fault);

// A name is read without its folders and its extension, as words with `+` between; a word without
// regard to case. `warning-` before a code makes it a warning. Anything else says nothing, unless
// it looks as if it should.
Result<SandboxScript, SandboxFault> read_sandbox_names(std::span<const std::string> names,
                                                       Step step,
                                                       Purpose purpose);

// What finalize comes to, by the names that were accepted: the worst of them. Empty: all is well.
SandboxScript sandbox_result_of(const Session& session);

}  // namespace countersign
