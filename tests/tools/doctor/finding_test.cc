#include "tools/doctor/finding.h"

#include <doctest/doctest.h>

#include "core/text/json_document.h"

namespace countersign::finding_test {

TEST_CASE("the exit status is that of the worst finding, and what was not checked is none") {
  CHECK(exit_status_of(Diagnosis{}) == 0);
  CHECK(exit_status_of(Diagnosis{good("a", "b"), not_checked("c", "d")}) == 0);
  CHECK(exit_status_of(Diagnosis{warning("a", "b", "c"), good("a", "b")}) == 1);
  CHECK(exit_status_of(Diagnosis{error("a", "b", "c"), warning("a", "b", "c")}) == 2);
}

TEST_CASE("a document of findings has each of them, and counts them") {
  rapidjson::Document read;
  REQUIRE(parse_json(read,
                     findings_json(Diagnosis{good("clock", "right"),
                                             not_checked("backup", "not named"),
                                             warning("swap", "open", "encrypt")})));
  CHECK(read["ok"].IsFalse());
  CHECK(string_in(read["verdict"]) == "WARNING");
  CHECK(read["good"].GetUint() == 1);
  CHECK(read["warnings"].GetUint() == 1);
  CHECK(read["errors"].GetUint() == 0);
  CHECK(read["notChecked"].GetUint() == 1);
  REQUIRE(read["findings"].Size() == 3);
  CHECK(string_in(read["findings"][1]["verdict"]) == "NOT_CHECKED");
  CHECK(read["findings"][0]["remedy"].IsNull());
  CHECK(string_in(read["findings"][2]["remedy"]) == "encrypt");
}

TEST_CASE("for people, what was not checked is never ok") {
  const std::string text = findings_text(Diagnosis{not_checked("backup", "not named\x1b[2J"),
                                                   error("log", "full", "free")})
                               .plain();
  CHECK(text.find("NOT CHECKED  backup: not named\\x1b[2J\n") != std::string::npos);
  CHECK(text.find("ERROR        log: full\n             -> free\n") != std::string::npos);
  CHECK(text.find("0 ok, 1 to be mended now") != std::string::npos);
}

}  // namespace countersign::finding_test
