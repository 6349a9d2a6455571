#include "core/inspection/reader/reader_engine.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/core/inspection/reader/drawn_print.h"
#include "tests/core/inspection/support/sha256.h"

namespace countersign::reader::reader_engine_test {

using drawing::DocumentPlan;

ReaderEngine& engine() {
  static const auto made = [] {
    auto reader = PrintReader::load(kReaderModel, test_sha256);
    if (!reader) FAIL(reader.error());
    return std::make_unique<ReaderEngine>(std::move(*reader), kReaderModel, InspectionLimits{});
  }();
  return *made;
}

std::string passport(const DocumentPlan& plan) {
  return verdict(engine().compare_data(request_for(file_of(plan), DocumentType::Passport)));
}

TEST_CASE("a passport whose print is that of its zone passes") {
  for (const std::uint64_t seed : {12, 13}) {
    CAPTURE(seed);
    DocumentPlan plan = printed(DocumentType::Passport);
    plan.seed = seed;
    CHECK(passport(plan) == "PASSED");
  }
}

TEST_CASE("a passport whose printed number has another digit gets a warning") {
  DocumentPlan plan = printed(DocumentType::Passport);
  plan.printed_number = altered(specimen_of(plan).number);
  const std::string file = file_of(plan);
  const auto found = engine().compare_data(request_for(file, DocumentType::Passport));
  REQUIRE(verdict(found) == "WARNING");
  CHECK(found->checks.front().check == "DOCUMENT_DATA");
  CHECK(found->checks.front().value_milli == 1000);
  REQUIRE(found->issues.size() == 1);
  CHECK(found->issues.front().code == "DOCUMENT_DATA_MISMATCH");
  CHECK(found->accepted());
}

TEST_CASE("what is printed is told to who asks, where it differs as it is printed") {
  DocumentPlan plan = printed(DocumentType::Passport);
  const std::string number = specimen_of(plan).number;
  const auto told = [&](bool values) {
    const std::string file = file_of(plan);
    DataRequest request = request_for(file, DocumentType::Passport);
    request.values = values;
    const auto found = engine().compare_data(request);
    REQUIRE(found.has_value());
    return found->printed;
  };
  CHECK_FALSE(told(false).has_value());
  const auto same = told(true);
  REQUIRE(same.has_value());
  CHECK(are_sound_of_print(*same));
  CHECK(same->document_number == number);
  plan.printed_number = altered(number);
  const auto other = told(true);
  REQUIRE(other.has_value());
  CHECK(other->document_number == altered(number));
  CHECK(other->birth_date == same->birth_date);
}

TEST_CASE("a passport whose printed birth has another digit gets a warning") {
  DocumentPlan plan = printed(DocumentType::Passport);
  std::string birth = specimen_of(plan).birth_date;
  birth[0] = static_cast<char>(birth[0] - 1);  // ten years older
  plan.printed_birth = birth;
  CHECK(passport(plan) == "WARNING");
}

TEST_CASE("a difference refuses where the thresholds say so") {
  DocumentPlan plan = printed(DocumentType::Passport);
  plan.printed_number = altered(specimen_of(plan).number);
  const std::string file = file_of(plan);
  DataRequest request = request_for(file, DocumentType::Passport);
  request.thresholds.document.data_differences = {0, 0};
  const auto found = engine().compare_data(request);
  CHECK(verdict(found) == "FAILED");
  CHECK_FALSE(found->accepted());
}

TEST_CASE("print that cannot be read gives no judgement") {
  DocumentPlan plan = printed(DocumentType::Passport);
  plan.printed_number = "ZZ";
  CHECK(passport(plan) == "nothing");
}

TEST_CASE("without a proven zone there is nothing to compare with") {
  DocumentPlan plan = printed(DocumentType::Passport);
  plan.wrong_check_digit = true;
  CHECK(passport(plan) == "nothing");
  CHECK(verdict(engine().compare_data(request_for(file_of(printed(DocumentType::IdCard)),
                                                  DocumentType::IdCard))) == "nothing");
  CHECK(verdict(engine().compare_data(request_for("no picture", DocumentType::Passport))) ==
        "nothing");
}

// The zone of a card is on its back, and the print on its front.
TEST_CASE("the back of a card is compared with its front") {
  const std::string back = file_of(printed(DocumentType::IdCard, Side::Back));
  DataRequest request = request_for(back, DocumentType::IdCard, Side::Back);
  CHECK(verdict(engine().compare_data(request)) == "nothing");
  std::string front = file_of(printed(DocumentType::IdCard));
  request.load_front = [&] { return front; };
  CHECK(verdict(engine().compare_data(request)) == "PASSED");
  DocumentPlan other = printed(DocumentType::IdCard);
  other.printed_number = altered(specimen_of(other).number);
  front = file_of(other);
  CHECK(verdict(engine().compare_data(request)) == "WARNING");
}

TEST_CASE("a front that cannot be loaded is a failure of the machine") {
  const std::string back = file_of(printed(DocumentType::IdCard, Side::Back));
  DataRequest request = request_for(back, DocumentType::IdCard, Side::Back);
  request.load_front = [] { return std::nullopt; };
  const auto found = engine().compare_data(request);
  REQUIRE_FALSE(found.has_value());
  CHECK(found.error() == InspectionFailure::ImageNotLoaded);
}

TEST_CASE("equal requests give equal evaluations, whatever was read before") {
  const std::string file = file_of(printed(DocumentType::Passport));
  const DataRequest request = request_for(file, DocumentType::Passport);
  const auto first = engine().compare_data(request);
  DocumentPlan other = printed(DocumentType::Passport);
  other.seed = 12;
  (void)passport(other);
  CHECK(engine().compare_data(request)->checks == first->checks);
}

}  // namespace countersign::reader::reader_engine_test
