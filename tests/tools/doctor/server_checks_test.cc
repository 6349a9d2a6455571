#include "tools/doctor/server_checks.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/events/support/temp_folder.h"

namespace countersign::server_checks_test {

namespace fs = std::filesystem;

constexpr UtcTime kNow(1'700'000'000'000'000);

const std::string kWell =
    "countersign_log_writable 1\ncountersign_disk_has_room 1\ncountersign_checkpoint_failing 0\n"
    "countersign_inspector_up 1\ncountersign_inspector_confined 1\ncountersign_inspector_yields 1\n"
    "countersign_survey_failed 0\ncountersign_survey_done 1\ncountersign_missing_files 0\n"
    "countersign_missing_keys 0\ncountersign_unnamed_files 0\ncountersign_purged_files_left 0\n"
    "countersign_checkpoint_size 50\n";

Diagnosis of_page(const std::string& page) {
  return check_metrics(MetricSamples::parse(page), kNow);
}

Finding of_check(const Diagnosis& findings, const std::string& check) {
  const auto found = std::ranges::find(findings, check, &Finding::check);
  REQUIRE(found != findings.end());
  return *found;
}

TEST_CASE("a server that is well has no finding, and one that does not run was not checked") {
  for (const Finding& finding : of_page(kWell)) CHECK(finding.verdict == Verdict::Good);
  for (const Finding& finding : check_metrics(std::nullopt, kNow)) {
    CHECK(finding.verdict == Verdict::NotChecked);
  }
}

TEST_CASE("each metric that tells of a fault is a finding, with its number") {
  const auto with = [](const std::string& name, const std::string& value) {
    std::string page = kWell;
    const std::size_t at = page.find(name + " ") + name.size() + 1;
    return of_page(page.replace(at, 1, value));
  };
  CHECK(of_check(with("countersign_log_writable", "0"), "log").verdict == Verdict::Error);
  CHECK(of_check(with("countersign_inspector_up", "0"), "inspector").verdict == Verdict::Error);
  CHECK(of_check(with("countersign_inspector_yields", "0"), "inspector-precedence").verdict ==
        Verdict::Warning);
  const Finding lost = of_check(with("countersign_missing_files", "12"), "missing-files");
  CHECK(lost.verdict == Verdict::Error);
  CHECK(lost.found.starts_with("12 stored files"));
  CHECK_FALSE(lost.remedy.empty());
  CHECK(of_check(with("countersign_unnamed_files", "3"), "unnamed-files").verdict ==
        Verdict::Warning);
  CHECK(of_check(with("countersign_survey_done", "0"), "survey-done").verdict ==
        Verdict::NotChecked);
}

TEST_CASE("what a server does not say was not checked") {
  CHECK(of_check(of_page(""), "log").verdict == Verdict::NotChecked);
  CHECK(of_check(of_page(""), "survey-done").verdict == Verdict::NotChecked);
}

TEST_CASE("a witness in conflict is an error, and one that is long behind a warning") {
  const auto witness = [](const std::string& conflict, std::uint64_t size, std::uint64_t at) {
    return of_check(
        of_page(kWell + "countersign_witness_conflict{witness=\"w\"} " + conflict +
                "\ncountersign_witness_cosigned_size{witness=\"w\"} " + std::to_string(size) +
                "\ncountersign_witness_cosigned_timestamp_seconds{witness=\"w\"} " +
                std::to_string(at) + "\n"),
        "witness");
  };
  CHECK(witness("0", 50, 0).verdict == Verdict::Good);
  CHECK(witness("0", 40, 1'700'000'000 - 60).verdict == Verdict::Good);
  CHECK(witness("0", 40, 1'700'000'000 - 7'200).verdict == Verdict::Warning);
  CHECK(witness("0", 0, 0).verdict == Verdict::Warning);
  CHECK(witness("1", 50, 1'700'000'000).verdict == Verdict::Error);
}

TEST_CASE("webhooks that are disabled or failing are warnings, by their names") {
  const Diagnosis well =
      check_webhooks(R"({"webhooks":[{"id":"whep_1","clientKey":"svck_1","enabled":true,)"
                     R"("deliveries":{"failing":false}}]})");
  REQUIRE(well.size() == 1);
  CHECK(well[0].verdict == Verdict::Good);
  const Diagnosis ill = check_webhooks(
      R"({"webhooks":[{"id":"whep_1","clientKey":"svck_1","enabled":false,)"
      R"("disabledReason":"GONE"},)"
      R"({"id":"whep_2","clientKey":"svck_1","enabled":true,"deliveries":{"failing":true}},3]})");
  REQUIRE(ill.size() == 2);
  CHECK(ill[0].found.find("whep_1 of svck_1 is disabled (GONE)") == 0);
  CHECK(ill[1].verdict == Verdict::Warning);
  for (const char* wrong : {"", "[]", "{}", R"({"webhooks":1})"}) {
    CAPTURE(wrong);
    CHECK(check_webhooks(wrong)[0].verdict == Verdict::NotChecked);
  }
}

TEST_CASE("a worker without a filter is an error, and none that is shown was not checked") {
  const TempFolder proc;
  const auto write = [&](int process, const std::string& status) {
    fs::create_directories(proc.path() / std::to_string(process));
    std::ofstream(proc.path() / std::to_string(process) / "status") << status;
  };
  CHECK(check_workers_of(proc.path(), 7).verdict == Verdict::NotChecked);
  write(8, "PPid:\t7\nSeccomp:\t0\n");  // an inspector
  CHECK(check_workers_of(proc.path(), 7).verdict == Verdict::NotChecked);
  write(9, "PPid:\t8\nNoNewPrivs:\t1\nSeccomp:\t2\n");
  CHECK(check_workers_of(proc.path(), 7).verdict == Verdict::Good);
  write(10, "PPid:\t8\nNoNewPrivs:\t1\nSeccomp:\t0\n");
  CHECK(check_workers_of(proc.path(), 7).verdict == Verdict::Error);
}

TEST_CASE("a server that is silent is an error, whose remedy depends on why it is") {
  const Finding stopped = judge_silence(77, "T (stopped)", std::chrono::seconds(10));
  CHECK(stopped.verdict == Verdict::Error);
  CHECK(stopped.found.find("10 s") != std::string::npos);
  CHECK(stopped.remedy.find("kill -CONT 77") != std::string::npos);
  for (const Finding& busy : {judge_silence(77, "D (disk sleep)", std::chrono::seconds(10)),
                              judge_silence(std::nullopt, "", std::chrono::seconds(10))}) {
    CHECK(busy.verdict == Verdict::Error);
    CHECK(busy.remedy.find("-CONT") == std::string::npos);
    CHECK(busy.remedy.find("disk") != std::string::npos);
  }
}

}  // namespace countersign::server_checks_test
