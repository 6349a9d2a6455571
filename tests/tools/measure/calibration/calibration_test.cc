#include "tools/measure/calibration/calibration.h"

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "core/inspection/face_feature.h"
#include "tests/events/support/temp_folder.h"
#include "tools/measure/calibration/rate_chart.h"

namespace countersign::calibration_test {

namespace fs = std::filesystem;

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// A face in the plane, at an angle.
DescribedFace face(std::size_t person, const std::string& file, double degrees) {
  const double angle = degrees * std::acos(-1.0) / 180;
  return {person, file, {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))}};
}

// People whose pictures differ by up to 10 degrees, and who are `apart` degrees from each other.
std::vector<DescribedFace> row_of_people(std::size_t count,
                                         double apart,
                                         std::size_t pictures = 2) {
  std::vector<DescribedFace> faces;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < pictures; ++k) {
      faces.push_back(face(i,
                           std::to_string(i) + "/" + std::to_string(k) + ".jpg",
                           static_cast<double>(i) * apart + 10 * static_cast<double>(k % 2)));
    }
  }
  return faces;
}

// People whose faces have random directions of 64 numbers; the pictures of one are nearly the same.
std::vector<DescribedFace> strangers(std::size_t count) {
  std::mt19937 dice(1);
  const auto number = [&] { return static_cast<float>(dice() % 2001) / 1000.0F - 1.0F; };
  std::vector<DescribedFace> faces;
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<float> person(64);
    for (float& each : person) each = number();
    for (int k = 0; k < 2; ++k) {
      std::vector<float> picture = person;
      for (float& each : picture) each += number() / 4;
      faces.push_back({i,
                       std::to_string(i) + "/" + std::to_string(k) + ".jpg",
                       direction_of(packed_direction(picture))});
    }
  }
  return faces;
}

Calibration compared(const std::vector<DescribedFace>& faces) {
  Calibration calibration;
  calibration.engine = {"countersign-matcher", "1"};
  compare_all(faces, calibration);
  return calibration;
}

TEST_CASE("an interval is that of Wilson, and is everything without cases") {
  // R: binom::binom.confint(x, n, methods = "wilson")
  const RateEstimate none = wilson_rate(0, 10);
  CHECK(none.from == doctest::Approx(0).epsilon(1e-9));
  CHECK(none.to == doctest::Approx(0.2775328).epsilon(1e-6));
  const RateEstimate some = wilson_rate(0.02, 100);
  CHECK(some.from == doctest::Approx(0.005502).epsilon(1e-3));
  CHECK(some.to == doctest::Approx(0.070012).epsilon(1e-3));
  const RateEstimate all = wilson_rate(1, 10);
  CHECK(all.from == doctest::Approx(1 - 0.2775328).epsilon(1e-6));
  CHECK(all.to == doctest::Approx(1));
  const RateEstimate nothing = wilson_rate(0, 0);
  CHECK(nothing.from == 0);
  CHECK(nothing.to == 1);
}

TEST_CASE("as many cases are needed as make the interval of no error end at the rate") {
  CHECK(cases_needed(0.001) == 3838);
  for (const double rate : {0.00001, 0.001, 0.01, 0.5}) {
    CAPTURE(rate);
    const std::uint64_t needed = cases_needed(rate);
    CHECK(wilson_rate(0, needed).to <= rate);
    CHECK(wilson_rate(0, needed - 1).to > rate);
  }
}

TEST_CASE("a likeness counts in thousandths, at its level and above and not below it") {
  LikenessCurve curve;
  curve.add(0.5004);
  curve.end_group();
  curve.add(-1);
  curve.end_group();
  curve.end_group();  // has no pair
  CHECK(curve.pairs() == 2);
  CHECK(curve.groups() == 2);
  CHECK(curve.at_or_above(500).share == 0.5);
  CHECK(curve.at_or_above(501).share == 0);
  CHECK(curve.below(500).share == 0.5);
  CHECK(curve.below(501).share == 1);
  CHECK(curve.at_or_above(-1000).share == 1);
  CHECK(curve.level_with(0.5) == 500);
  CHECK(curve.level_with(0.51) == -1000);
  CHECK(curve.at_or_above(500).to == wilson_rate(0.5, 2).to);
}

