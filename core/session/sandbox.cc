#include "core/session/sandbox.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/checks/checks.h"

namespace countersign {
namespace {

constexpr std::string_view kWarning = "WARNING-";
constexpr std::string_view kResult = "RESULT-";
constexpr std::string_view kHint = "Forced by the name of the file.";

constexpr SandboxWord ends(std::string_view word, ResultStatus result, std::string_view code) {
  return {word, std::nullopt, result, code};
}
constexpr SandboxWord compares(Code code, ResultStatus result) {
  return {name_of(code), std::nullopt, result, name_of(code), true};
}

constexpr std::string_view kNotAvailable = name_of(Code::CheckNotAvailable);
constexpr std::array kResults = {
    ends("result-PASSED", ResultStatus::Passed, ""),
    ends("result-FAILED", ResultStatus::Failed, ""),
    ends("result-REVIEW", ResultStatus::Review, kNotAvailable),
    ends(kNotAvailable, ResultStatus::Review, kNotAvailable),
    compares(Code::FaceMismatch, ResultStatus::Failed),
    compares(Code::FaceNotComparable, ResultStatus::Review),
};

// Every code that a submission can fail with, including those that no engine emits so far, and then
// the results. *_ATTEMPTS_EXHAUSTED is not among them: it results from failing often enough.
constexpr auto kWords = [] {
  constexpr auto kFailures = static_cast<std::size_t>(
      std::ranges::count_if(kCodes, [](const CodeRow& row) { return row.fails.has_value(); }));
  std::array<SandboxWord, kFailures + kResults.size()> words{};
  auto* next = words.data();
  for (const CodeRow& row : kCodes) {
    if (row.fails) *next++ = {row.name, row.fails};
  }
  std::ranges::copy(kResults, next);
  return words;
}();

static_assert(std::ranges::all_of(kChecks,
                                  [](const CheckRow& row) {
                                    return !row.code ||
                                           std::ranges::count(
                                               kWords, name_of(*row.code), &SandboxWord::word) == 1;
                                  }),
              "a check fails with a code that the sandbox cannot force");

std::string upper(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), ascii_upper);
  return out;
}

// Drops the folders, which old browsers sent, and the extension.
std::string_view stem_of(std::string_view name) {
  const std::size_t slash = name.find_last_of("/\\");
  if (slash != std::string_view::npos) name.remove_prefix(slash + 1);
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? name : name.substr(0, dot);
}

const SandboxWord* find_word(std::string_view word) {
  const auto* const found = std::ranges::find_if(
      kWords, [&](const SandboxWord& known) { return equal_ignoring_case(known.word, word); });
  return found == kWords.end() ? nullptr : found;
}

// In upper case only, because a file may well be called document_1.jpg.
bool looks_like_a_code(std::string_view word) {
  return std::ranges::any_of(std::to_array<std::string_view>({"DOCUMENT_", "LIVENESS_", "FACE_"}),
                             [&](std::string_view prefix) { return word.starts_with(prefix); });
}

class NameReader {
 public:
  NameReader(Step step, Purpose purpose) : step_(step), purpose_(purpose) {}

  std::optional<SandboxFault> read(std::string_view stem) {
    while (true) {
      const std::size_t plus = stem.find('+');
      if (const auto fault = read_word(stem.substr(0, plus))) return fault;
      if (plus == std::string_view::npos) return std::nullopt;
      stem.remove_prefix(plus + 1);
    }
  }

  SandboxScript finish() {
    // Not std::ranges::stable_partition: clang 14 cannot compile libstdc++ 12's subranges.
    std::stable_partition(script_.issues.begin(), script_.issues.end(), [](const Issue& issue) {
      return issue.severity == Severity::Error;
    });
    return std::move(script_);
  }

 private:
  std::optional<SandboxFault> read_word(std::string_view word) {
    const std::string text = upper(word);
    if (text.starts_with(kWarning)) {
      const SandboxWord* known = find_word(std::string_view(text).substr(kWarning.size()));
      if (known == nullptr || !known->step) return SandboxFault::UnknownWord;
      return add_issue(*known, Severity::Warning);
    }
    if (const SandboxWord* known = find_word(word)) {
      return known->step ? add_issue(*known, Severity::Error) : set_result(*known);
    }
    if (text.starts_with(kResult) || looks_like_a_code(word)) return SandboxFault::UnknownWord;
    return std::nullopt;
  }

  std::optional<SandboxFault> add_issue(const SandboxWord& known, Severity severity) {
    if (*known.step != step_) return SandboxFault::OtherStep;
    const auto same = std::ranges::find(script_.issues, known.word, &Issue::code);
    if (same == script_.issues.end()) {
      script_.issues.push_back({std::string(known.word), severity, 0, 0, std::string(kHint)});
    } else if (severity == Severity::Error) {
      same->severity = severity;
    }
    return std::nullopt;
  }

  std::optional<SandboxFault> set_result(const SandboxWord& known) {
    if (known.compares_faces && !compares_faces(purpose_)) return SandboxFault::NoFaces;
    const auto result = result_check(known);
    if (named_result_ && script_.result != result) return SandboxFault::SeveralResults;
    named_result_ = true;
    script_.result = result;
    return std::nullopt;
  }

  std::optional<CheckOutcome> result_check(const SandboxWord& known) const {
    if (known.result == ResultStatus::Passed) return std::nullopt;
    const bool failed = known.result == ResultStatus::Failed;
    CheckOutcome check;
    check.check = kSandboxResultCheck;
    check.status = failed ? CheckStatus::Failed : CheckStatus::NotPerformed;
    if (!known.code.empty()) check.code = std::string(known.code);
    // For purposes that compare faces, this is how a capture fails at finalize.
    if (known.code.empty() && compares_faces(purpose_)) check.code = name_of(Code::FaceMismatch);
    return check;
  }

  const Step step_;
  const Purpose purpose_;
  SandboxScript script_;
  bool named_result_ = false;
};

}  // namespace

bool is_sandbox(const EngineVersion& engine) { return engine.name == kSandboxEngineName; }

std::span<const SandboxWord> sandbox_words() { return kWords; }

std::string_view describe(SandboxFault fault) {
  switch (fault) {
    case SandboxFault::UnknownWord:
      return "The file name begins like one that forces an outcome, but is not in the list of "
             "these names.";
    case SandboxFault::OtherStep:
      return "The file name is a code of the session's other step.";
    case SandboxFault::NoFaces:
      return "The file name is a code of the face match, and this purpose compares no faces.";
    case SandboxFault::SeveralResults:
      return "The file names force more than one result.";
  }
  return {};
}

Result<SandboxScript, SandboxFault> read_sandbox_names(std::span<const std::string> names,
                                                       Step step,
                                                       Purpose purpose) {
  NameReader reader(step, purpose);
  for (const std::string& name : names) {
    if (const auto fault = reader.read(stem_of(name))) return *fault;
  }
  return reader.finish();
}

SandboxScript sandbox_result_of(const Session& session) {
  SandboxScript script;
  for (const CheckOutcome& check : checks_of(session)) {
    if (check.check != kSandboxResultCheck) continue;
    const bool worse = script.result && script.result->status == CheckStatus::Failed;
    if (!worse) script.result = check;
  }
  return script;
}

}  // namespace countersign
