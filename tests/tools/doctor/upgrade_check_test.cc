#include "tools/doctor/upgrade_check.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "tests/events/support/temp_folder.h"

namespace countersign::upgrade_check_test {

namespace fs = std::filesystem;

TEST_CASE("a folder of other files is not taken for a data folder, and gets no key") {
  const TempFolder folder;
  const fs::path data = folder.path() / "data";
  for (const bool exists : {false, true}) {
    CAPTURE(exists);
    if (exists) fs::create_directories(data);
    const Diagnosis findings = check_upgrade({.data = data}, UtcTime(0));
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].verdict == Verdict::Error);
    CHECK_FALSE(fs::exists(folder.path() / "data.master.key"));
  }
}

TEST_CASE("a folder whose parts are lost is refused, and nothing of it is made") {
  const TempFolder folder;
  const fs::path data = folder.path() / "data";
  fs::create_directories(data / "files");
  const Diagnosis findings = check_upgrade({.data = data}, UtcTime(0));
  CHECK(exit_status_of(findings) == 2);
  const auto is_checked = [](const Finding& finding) {
    return finding.check == "events" && finding.verdict != Verdict::NotChecked;
  };
  CHECK(std::ranges::none_of(findings, is_checked));
  CHECK_FALSE(fs::exists(data / "log"));
  CHECK_FALSE(fs::exists(data / "keys"));
}

}  // namespace countersign::upgrade_check_test
