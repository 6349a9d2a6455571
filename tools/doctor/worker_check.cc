#include "tools/doctor/worker_check.h"

#include <unistd.h>

#include <chrono>
#include <string>

#include "core/inspection/confined/confined_engine.h"
#include "core/inspection/decode/inspection_limits.h"
#include "tools/doctor/server_checks.h"

namespace countersign {
namespace {

// No picture, which an inspector refuses after it has looked at it.
constexpr std::string_view kNoPicture = "GIF89a";

}  // namespace

Diagnosis check_worker(const std::filesystem::path& inspector, const std::filesystem::path& proc) {
  constexpr const char* kCheck = "confinement-here";
  std::string noticed;
  const auto engine = confined::ConfinedEngine::start(
      {.inspector = inspector,
       .max_pixels = InspectionLimits{}.max_pixels,
       .image_max_bytes = 1 << 20,
       .workers = 1,
       .timeout = std::chrono::seconds(10)},
      [&](const confined::InspectorNotice& notice) { noticed = notice.why; });
  if (!engine) {
    return {error(kCheck,
                  engine.error().why,
                  "read docs/operators/judging.md, The inspector; a server does not start so")};
  }
  if (!(*engine)->confines()) {
    return {error(kCheck,
                  "this build does not confine those who look at pictures",
                  "never serve with a build with sanitizers")};
  }
  Finding shown = check_workers_of(proc, ::getpid());
  const auto judged =
      (*engine)->evaluate_document({kNoPicture, Side::Front, std::nullopt, UtcTime()});
  if (!judged || judged->accepted() || !noticed.empty()) {
    return {error(kCheck,
                  noticed.empty() ? "a confined worker did not judge a picture"
                                  : "a confined worker did not judge a picture: " + noticed,
                  "read docs/operators/judging.md, The inspector")};
  }
  shown.check = kCheck;
  if (shown.verdict == Verdict::Good) {
    shown.found = "a worker that was started here is confined, and has judged a picture";
  } else if (shown.verdict == Verdict::NotChecked) {
    shown.found = "a worker that was started here has judged a picture; its filter is not shown";
  }
  Diagnosis findings{std::move(shown)};
  if (!(*engine)->inspector_yields()) {
    findings.push_back(warning("precedence-here",
                               "an inspector that is started here runs with our own precedence",
                               "allow the system call setpriority"));
  }
  return findings;
}

}  // namespace countersign
