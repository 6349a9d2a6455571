#include "core/inspection/thresholds/threshold_text.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "core/inspection/thresholds/threshold_table.h"

namespace countersign::threshold_text_test {

std::string error_of(std::string_view text) {
  const auto parsed = parse_threshold(text);
  return parsed ? "read as " + to_text(*parsed) : parsed.error();
}

Thresholds set_with(const std::vector<std::string>& texts) {
  Thresholds set;
  for (const std::string& text : texts) {
    const auto parsed = parse_threshold(text);
    REQUIRE_MESSAGE(parsed.has_value(), text);
    REQUIRE_FALSE(change(set, std::vector{*parsed}).has_value());
  }
  return set;
}

TEST_CASE("a threshold is set with its levels, and nothing else is") {
  Thresholds expected;
  expected.document.edge_width_mm = {0.12, 0.1};
  CHECK(set_with({"document-edge-width=0.12/0.1"}) == expected);
  CHECK(set_with({"document-edge-width=0.12mm/0.1mm"}) == expected);
  CHECK(set_with({"document-edge-width=0.12mm/0.1"}) == expected);
  expected.document.edge_width_mm = {0.1, 0.1};
  CHECK(set_with({"document-edge-width=0.1"}) == expected);

  expected = {};
  expected.document.px_per_mm = {6, 8};
  CHECK(set_with({"document-resolution=6px/mm/8px/mm"}) == expected);
  CHECK(set_with({"document-resolution=6/8"}) == expected);
  expected = {};
  expected.mrz.required_on_cards = true;
  CHECK(set_with({"mrz-required-on-cards=yes"}) == expected);
  expected = {};
  expected.document.far_outline = 0.8;
  CHECK(set_with({"document-far-outline=0.8score"}) == expected);
}

TEST_CASE("a malformed threshold is refused in one sentence that says what would be right") {
  CHECK(error_of("document-edge-width") ==
        "'document-edge-width' is not NAME=ERROR or NAME=ERROR/WARNING");
  CHECK(error_of("document-edge-widht=0.1") ==
        "there is no threshold 'document-edge-widht'; `countersign thresholds` lists them");
  CHECK(error_of("document-edge-width=0.12px") == "document-edge-width is in mm, not in 'px'");
  CHECK(error_of("document-edge-width=0.1/0.09px") == "document-edge-width is in mm, not in 'px'");
  CHECK(error_of("document-edge-width=wide") ==
        "document-edge-width: 'wide' does not begin with a number such as 12 or 0.125, of at most "
        "three digits behind the point");
  CHECK(error_of("document-edge-width=0.1234") ==
        "document-edge-width: '0.1234' does not begin with a number such as 12 or 0.125, of at "
        "most three digits behind the point");
  CHECK(error_of("document-edge-width=-0.1") ==
        "document-edge-width must be from 0.01 to 2 mm, not -0.1");
  CHECK(error_of("document-edge-width=5") ==
        "document-edge-width must be from 0.01 to 2 mm, not 5");
  CHECK(error_of("document-edge-width=0.15/0.2") ==
        "document-edge-width: the WARNING at 0.2 mm is laxer than the ERROR at 0.15 mm, which "
        "refuses first");
  CHECK(error_of("document-highlight=60/40") ==
        "document-highlight: the WARNING at 40 luma is laxer than the ERROR at 60 luma, which "
        "refuses first");
  CHECK(error_of("document-far-outline=0.7/0.8") ==
        "document-far-outline has only the ERROR level, not a WARNING level");
  CHECK(error_of("mrz-required-on-cards=1") == "mrz-required-on-cards must be yes or no, not '1'");
  CHECK(error_of("mrz-required-on-cards=yes/no") ==
        "mrz-required-on-cards has only the ERROR level, not a WARNING level");
  CHECK(error_of("document-edge-width=0.15/0.12/0.1") ==
        "document-edge-width has too many levels in 'document-edge-width=0.15/0.12/0.1'");
  for (const char* wrong : {"",
                            "=",
                            "=1",
                            "document-edge-width=",
                            "document-edge-width=/",
                            "document-edge-width=0.1/",
                            "document-edge-width=0.1 mm",
                            "Document-Edge-Width=0.1"}) {
    CAPTURE(wrong);
    CHECK_FALSE(parse_threshold(wrong).has_value());
  }
}

TEST_CASE("an override that is stored is checked again when it is applied") {
  Thresholds set;
  using Overrides = std::vector<ThresholdOverride>;
  for (const Overrides& wrong :
       {Overrides{{"gone", 1, std::nullopt}},
        Overrides{{"document-glare", -1, std::nullopt}},
        Overrides{{"mrz-required-on-cards", 500, std::nullopt}},
        Overrides{{"document-glare", 30, 20}, {"gone", 1, std::nullopt}}}) {
    CHECK(change(set, wrong).has_value());
  }
  CHECK(set == Thresholds{});
}

TEST_CASE("a threshold's text is read as the same again") {
  for (const char* text : {"document-edge-width=0.12/0.1",
                           "document-edge-width=0.1",
                           "frame-count=3",
                           "mrz-required-on-cards=yes",
                           "mrz-required-on-cards=no"}) {
    CHECK(to_text(*parse_threshold(text)) == text);
  }
}

TEST_CASE("a set's canonical text says all of it, and is read as the same set") {
  const Thresholds set = set_with({"document-edge-width=0.12/0.1", "mrz-required-on-cards=yes"});
  const std::string text = canonical_text(set);
  CHECK(text.starts_with("thresholds 2\ndocument-image-short-side 480 600\n"));
  CHECK(text.find("\ndocument-edge-width 0.12 0.1\n") != std::string::npos);
  CHECK(text.find("\ndocument-far-outline 0.72\n") != std::string::npos);
  CHECK(text.find("\nmrz-required-on-cards 1\n") != std::string::npos);
  CHECK(text.ends_with('\n'));
  CHECK(thresholds_of_text(text) == set);
  CHECK(canonical_text(Thresholds{}) != text);

  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string changed = text;
    changed[i] = changed[i] == 'x' ? 'y' : 'x';
    CAPTURE(i);
    CHECK_FALSE(thresholds_of_text(changed).has_value());
  }
  CHECK_FALSE(thresholds_of_text("").has_value());
  CHECK_FALSE(thresholds_of_text(text + "\n").has_value());
}

