#include "tools/doctor/remote_checks.h"

#include <fmt/format.h>

#include <cstdint>
#include <set>
#include <string_view>

#include "core/text/json_document.h"

namespace countersign {
namespace {

constexpr const char* kRemoteCheck = "remote-inspector";
constexpr const char* kRemoteRemedy =
    "read docs/operators/inspectors.md, When an inspector is away";
constexpr int kStatusReady = 200;
constexpr std::uint64_t kBreakerClosed = 0;
// One submission lost in so many is worth a look. Restarts cost fewer.
constexpr std::uint64_t kJudgedForEachLost = 20;

std::uint64_t value_of(const MetricSamples& metrics,
                       const char* what,
                       const MetricSamples::TwiceLabelled& host) {
  for (const auto& sample :
       metrics.family_of_two(std::string("countersign_remote_inspector_") + what)) {
    if (sample.first == host.first && sample.second == host.second) return sample.value;
  }
  return 0;
}

Finding judge_host(const MetricSamples& metrics,
                   const MetricSamples::TwiceLabelled& up,
                   bool another_judges) {
  const std::string name = fmt::format("the {} at {}", up.first, up.second);
  const std::uint64_t judged = value_of(metrics, "judged_total", up);
  const std::uint64_t failed = value_of(metrics, "failed_total", up);
  if (up.value == 0) {
    const Verdict verdict = another_judges ? Verdict::Warning : Verdict::Error;
    const bool greets = value_of(metrics, "breaker", up) != kBreakerClosed;
    const std::string why = greets ? "is not asked, since it failed" : "is away, or refused";
    return {kRemoteCheck,
            verdict,
            fmt::format("{} {}{}", name, why, another_judges ? "" : ", and no other one judges"),
            std::string("the operator's log says why; ") + kRemoteRemedy};
  }
  if (value_of(metrics, "breaker", up) != kBreakerClosed) {
    return warning(kRemoteCheck, name + " judges, and takes no new connection", kRemoteRemedy);
  }
  if (failed > 0 && judged / kJudgedForEachLost < failed) {
    return warning(
        kRemoteCheck,
        fmt::format("{} was lost with {} submissions, and has judged {}", name, failed, judged),
        std::string("the operator's log says why; ") + kRemoteRemedy);
  }
  return good(kRemoteCheck, name + " judges");
}

}  // namespace

Diagnosis check_remote_inspectors(const MetricSamples& metrics) {
  const auto hosts = metrics.family_of_two("countersign_remote_inspector_up");
  std::set<std::string> judging;
  for (const auto& host : hosts) {
    if (host.value != 0) judging.insert(host.first);
  }
  Diagnosis findings;
  for (const auto& host : hosts) {
    findings.push_back(judge_host(metrics, host, judging.contains(host.first)));
  }
  return findings;
}

Finding judge_readiness(int status, const std::string& answer) {
  constexpr const char* kReady = "ready";
  if (status == kStatusReady) return good(kReady, "the server takes work");
  if (status == 0) return error(kReady, "no server answers: " + answer, "start the server");
  std::string why = fmt::format("the status of its answer is {}", status);
  rapidjson::Document problem;
  if (parse_json(problem, answer, kOwnJson) && problem.IsObject()) {
    const auto detail = problem.FindMember("detail");
    if (detail != problem.MemberEnd() && detail->value.IsString()) {
      why = std::string(string_in(detail->value));
      if (why.ends_with('.')) why.pop_back();
    }
  }
  return error(kReady,
               "the server takes no work: " + why,
               "read docs/operators/faults.md; countersign doctor looks at its parts");
}

}  // namespace countersign
