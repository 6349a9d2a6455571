#include "tools/doctor/metric_samples.h"

#include <doctest/doctest.h>

#include <string>

namespace countersign::metric_samples_test {

TEST_CASE("samples are read by name, and by the value of their label") {
  const auto samples = MetricSamples::parse(
      "# HELP up Whether.\n# TYPE up gauge\nup 1\n"
      "conflict{witness=\"a\"} 0\nconflict{witness=\"b\\\"\\\\\\n\"} 18446744073709551615\nlast 7");
  CHECK(samples.value("up") == 1u);
  CHECK(samples.value("last") == 7u);
  CHECK_FALSE(samples.value("down").has_value());
  CHECK_FALSE(samples.value("conflict").has_value());
  const auto conflicts = samples.family("conflict");
  REQUIRE(conflicts.size() == 2);
  CHECK(conflicts[0].label == "a");
  CHECK(conflicts[1].label == "b\"\\\n");
  CHECK(conflicts[1].value == 18'446'744'073'709'551'615u);
  CHECK(samples.family("nothing").empty());
}

TEST_CASE("samples with two labels are read by both, and are no samples of one") {
  const auto samples = MetricSamples::parse(
      "up{program=\"inspector\",address=\"a,b=\\\"c:1\"} 1\nup{program=\"matcher\"} 2\n"
      "up{a=\"b\"c=\"d\"} 3\nup{a=\"b\",} 4\nup{a=\"b\",c=\"d} 5\n");
  const auto both = samples.family_of_two("up");
  REQUIRE(both.size() == 1);
  CHECK(both[0].first == "inspector");
  CHECK(both[0].second == "a,b=\"c:1");
  CHECK(both[0].value == 1);
  const auto one = samples.family("up");
  REQUIRE(one.size() == 1);
  CHECK(one[0].label == "matcher");
  CHECK(samples.family_of_two("nothing").empty());
}

TEST_CASE("lines that are no samples of whole numbers are passed over") {
  const auto samples = MetricSamples::parse(
      "\n \nup\nup \nup 1.5\nup -1\nup 18446744073709551616\n{a=\"b\"} 1\nup{ 1\nup{a} 1\nup{a=\"} "
      "1\n"
      "up{a=\"b\",c=\"d\"} 1\nup{a=\"b\" 1\n" +
      std::string(100'000, 'x') + "\n");
  CHECK_FALSE(samples.value("up").has_value());
  CHECK(samples.family("up").empty());
}

}  // namespace countersign::metric_samples_test
