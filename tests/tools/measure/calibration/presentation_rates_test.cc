#include "tools/measure/calibration/presentation_rates.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace countersign::presentation_rates_test {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

PresentationRates measured() {
  PresentationRates rates;
  rates.engine = {"countersign-matcher", "1"};
  // The second person has more pictures, and counts as much as the first.
  rates.people = {{"ada", {900, 400}}, {"bob", {800, 800, 800, 800}}, {"eve", {}, 2}};
  rates.attacks = {{"mask", {300, 100}}, {"print", {600, 100, 100, 100}}, {"none", {}, 3}};
  return rates;
}

TEST_CASE("an attack at the level or above is an error, and an original below it") {
  const PresentationErrors errors = errors_at(measured(), 600);
  REQUIRE(errors.apcer.size() == 3);
  CHECK(errors.apcer[0]->share == 0);
  CHECK(errors.apcer[1]->share == 0.25);
  CHECK(errors.bpcer.share == 0.25);
  CHECK(errors_at(measured(), 601).apcer[1]->share == 0);
  CHECK(errors_at(measured(), 400).bpcer.share == 0);
  CHECK(errors_at(measured(), 401).bpcer.share == 0.25);
  CHECK(errors_at(measured(), 0).apcer[0]->share == 1);
}

TEST_CASE("a person counts once and so does each picture of an attack, in Wilson's intervals") {
  const PresentationErrors errors = errors_at(measured(), 600);
  CHECK(errors.bpcer.from == wilson_rate(0.25, 2).from);
  CHECK(errors.bpcer.to == wilson_rate(0.25, 2).to);
  CHECK(errors.apcer[1]->from == wilson_rate(0.25, 4).from);
  CHECK(errors.apcer[1]->to == wilson_rate(0.25, 4).to);
}

TEST_CASE("the worst kind of attack is named, and one without an answer has no rate") {
  const PresentationErrors errors = errors_at(measured(), 600);
  CHECK(errors.worst == 1);
  CHECK_FALSE(errors.apcer[2].has_value());
  CHECK(errors_at(measured(), 300).worst == 0);
}

TEST_CASE("without originals or attacks nothing is measured, and it is said which") {
  CHECK_FALSE(why_not_measured(measured()).has_value());
  PresentationRates rates = measured();
  rates.people.clear();
  CHECK(has(why_not_measured(rates).value(), "no original"));
  CHECK(has(presentation_json(rates), R"("ok":false,"why":"no original)"));
  rates = measured();
  rates.attacks = {{"none", {}, 3}};
  CHECK(has(why_not_measured(rates).value(), "no attack"));
  CHECK_FALSE(errors_at(rates, 500).worst.has_value());
  CHECK(has(presentation_page(rates), "no attack"));
}

TEST_CASE("levels that were set are shown, and the others are each twentieth") {
  PresentationRates rates = measured();
  CHECK(presentation_levels(rates).size() == 20);
  CHECK(has(presentation_json(rates), R"("error":null,"warning":null)"));
  rates.levels = Bounds{0.35, 0.612};
  const auto levels = presentation_levels(rates);
  CHECK(levels.size() == 21);
  CHECK(std::ranges::is_sorted(levels));
  CHECK(std::ranges::count(levels, 612) == 1);
  const std::string json = presentation_json(rates);
  CHECK(has(json, R"("error":{"live":0.35,"bpcerPercent":0,)"));
  CHECK(has(json, R"("warning":{"live":0.612,"bpcerPercent":25,)"));
}

TEST_CASE("the answer counts what had no answer, and the page names no person") {
  const std::string json = presentation_json(measured());
  CHECK(has(json, R"("ok":true,"why":null,"engine":"countersign-matcher 1")"));
  CHECK(has(json, R"("people":2,"originals":6,"originalsWithoutAnswer":2)"));
  CHECK(has(json, R"({"attack":"none","pictures":0,"withoutAnswer":3})"));
  CHECK(has(json, R"("worstAttack":"print")"));
  const std::string page = presentation_page(measured());
  CHECK(has(page, "APCER of print"));
  CHECK(has(page, "not measured"));
  CHECK(has(page, "<polyline class=\"line failed\""));
  CHECK_FALSE(has(page, "ada"));
}

}  // namespace countersign::presentation_rates_test