TEST_CASE("levels that are unset are written and read as such, and an operator sets both") {
  const std::string text = canonical_text({});
  CHECK(text.starts_with("thresholds 2\n"));
  CHECK(text.find("\nface-match-likeness unset\n") != std::string::npos);
  CHECK(thresholds_of_text(text) == Thresholds{});
  const Thresholds set = set_with({"face-match-likeness=0.4/0.45"});
  CHECK(set.face_match.likeness == Bounds{0.4, 0.45});
  CHECK(canonical_text(set).find("\nface-match-likeness 0.4 0.45\n") != std::string::npos);
  CHECK(thresholds_of_text(canonical_text(set)) == set);
  CHECK(set_with({"face-match-likeness=0.4"}).face_match.likeness == Bounds{0.4, 0.4});
  CHECK_FALSE(parse_threshold("face-match-likeness=unset").has_value());
  for (const char* wrong : {"unset 0.4", "unset unset", "0.4", "0.4 unset", "0.45 0.4", ""}) {
    CAPTURE(wrong);
    std::string changed = text;
    changed.replace(changed.find("unset"), 5, wrong);
    CHECK_FALSE(thresholds_of_text(changed).has_value());
  }
}

TEST_CASE("the text of a set of an earlier table is not read as one of this table") {
  std::string text = canonical_text({});
  CHECK_FALSE(thresholds_of_text(text.replace(0, 12, "thresholds 1")).has_value());
}

}  // namespace countersign::threshold_text_test
