#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/inspection/mrz/mrz.h"
#include "tools/measure/labels/csv.h"
#include "tools/measure/labels/error_rates.h"
#include "tools/measure/labels/label_file.h"
#include "tools/measure/labels/labels_report.h"
#include "tools/measure/labels/rate_tables.h"

namespace countersign::labels_test {

constexpr UtcTime kNow{1'795'219'200'000'000};  // 2026-11-21
constexpr std::string_view kHeader = "path,type,side,expected,condition,zone\n";

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

using Records = std::vector<std::vector<std::string>>;

// The fields of all records; a fault ends the list with {line, why}.
Records records_of(std::string_view csv) {
  CsvReader reader(csv);
  Records records;
  for (;;) {
    const auto record = reader.next();
    if (!record) {
      records.push_back({std::to_string(record.error().line), record.error().why});
      return records;
    }
    if (!*record) return records;
    records.push_back((*record)->fields);
  }
}

// The fault of the record behind a sound header.
LabelFault fault_of(const std::string& record) {
  const auto read = read_labels(std::string(kHeader) + record + "\n");
  if (read) return {};
  return read.error().front();
}

// The ICAO's own example of a TD3 (Doc 9303, part 4, appendix B).
const std::vector<std::string> kZone = {"P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<",
                                        "L898902C36UTO7408122F1204159ZE184226B<<<<<10"};

DocumentEvaluation accepted() {
  DocumentEvaluation found;
  found.checks.push_back({.check = "DOCUMENT_MRZ",
                          .status = CheckStatus::Passed,
                          .code = {},
                          .value_milli = {},
                          .threshold_milli = {}});
  return found;
}
DocumentEvaluation accepted_as(const std::vector<std::string>& zone) {
  DocumentEvaluation found = accepted();
  found.mrz = mrz_values(zone, *parse_mrz(zone), kNow);
  return found;
}
DocumentEvaluation refused(std::string code) {
  DocumentEvaluation found;
  found.issues.push_back({std::move(code), Severity::Error, 0, 0, ""});
  return found;
}
DocumentEvaluation reviewed() {
  DocumentEvaluation found;
  found.checks.push_back({.check = "DOCUMENT_EXPIRY",
                          .status = CheckStatus::NotPerformed,
                          .code = {},
                          .value_milli = {},
                          .threshold_milli = {}});
  return found;
}

TEST_CASE("CSV is read with its quotes, line ends and mark as RFC 4180 has them") {
  CHECK(records_of("a,b\r\nc,\"d, \"\"e\"\"\"\n") == Records{{"a", "b"}, {"c", "d, \"e\""}});
  CHECK(records_of("\xef\xbb\xbf"
                   "a,b") == Records{{"a", "b"}});
  CHECK(records_of("a,\n,b\n") == Records{{"a", ""}, {"", "b"}});
  CHECK(records_of("\"a\r\nb\",c\n\n\nd,e") == Records{{"a\nb", "c"}, {"d", "e"}});
  CHECK(records_of("").empty());
  CHECK(records_of("\r\n\n").empty());
}

TEST_CASE("what is no CSV is told with its line") {
  CHECK(records_of("a\nb\"c\n").back()[0] == "2");
  CHECK(contains(records_of("a\n\"b\nc").back()[1], "never closed"));
  CHECK(records_of("a\n\"b\nc").back()[0] == "2");
  CHECK(contains(records_of("a\n\"b\"c").back()[1], "follows"));
  CHECK(contains(records_of(std::string("a\nb\0c", 5)).back()[1], "control character"));
  CHECK(contains(records_of("a\rb").back()[1], "control character"));
  CHECK(contains(records_of("a\n\xff\xd8\xff").back()[1], "UTF-8"));
  CHECK(contains(records_of(std::string(20'000, 'a')).back()[1], "too long"));
  CHECK(contains(records_of("\"" + std::string(20'000, 'a') + "\"").back()[1], "too long"));
  CHECK(contains(records_of(std::string(300, ',')).back()[1], "columns"));
}

TEST_CASE("labels are read by the names of their columns") {
  const auto read = read_labels(
      "note,Expected,path,side,type,condition,zone\n"
      "x,fit,./a.jpg,back,id_card,by hand,\n"
      "y,document_blurry,b/c d.png,,,,\n"
      "z,review,e,,other,,I<UTOD231458907<<<<<<<<<<<<<<<|7408122f1204159uto<<<<<<<<<<<6| "
      "ERIKSSON<<ANNA<MARIA<<<<<<<<<<\n");
  REQUIRE(read.has_value());
  CHECK(read->unused == std::vector<std::string>{"'note'"});
  REQUIRE(read->pictures.size() == 3);
  const auto& [first, second, third] =
      std::tie(read->pictures[0], read->pictures[1], read->pictures[2]);
  CHECK(first.path == "a.jpg");
  CHECK(first.type == DocumentType::IdCard);
  CHECK(first.side == Side::Back);
  CHECK(word_of(first.expected) == "fit");
  CHECK(first.condition == "by hand");
  CHECK(first.line == 2);
  CHECK(second.type == std::nullopt);
  CHECK(second.side == Side::Front);
  CHECK(word_of(second.expected) == "DOCUMENT_BLURRY");
  CHECK(third.expected.verdict == Expected::Review);
  REQUIRE(third.zone.size() == 3);
  CHECK(third.zone[1] == "7408122F1204159UTO<<<<<<<<<<<6");
}

TEST_CASE("a label that is wrong is told with its line and column") {
  CHECK(fault_of("a,NOTHING,,fit,,").line == 2);
  CHECK(contains(fault_of("a,NOTHING,,fit,,").why, "type: 'NOTHING' is not one of PASSPORT"));
  CHECK(contains(fault_of("a,,TOP,fit,,").why, "side: 'TOP' is not one of FRONT, BACK"));
  CHECK(contains(fault_of("a,,,good,,").why, "expected: 'good'"));
  CHECK(contains(fault_of("a,,,FACE_MISMATCH,,").why, "expected: 'FACE_MISMATCH'"));
  CHECK(contains(fault_of("a,,,fit,").why, "5 columns, where the first line has 6"));
  CHECK(contains(fault_of("a,,,fit,,P<UTO|X").why, "zone: it is neither"));
  for (const char* path : {"", "/etc/passwd", "../a", "a/../../b", "a//b", "a/", "."}) {
    CAPTURE(path);
    CHECK(fault_of(std::string(path) + ",,,fit,,").why.starts_with("path: "));
  }
}

TEST_CASE("a file that is no labels is told what it lacks") {
  const auto why = [](std::string_view csv) { return read_labels(csv).error().front().why; };
  CHECK(contains(why(""), "empty"));
  CHECK(contains(why("path;type;side;expected;condition\n"), "not by semicolons"));
  CHECK(contains(why("path,type,side,condition\n"), "no column expected"));
  CHECK(contains(why("path,type,side,expected,condition,Path\n"), "named twice"));
  CHECK(contains(why("path,type,side,expected,condition\n"), "no picture"));
  CHECK(contains(why("\x89PNG\r\n"), "UTF-8"));
}

TEST_CASE("the faults of many lines are told at once, up to a number") {
  std::string csv(kHeader);
  for (int i = 0; i < 3; ++i) csv += "a,,,good,,\nb,,,fit,,\n";
  const auto few = read_labels(csv).error();
  REQUIRE(few.size() == 3);
  CHECK(few[2].line == 6);
  for (int i = 0; i < 100; ++i) csv += "a,,,good,,\n";
  CHECK(read_labels(csv).error().size() == kFaultsMax);
}

TEST_CASE("more pictures than the limit are refused with the first line beyond it") {
  std::string csv(kHeader);
  for (std::size_t i = 0; i < 1'000'000; ++i) csv += "a,,,fit,,\n";
  const auto faults = read_labels(csv).error();
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].line == kLabelledPicturesMax + 2);
  CHECK(contains(faults[0].why, "100000"));
}

TEST_CASE("no fault quotes a zone, in whatever column it stands") {
  const std::string zone = "P<UTOERIKSSON<<ANNA";
  for (const std::string& record : {zone + ",,,fit,,",
                                    "a," + zone + ",,fit,,",
                                    "a,," + zone + ",fit,,",
                                    "a,,," + zone + ",,",
                                    "a,,,fit," + zone + ",",
                                    "a,,,fit,," + zone,
                                    "a,,,fit,,x," + zone}) {
    const std::string why = fault_of(record).why;
    CAPTURE(why);
    CHECK_FALSE(why.empty());
    CHECK_FALSE(contains(why, "ERIKSSON"));
  }
  const auto header = read_labels("path,type,side,expected,condition," + zone + "\na,,,fit,,\n");
  REQUIRE(header.has_value());
  CHECK_FALSE(contains(header->unused.front(), "ERIKSSON"));
}

TEST_CASE("an interval holds what the share may be, also of nothing and of few") {
  // Wilson, as tables of the interval have it.
  CHECK(ErrorRate{0, 42}.interval95().low == doctest::Approx(0));
  CHECK(ErrorRate{0, 42}.interval95().high == doctest::Approx(0.0838).epsilon(0.01));
  CHECK(ErrorRate{6, 336}.interval95().low == doctest::Approx(0.0082).epsilon(0.01));
  CHECK(ErrorRate{6, 336}.interval95().high == doctest::Approx(0.0384).epsilon(0.01));
  CHECK(ErrorRate{5, 10}.interval95().low == doctest::Approx(0.2366).epsilon(0.01));
  CHECK(ErrorRate{10, 10}.interval95().high == doctest::Approx(1));
  CHECK(ErrorRate{0, 0}.interval95().high == 1);
}

TEST_CASE("a picture is right or wrong by what its label expects") {
  const Expectation blurry = {Expected::Refused, {"DOCUMENT_BLURRY"}};
  const Expectation none = {Expected::Review, {"DOCUMENT_NOT_FOUND"}};
  CHECK(judged({Expected::Accepted}, accepted()) == Judged::Right);
  CHECK(judged({Expected::Accepted}, refused("DOCUMENT_GLARE")) == Judged::WronglyRefused);
  CHECK(judged({Expected::Refused}, refused("DOCUMENT_GLARE")) == Judged::Right);
  CHECK(judged({Expected::Refused}, accepted()) == Judged::WronglyAccepted);
  CHECK(judged(blurry, refused("DOCUMENT_BLURRY")) == Judged::Right);
  CHECK(judged(blurry, refused("DOCUMENT_GLARE")) == Judged::OtherCode);
  CHECK(judged(blurry, reviewed()) == Judged::WronglyAccepted);
  CHECK(judged(none, refused("DOCUMENT_NOT_FOUND")) == Judged::Right);
  CHECK(judged(none, reviewed()) == Judged::Right);
  CHECK(judged(none, accepted()) == Judged::WronglyAccepted);
  CHECK(judged({Expected::Either}, accepted()) == Judged::Right);
  CHECK(judged({Expected::Either}, refused("DOCUMENT_CROPPED")) == Judged::Right);
}

TEST_CASE("that nobody judges authenticity leaves no document to a review") {
  DocumentEvaluation found = accepted();
  found.checks.push_back({.check = "DOCUMENT_AUTHENTICITY",
                          .status = CheckStatus::NotPerformed,
                          .code = {},
                          .value_milli = {},
                          .threshold_milli = {}});
  CHECK_FALSE(needs_review(found));
  CHECK(needs_review(reviewed()));
}

TEST_CASE("a document is left to a review exactly by what sends its capture to one") {
  const auto with = [](const char* check, CheckStatus status, const char* code) {
    DocumentEvaluation found = accepted();
    found.checks.push_back(
        {.check = check, .status = status, .code = code, .value_milli = {}, .threshold_milli = {}});
    return found;
  };
  CHECK(needs_review(with("DOCUMENT_DATA", CheckStatus::Warning, "DOCUMENT_DATA_MISMATCH")));
  CHECK(needs_review(with("DOCUMENT_DATA", CheckStatus::NotPerformed, "CHECK_NOT_AVAILABLE")));
  CHECK_FALSE(needs_review(with("DOCUMENT_DATA", CheckStatus::NotPerformed, "CHECK_NOT_REQUIRED")));
  CHECK_FALSE(needs_review(with("DOCUMENT_GLARE", CheckStatus::Warning, "DOCUMENT_GLARE")));
}

TEST_CASE("zones that differ from what is printed are counted by where they differ") {
  const auto differing = [](std::size_t line, std::size_t column, char other) {
    std::vector<std::string> read = kZone;
    read[line][column] = other;
    Tally tally;
    add({{Expected::Accepted}, kZone, accepted_as(read), kNow, 1}, tally);
    CHECK(tally.zone.known == 1);
    CHECK(tally.zone.read == 1);
    CHECK(tally.zone.compared == 1);
    return tally.zone;
  };
  CHECK(differing(0, 5, 'E').differ == 0);
  CHECK(differing(0, 5, 'F').differ_name == 1);
  CHECK(differing(0, 15, 'O').differ_name == 1);
  CHECK(differing(0, 1, 'D').differ_code == 1);
  CHECK(differing(0, 2, 'X').differ_else == 1);
  CHECK(differing(1, 0, 'M').differ_else == 1);
  CHECK(differing(1, 0, 'M').differ == 1);
}

TEST_CASE("a refused picture and one without a known zone are compared with nothing") {
  Tally tally;
  add({{Expected::Accepted}, kZone, refused("DOCUMENT_MRZ_INVALID"), kNow, 1}, tally);
  add({{Expected::Accepted}, {}, accepted_as(kZone), kNow, 1}, tally);
  CHECK(tally.zone.known == 1);
  CHECK(tally.zone.read == 0);
  CHECK(tally.zone.compared == 0);
  CHECK(tally.zones == 1);
  CHECK(tally.wrong == 1);
}

TEST_CASE("the tables say by condition what was refused, accepted and as what") {
  ErrorRates rates;
  const auto count =
      [&](const char* name, const Expectation& expected, const DocumentEvaluation& found) {
        add({expected, {}, found, kNow, 7}, rates.of(name, expected.verdict));
      };
  count("sharp", {Expected::Accepted}, accepted());
  count("sharp", {Expected::Accepted}, refused("DOCUMENT_CROPPED"));
  count("dim", {Expected::Accepted}, accepted());
  count("blurred", {Expected::Refused, {"DOCUMENT_BLURRY"}}, refused("DOCUMENT_BLURRY"));
  count("blurred", {Expected::Refused, {"DOCUMENT_BLURRY"}}, refused("DOCUMENT_GLARE"));
  count("blurred", {Expected::Refused, {"DOCUMENT_BLURRY"}}, accepted());
  const auto tables = tables_of(rates);
  REQUIRE(tables.size() == 2);
  CHECK(tables[0].rows[0] ==
        std::vector<std::string>{"sharp", "1", "2", "50.0", "9.5 to 90.5", "CROPPED 1", "1", "7"});
  CHECK(tables[0].rows[2][0] == "all");
  CHECK(tables[0].rows[2][2] == "3");
  CHECK(tables[1].rows[0][1] == "1");
  CHECK(tables[1].rows[0][5] == "BLURRY 1, GLARE 1");
  CHECK(tables[1].rows[0][6] == "1");
  CHECK(contains(markdown(tables[0]), "| sharp | 1 | 2 | 50.0 |"));
}

TEST_CASE("the zones of a condition are one row, whatever is expected of its pictures") {
  ErrorRates rates;
  for (const Expected expected : {Expected::Accepted, Expected::Either, Expected::Accepted}) {
    add({{expected}, kZone, accepted_as(kZone), kNow, 1}, rates.of("sharp", expected));
  }
  const auto tables = tables_of(rates);
  REQUIRE(tables.size() == 3);
  REQUIRE(tables[2].rows.size() == 1);
  CHECK(tables[2].rows[0][1] == "3");
}

TEST_CASE("a report lists what was wrong and what could not be read, and nothing of a zone") {
  LabelsReport report;
  report.engine.name = "an engine";
  add({{Expected::Accepted}, kZone, accepted_as(kZone), kNow, 1},
      report.rates.of("a <b>", Expected::Accepted));
  report.wrong.push_back({3, "x/<i>.jpg", "a <b>", "fit", "DOCUMENT_GLARE", false});
  report.unread.push_back({4, "gone.jpg", "there is no such file"});
  const std::string json = labels_json(report, {});
  CHECK(contains(json, R"("ok":false)"));
  CHECK(contains(json, R"({"line":3,"path":"x/<i>.jpg","condition":"a <b>","expected":"fit",)"));
  CHECK(contains(json, R"("differ":{"count":0,"of":1,"share":0)"));
  const std::string text = labels_text(report, {}).plain();
  CHECK(contains(text, "DOCUMENT_GLARE"));
  CHECK(contains(text, "there is no such file"));
  const std::string page = labels_page(report, {});
  CHECK(contains(page, "x/&lt;i&gt;.jpg"));
  CHECK_FALSE(contains(page, "<i>"));
  for (const std::string& each : {json, text, page}) {
    CHECK_FALSE(contains(each, "ERIKSSON"));
    CHECK_FALSE(contains(each, "L898902C3"));
  }
}

}  // namespace countersign::labels_test