TEST_CASE("a group counts once, whatever its number of pairs") {
  LikenessCurve curve;
  for (int i = 0; i < 100; ++i) curve.add(0.9);
  curve.end_group();
  for (int i = 0; i < 4; ++i) curve.add(i == 0 ? 0.9 : 0.1);
  curve.end_group();
  CHECK(curve.at_or_above(500).share == doctest::Approx(0.625));
  CHECK(curve.pairs() == 104);
  CHECK(curve.at_or_above(500).to == wilson_rate(0.625, 2).to);
}

TEST_CASE("every picture is compared with every other, by people") {
  const Calibration found = compared(row_of_people(4, 20, 3));
  CHECK(found.people == 4);
  CHECK(found.pictures == 12);
  CHECK(found.same.groups() == 4);
  CHECK(found.same.pairs() == 12);
  CHECK(found.different.groups() == 6);
  CHECK(found.different.pairs() == 54);
  CHECK(found.different_pairs_in_all == 54);
  // cos(10 degrees) is 0.985: that of one person's two pictures and of neighbours.
  CHECK(found.same.below(985).share == 0);
  CHECK(found.same.below(986).share == doctest::Approx(2.0 / 3));
  REQUIRE(found.most_alike.size() == Calibration::kNamedPairs);
  CHECK(found.most_alike[0].milli == 985);
  CHECK(found.least_alike[0].milli == 985);
  for (const LikenessOfTwo& pair : found.most_alike) {
    CHECK(pair.one.substr(0, 2) != pair.other.substr(0, 2));
  }
}

TEST_CASE("a level is named where enough people show its rate, and nowhere else") {
  const Calibration few = compared(strangers(20));
  CHECK_FALSE(level_for(few, 0.001).has_value());
  CHECK(*why_no_level(few, 0.001) ==
        "190 pairs of people cannot show a false match rate of 0.1 %: without a single false match "
        "the interval would end at 1.982 %, and 3,838 pairs are needed, which 89 people make");
  const auto level = level_for(few, 0.03);
  REQUIRE(level.has_value());
  CHECK_FALSE(why_no_level(few, 0.03).has_value());
  CHECK(few.different.at_or_above(*level).to <= 0.03);
  CHECK(few.different.at_or_above(*level - 1).to > 0.03);

  const Calibration many = compared(strangers(89));
  const auto strict = level_for(many, 0.001);
  REQUIRE(strict.has_value());
  CHECK(many.different.at_or_above(*strict).share == 0);
  CHECK(many.same.below(*strict).share < 0.1);
  CHECK_FALSE(level_for(many, 0.0005).has_value());
}

TEST_CASE("many pictures of few people do not make up for people") {
  CHECK_FALSE(level_for(compared(row_of_people(2, 90, 200)), 0.01).has_value());
}

TEST_CASE("people who cannot be told apart, or have one picture each, have no level") {
  const Calibration alike = compared(row_of_people(100, 0));
  CHECK_FALSE(level_for(alike, 0.01).has_value());
  CHECK(has(*why_no_level(alike, 0.01), "no level tells them apart"));
  const Calibration single = compared(row_of_people(100, 20, 1));
  CHECK_FALSE(level_for(single, 0.01).has_value());
  CHECK(has(*why_no_level(single, 0.01), "no person has two pictures"));
  CHECK_FALSE(calibration_page(single, 0.01).empty());
  CHECK_FALSE(calibration_page(compared({}), 0.01).empty());
}

TEST_CASE("too many pairs of different people are a sample, which is the same each time") {
  const auto faces = row_of_people(50, 3, 60);  // 4.4 million pairs
  const Calibration one = compared(faces);
  CHECK(one.different_pairs_in_all == 50 * 49 / 2 * 60 * 60);
  CHECK(one.different.pairs() < Calibration::kPairsMax * 1.01);
  CHECK(one.different.pairs() > Calibration::kPairsMax * 0.99);
  CHECK(one.different.groups() == 50 * 49 / 2);
  const Calibration again = compared(faces);
  CHECK(again.different.pairs() == one.different.pairs());
  CHECK(again.different.at_or_above(900).share == one.different.at_or_above(900).share);
}

TEST_CASE("a level that the server would not use is named, and it is said") {
  Calibration found = compared(strangers(89));
  const auto level = level_for(found, 0.001);
  REQUIRE(level.has_value());
  CHECK_FALSE(why_not_used(found, *level).has_value());
  CHECK(has(calibration_json(found, 0.001), R"("ok":true)"));
  found.recognizer.unlike_milli = *level;
  CHECK(has(*why_not_used(found, *level), "two unlike drawn faces have the likeness"));
  CHECK(has(calibration_json(found, 0.001), R"("ok":false)"));
  CHECK(has(calibration_page(found, 0.001), "two unlike drawn faces"));
}

TEST_CASE("the levels that are shown rise, are round, and are at least two") {
  for (const auto& faces : {strangers(30), row_of_people(40, 0), row_of_people(3, 90), {}}) {
    const auto levels = shown_levels(compared(faces));
    REQUIRE(levels.size() >= 2);
    CHECK(levels.size() <= 30);
    for (std::size_t i = 0; i < levels.size(); ++i) {
      CHECK(levels[i] % 10 == 0);
      CHECK(std::abs(levels[i]) <= 1000);
      if (i > 0) CHECK(levels[i] > levels[i - 1]);
    }
  }
}

TEST_CASE("the answer names files; the page has counts, the plot, and no name") {
  Calibration found = compared(strangers(89));
  found.left_out = {{"ada/2.jpg", "no face was found"},
                    {"bob/<b>.jpg", "it is the same file as another: eve/3.jpg"},
                    {"bob/5.jpg", "no face was found"}};
  const std::string json = calibration_json(found, 0.001);
  CHECK(has(json, R"({"file":"ada/2.jpg","why":"no face was found"})"));
  CHECK(has(json, R"("picturesLeftOut":3)"));
  CHECK(has(json, R"("setting":"--threshold face-match-likeness=0.)"));
  CHECK(has(json, R"("falseMatchRatePercent":0.1)"));
  const std::string page = calibration_page(found, 0.001);
  for (const char* part : {"<polyline class=\"line failed\"",
                           "<polygon class=\"events\"",
                           "0.001 %",
                           "no face was found",
                           "--threshold face-match-likeness=0."}) {
    CAPTURE(part);
    CHECK(has(page, part));
  }
  for (const char* name : {"ada/", "eve/", "0/0.jpg", "<b>", "<script"}) {
    CAPTURE(name);
    CHECK_FALSE(has(page, name));
  }
}

TEST_CASE("a rate chart draws a rate of 0 at its lower edge and 100 % at its upper one") {
  const std::string html = to_html(RateChart{.text = {.id = "a", .title = "<t>", .summary = "s"},
                                             .levels_milli = {0, 500},
                                             .series = {{"n", "failed", {{1, 1, 1}, {0, 0, 0}}}}});
  CHECK(has(html, "<polyline class=\"line failed\" points=\"64.0,12.0 952.0,272.0 \"/>"));
  CHECK(has(html, "&lt;t&gt;"));
}

class People {
 public:
  fs::path path() const { return folder_.path(); }
  void file(const std::string& name) const {
    fs::create_directories((path() / name).parent_path());
    std::ofstream(path() / name) << "x";
  }
  PeopleFolder listed() const {
    const auto folder = HeldFolder::open(path());
    REQUIRE(folder.has_value());
    auto found = list_people(*folder);
    REQUIRE(found.has_value());
    return std::move(*found);
  }

 private:
  TempFolder folder_;
};

TEST_CASE("the pictures of a folder are found by people, and all else is told") {
  const People people;
  people.file("bob/2.jpg");
  people.file("bob/1.jpg");
  people.file("ada/1.png");
  people.file("ada/.hidden");
  people.file(".git/config");
  people.file("notes.txt");
  people.file("ada/deeper/1.jpg");
  fs::create_directory(people.path() / "nobody");
  fs::create_directory_symlink(people.path() / "ada", people.path() / "eve");
  fs::create_symlink("/etc/passwd", people.path() / "bob/3.jpg");
  const PeopleFolder found = people.listed();
  CHECK(found.people == std::vector<std::string>{"ada", "bob", "nobody"});
  REQUIRE(found.pictures.size() == 3);
  CHECK(found.pictures[0].file == "ada/1.png");
  CHECK(found.pictures[0].person == 0);
  CHECK(found.pictures[1].file == "bob/1.jpg");
  CHECK(found.pictures[2].file == "bob/2.jpg");
  CHECK(found.pictures[2].person == 1);
  std::vector<std::string> left_out;
  for (const LeftOut& each : found.left_out) left_out.push_back(each.file + ": " + each.why);
  std::ranges::sort(left_out);
  CHECK(left_out == std::vector<std::string>{"ada/deeper: a folder in a person's folder",
                                             "bob/3.jpg: a symbolic link, which is not followed",
                                             "eve: a symbolic link, which is not followed",
                                             "notes.txt: a file that is not in a person's folder"});
}

}  // namespace countersign::calibration_test
